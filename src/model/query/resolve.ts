// From a saved query to what is asked of the server now, or to what is wrong with it.
import { type Criterion, criterionProblem, type DateOperator } from "../query.ts";
import type { Tracker } from "../tracker.ts";
import type { ChoiceId } from "../value.ts";
import { idsMeant } from "./choosing.ts";
import { openOnly } from "./openOnly.ts";
import { dayMeant, me as mePlaceholder } from "./placeholders.ts";
import type { SavedCondition, SavedQuery, SavedValue } from "./savedQuery.ts";
import { type Operator, type Searchable, searchable, valuesTaken } from "./searchable.ts";

export type QueryProblem =
  | { readonly kind: "fieldGone" | "fieldRepeated" | "notSearchable" | "nobodyIsMe"; readonly field: string }
  | { readonly kind: "operatorUnknown"; readonly field: string; readonly operator: string }
  | {
      readonly kind: "valueGone" | "badDay" | "badNumber" | "badWords";
      readonly field: string;
      readonly value: string;
    }
  /** `wanted` is undefined where one or more will do. */
  | { readonly kind: "wrongCount"; readonly field: string; readonly wanted: number | undefined }
  /** "No value" can be asked for beside others only: alone, servers pass over it. */
  | { readonly kind: "noneAlone"; readonly field: string };

export type Resolved =
  | {
      readonly kind: "criteria";
      readonly criteria: readonly Criterion[];
      /** `untold`: only open ones were wanted, and the server does not tell which those are. */
      readonly open: "wanted" | "notWanted" | "untold";
    }
  /** In the server's own query language, which has its own words for me and today. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "report"; readonly reportId: number }
  /** No artifact can meet it, so nobody is asked. */
  | { readonly kind: "nothing" }
  | { readonly kind: "problems"; readonly problems: readonly QueryProblem[] };

export interface Circumstances {
  /** Who asks, where that is known. */
  readonly me: { readonly id: number } | undefined;
  /** Today's day where the person is: YYYY-MM-DD. */
  readonly today: string;
}

type Outcome = Criterion | QueryProblem;

function textOf(value: SavedValue): string {
  return typeof value === "object" ? value.label : String(value);
}

/** The server takes a comparison for a number; a range of two has no room for signs. */
function numberCriterion(field: string, operator: Operator, values: readonly SavedValue[]): Outcome {
  const pattern = operator === "between" ? /^\d+(?:\.\d+)?$/ : /^-?\d+(?:\.\d+)?$/;
  const texts = values.map((value) => textOf(value).trim());
  const bad = texts.find((text) => !pattern.test(text));
  if (bad !== undefined) return { kind: "badNumber", field, value: bad };
  const text = operator === "between" ? texts.join("-") : `${operator === "=" ? "" : operator}${texts[0]}`;
  return { kind: "contains", field, text };
}

function dayCriterion(
  field: string,
  operator: DateOperator,
  values: readonly SavedValue[],
  today: string,
): Outcome {
  const texts = values.map((value) => textOf(value).trim());
  const days = texts.map((text) => dayMeant(text, today));
  const bad = texts.find((_, index) => days[index] === undefined);
  if (bad !== undefined) return { kind: "badDay", field, value: bad };
  return { kind: "date", field, operator, days: days.filter((day) => day !== undefined) };
}

function choiceCriterion(
  { field, wanted }: Searchable,
  values: readonly SavedValue[],
  me: Circumstances["me"],
): Outcome {
  const mayBeMe = wanted.kind === "people" || (wanted.kind === "choices" && wanted.mayBeMe);
  const ids = new Map<string, ChoiceId>();
  for (const value of values) {
    const isMe = value === mePlaceholder && mayBeMe;
    if (isMe && me === undefined) return { kind: "nobodyIsMe", field: field.name };
    const meant = isMe && me !== undefined ? [me.id] : idsMeant(field, value);
    if (meant.length === 0) return { kind: "valueGone", field: field.name, value: textOf(value) };
    for (const id of meant) ids.set(String(id), id);
  }
  return { kind: "anyOf", field: field.name, ids: [...ids.values()] };
}

function isDateOperator(operator: Operator): operator is DateOperator {
  return operator === "=" || operator === "<" || operator === ">" || operator === "between";
}

