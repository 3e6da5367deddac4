// From a saved query to what is asked of the server now, or to what is wrong with it.
import { isDay } from "../localTime.ts";
import type { Choice, Field, Tracker } from "../tracker.ts";
import { type ChoiceId, noneId } from "../value.ts";
import {
  type Criterion,
  criterionProblem,
  type DateOperator,
  type Operator,
  type Searchable,
  searchable,
  valuesTaken,
} from "./query.ts";
import type { SavedCondition, SavedQuery, SavedValue } from "./savedQuery.ts";

// What stands in a saved query for something that is known only when it is asked: who asks, and when.

export const mePlaceholder = "${me}";

const relativeDay = /^\$\{today(?:\s*([+-])\s*(\d{1,5}))?\}$/;
const dayMs = 24 * 60 * 60 * 1000;

export function isPlaceholder(text: string): boolean {
  return text === mePlaceholder || relativeDay.test(text);
}

/** `${today}`, or so many days before or after it. */
export function todayAnd(days: number): string {
  if (days === 0) return "${today}";
  return days > 0 ? `\${today+${days}}` : `\${today${days}}`;
}

/** How many days after today a text means; undefined for one that counts nothing from today. */
export function daysAfterToday(text: string): number | undefined {
  const counted = relativeDay.exec(text);
  return counted === null ? undefined : Number(counted[2] ?? 0) * (counted[1] === "-" ? -1 : 1);
}

/**
 * How many days after today was typed: with a sign, after the word, or as it stands in a saved query. A number alone may mean either
 * side, most likely the past. None where it is something else.
 */
export function typedDays(text: string): readonly number[] {
  const typed = text.trim().toLowerCase();
  const days = /^\d{1,5}$/.test(typed) ? Number(typed) : undefined;
  if (days !== undefined) return days === 0 ? [0] : [-days, days];
  if (typed === "") return [];
  const counted = daysAfterToday(typed.startsWith("${") ? typed : `\${today${typed.replace(/^today/, "")}}`);
  return counted === undefined ? [] : [counted];
}

/** The day that a text means: one that is written out, or one that is counted from today. */
export function dayMeant(text: string, today: string): string | undefined {
  if (isDay(text)) return text;
  const days = daysAfterToday(text);
  if (days === undefined || !isDay(today)) return undefined;
  // Days of a calendar, which has no hours that are left out: UTC will do.
  const [day = ""] = new Date(Date.parse(today) + days * dayMs).toISOString().split("T");
  return isDay(day) ? day : undefined;
}

/** The day that it is here, at an instant. */
export function dayHere(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

// Values of lists in saved queries: by label for people who read the settings, by id for the server.

function same(one: ChoiceId, other: ChoiceId): boolean {
  return String(one) === String(other);
}

function labelled(choices: readonly Choice[], label: string): readonly ChoiceId[] {
  const exactly = choices.filter((choice) => choice.label === label);
  if (exactly.length > 0) return exactly.map(({ id }) => id);
  const wanted = label.trim().toLocaleLowerCase();
  return choices.filter((choice) => choice.label.toLocaleLowerCase() === wanted).map(({ id }) => id);
}

/** In the form that criteria take: those of open lists may have a letter before the digits. */
function idIn({ type }: Field, value: ChoiceId): ChoiceId | undefined {
  const digits = String(value);
  if (type === "tbl" && /^[bo]\d{1,15}$/.test(digits)) return digits;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** By its id, among what the list has; a list without an end has whatever looks like an id. */
function byId(field: Field, value: ChoiceId): readonly ChoiceId[] {
  const { choices = [], type } = field;
  const known = choices.find(({ id }) => same(id, value));
  if (known !== undefined) return [known.id];
  const id = idIn(field, value);
  const hasMore = choices.length === 0 || type === "tbl" || type === "subby" || type === "luby";
  return id !== undefined && (hasMore || id === noneId) ? [id] : [];
}

/** The ids that a value means: several where values share a label, none where it is gone. */
export function idsMeant(field: Field, value: SavedValue): readonly ChoiceId[] {
  if (typeof value === "number") return byId(field, value);
  if (typeof value === "string") {
    const ids = labelled(field.choices ?? [], value);
    return ids.length > 0 ? ids : byId(field, value.trim());
  }
  const ids = byId(field, value.id);
  return ids.length > 0 ? ids : labelled(field.choices ?? [], value.label);
}

/** How a value is best kept: by its label where that means it and nothing else. */
export function savedChoice(field: Field, id: ChoiceId, label: string): SavedValue {
  const isReadable = label.trim() !== "" && label === label.trim();
  if (!isReadable) return typeof id === "number" ? id : { id, label: id };
  const meant = labelled(field.choices ?? [], label);
  const isPlain = meant.length === 1 && meant.every((each) => same(each, id)) && !label.startsWith("${");
  return isPlain ? label : { id, label };
}

// Which artifacts of a tracker are open, as a criterion.

type OpenOnly =
  | { readonly kind: "criterion"; readonly criterion: Criterion & { readonly kind: "anyOf" } }
  /** No value of the status is an open one. */
  | { readonly kind: "nothing" }
  /** The server does not tell what is open: there is no status, or it says nothing of meanings. */
  | { readonly kind: "untold" };

export function openOnly({ fields, semantics }: Tracker): OpenOnly {
  const { status } = semantics;
  const field = fields.find(({ id }) => id === status?.fieldId);
  if (status === undefined || field === undefined) return { kind: "untold" };
  if (status.openIds.length === 0) return { kind: "nothing" };
  return { kind: "criterion", criterion: { kind: "anyOf", field: field.name, ids: status.openIds } };
}

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

interface Circumstances {
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