function criterionOf(
  asked: Searchable,
  operator: Operator,
  values: readonly SavedValue[],
  { me, today }: Circumstances,
): Outcome {
  const { field, wanted } = asked;
  const [first = ""] = values;
  switch (wanted.kind) {
    case "words": {
      const text = textOf(first);
      return text.trim() === ""
        ? { kind: "badWords", field: field.name, value: text }
        : { kind: "contains", field: field.name, text };
    }
    case "number":
    case "artifact":
      return numberCriterion(field.name, operator, values);
    case "day":
      return isDateOperator(operator)
        ? dayCriterion(field.name, operator, values, today)
        : { kind: "operatorUnknown", field: field.name, operator };
    case "choices":
    case "people":
      return choiceCriterion(asked, values, me);
  }
}

function isCriterion(outcome: Outcome): outcome is Criterion {
  return outcome.kind === "contains" || outcome.kind === "anyOf" || outcome.kind === "date";
}

function resolveCondition(
  tracker: Tracker,
  { field: name, operator: word, values }: SavedCondition,
  circumstances: Circumstances,
): Outcome {
  const field = tracker.fields.find((each) => each.name === name);
  if (field === undefined) return { kind: "fieldGone", field: name };
  const asked = searchable(field);
  if (asked === undefined) return { kind: "notSearchable", field: name };
  const operator = asked.operators.find((each) => each === word);
  if (operator === undefined) return { kind: "operatorUnknown", field: name, operator: word };
  const wanted = valuesTaken(operator);
  if (wanted === undefined ? values.length === 0 : values.length !== wanted) {
    return { kind: "wrongCount", field: name, wanted };
  }
  const outcome = criterionOf(asked, operator, values, circumstances);
  if (!isCriterion(outcome)) return outcome;
  switch (criterionProblem(tracker, outcome)) {
    case undefined:
      return outcome;
    case "noneAlone":
      return { kind: "noneAlone", field: name };
    default:
      return { kind: "notSearchable", field: name };
  }
}

function repeated(where: readonly SavedCondition[]): readonly QueryProblem[] {
  const names = where.map(({ field }) => field);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(twice)].map((field) => ({ kind: "fieldRepeated", field }));
}

/** The status can be asked for once only: what was chosen of it, as far as that is open. */
function withOpenOnly(tracker: Tracker, criteria: readonly Criterion[]): Resolved {
  const open = openOnly(tracker);
  if (open.kind === "untold") return { kind: "criteria", criteria, open: "untold" };
  if (open.kind === "nothing") return open;
  const chosen = criteria.find(({ field }) => field === open.criterion.field);
  if (chosen?.kind !== "anyOf") {
    return { kind: "criteria", criteria: [...criteria, open.criterion], open: "wanted" };
  }
  const openIds = new Set(open.criterion.ids.map(String));
  const ids = chosen.ids.filter((id) => openIds.has(String(id)));
  if (ids.length === 0) return { kind: "nothing" };
  const narrowed = criteria.map((criterion) => (criterion === chosen ? { ...chosen, ids } : criterion));
  return { kind: "criteria", criteria: narrowed, open: "wanted" };
}

function unsendable(tracker: Tracker, resolved: Resolved): Resolved {
  if (resolved.kind !== "criteria") return resolved;
  const alone = resolved.criteria.find((each) => criterionProblem(tracker, each) === "noneAlone");
  return alone === undefined
    ? resolved
    : { kind: "problems", problems: [{ kind: "noneAlone", field: alone.field }] };
}

export function resolveQuery(
  tracker: Tracker,
  query: Pick<SavedQuery, "where" | "openOnly" | "text" | "report">,
  circumstances: Circumstances,
): Resolved {
  if (query.text !== undefined) return { kind: "text", text: query.text };
  if (query.report !== undefined) return { kind: "report", reportId: query.report };
  const outcomes = query.where.map((each) => resolveCondition(tracker, each, circumstances));
  const problems = [
    ...repeated(query.where),
    ...outcomes.filter((outcome): outcome is QueryProblem => !isCriterion(outcome)),
  ];
  if (problems.length > 0) return { kind: "problems", problems };
  const criteria = outcomes.filter(isCriterion);
  return query.openOnly === true
    ? unsendable(tracker, withOpenOnly(tracker, criteria))
    : { kind: "criteria", criteria, open: "notWanted" };
}
