// What can be asked of a tracker: its fields, with the operators that servers know for each type.
import type { ArtifactRow } from "../artifact.ts";
import type { CriterionProblem } from "../failure.ts";
import { isDay } from "../localTime.ts";
import type { Choice, Field, Tracker } from "../tracker.ts";
import { type ChoiceId, type Chosen, noneId } from "../value.ts";

// What is asked of the artifacts of a tracker, and whether an answer can be believed.

export type DateOperator = "=" | "<" | ">" | "between";

/** One condition on one field; several are all to be met. */
export type Criterion =
  /** All words occur; for numbers also comparisons such as ">5" or "2-7". */
  | { readonly kind: "contains"; readonly field: string; readonly text: string }
  /** Any of these values is chosen. */
  | { readonly kind: "anyOf"; readonly field: string; readonly ids: readonly ChoiceId[] }
  | {
      readonly kind: "date";
      readonly field: string;
      readonly operator: DateOperator;
      readonly days: readonly string[];
    };

/**
 * `checked`: the rows have what each criterion asks for. `unchecked`: rows don't bring along what some criterion
 * is about. `contradicted`: a row does not fit, so the server has passed over a criterion.
 */
export type Credibility = "checked" | "unchecked" | "contradicted";

const texts = new Set(["string", "text", "file"]);
const numbers = new Set(["int", "float", "aid", "priority", "art_link", "cross"]);
const lists = new Set(["sb", "rb", "msb", "cb", "tbl", "subby", "luby"]);
const dates = new Set(["date", "subon", "lud"]);
const numberPattern = /^(?:[<>]=?)?\s*-?\d+(?:\.\d+)?$|^-?\d+(?:\.\d+)?-\d+(?:\.\d+)?$/;

/** The kind of criterion that a type of field is searched by; undefined for types that are not searched. */
function searchedBy({ type }: Pick<Field, "type">): Criterion["kind"] | undefined {
  if (texts.has(type) || numbers.has(type)) return "contains";
  if (lists.has(type)) return "anyOf";
  return dates.has(type) ? "date" : undefined;
}

function isNumeric({ type }: Pick<Field, "type">): boolean {
  return numbers.has(type);
}

function hasGoodValue({ type }: Field, criterion: Criterion): boolean {
  switch (criterion.kind) {
    case "contains":
      return numbers.has(type) ? numberPattern.test(criterion.text.trim()) : criterion.text.trim() !== "";
    case "anyOf":
      return criterion.ids.length > 0;
    case "date":
      return (
        criterion.days.length === (criterion.operator === "between" ? 2 : 1) && criterion.days.every(isDay)
      );
  }
}

/** Why a server would not heed a criterion; undefined if nothing is wrong with it. */
export function criterionProblem(tracker: Tracker, criterion: Criterion): CriterionProblem | undefined {
  const field = fieldNamed(tracker, criterion.field);
  if (field === undefined) return "unknownField";
  const kind = searchedBy(field);
  if (kind === undefined) return "notSearchable";
  if (kind !== criterion.kind) return "badOperator";
  if (!hasGoodValue(field, criterion)) return "badValue";
  const asksForNone = criterion.kind === "anyOf" && criterion.ids.every((id) => Number(id) === noneId);
  return asksForNone ? "noneAlone" : undefined;
}

function fieldNamed({ fields }: Tracker, name: string): Field | undefined {
  return fields.find((field) => field.name === name);
}

/** Whether a row meets a criterion; undefined where the row does not tell. */
function meets(tracker: Tracker, row: ArtifactRow, criterion: Criterion): boolean | undefined {
  const field = fieldNamed(tracker, criterion.field);
  if (field === undefined) return undefined;
  switch (criterion.kind) {
    case "contains":
      return meetsText(tracker, row, field, criterion.text.trim());
    case "anyOf":
      return meetsChoice(tracker, row, field, criterion.ids);
    case "date":
      // Days begin in the server's time zone, which an instant in the answer does not always tell.
      return undefined;
  }
}

function meetsText(
  { semantics }: Tracker,
  row: ArtifactRow,
  field: Field,
  wanted: string,
): boolean | undefined {
  if (field.type === "aid" && /^\d+$/.test(wanted)) return row.id === Number(wanted);
  // Between slashes stands a regular expression, which is the server's to understand.
  const canTell = field.id === semantics.titleFieldId && row.title !== undefined && !wanted.includes("/");
  if (!canTell) return undefined;
  if (holdsAllWords(row.title, wanted)) return true;
  // Which letters are alike is the database's to say: "ss" finds "ß" in some.
  return isPlain(row.title) && isPlain(wanted) ? false : undefined;
}

function isPlain(text: string): boolean {
  return /^[ -~\s]*$/.test(text);
}

function meetsChoice(
  { semantics }: Tracker,
  { status, submittedBy, assignees, modifiedOn }: ArtifactRow,
  field: Field,
  ids: readonly ChoiceId[],
): boolean | undefined {
  const isAmong = (person: Chosen): boolean => ids.some((id) => String(id) === String(person.id));
  if (field.id === semantics.status?.fieldId) {
    return status === undefined ? undefined : labels(field, ids)?.has(status);
  }
  if (field.type === "subby") return submittedBy === undefined ? undefined : isAmong(submittedBy);
  // A server that tells no more than title and status tells no assignees either.
  return field.id === semantics.assigneeFieldId && modifiedOn !== undefined
    ? assignees.some(isAmong)
    : undefined;
}

/** As databases compare: without case, and without accents. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLocaleLowerCase();
}

function holdsAllWords(title: string, words: string): boolean {
  const text = folded(title);
  return folded(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function labels(field: Field, ids: readonly ChoiceId[]): ReadonlySet<string> | undefined {
  const chosen = field.choices?.filter((choice) => ids.some((id) => String(id) === String(choice.id)));
  return chosen?.length === ids.length ? new Set(chosen.map(({ label }) => label)) : undefined;
}

export function credibility(
  tracker: Tracker,
  criteria: readonly Criterion[],
  rows: readonly ArtifactRow[],
): Credibility {
  const answers = new Set(rows.flatMap((row) => criteria.map((criterion) => meets(tracker, row, criterion))));
  if (answers.has(false)) return "contradicted";
  return answers.has(undefined) ? "unchecked" : "checked";
}

const operatorsOf = {
  words: ["contains"],
  number: ["=", "<", "<=", ">", ">=", "between"],
  artifact: ["="],
  choices: ["is"],
  people: ["is"],
  day: ["=", "<", ">", "between"],
} as const;

/** What a value is chosen from, or what it looks like. */
type Wanted =
  /** All of the words occur. */
  | { readonly kind: "words" }
  | { readonly kind: "number" }
  /** The number of an artifact at the other end of a link. */
  | { readonly kind: "artifact" }
  /** Any of them. `mayBeMe`: some of them may be people. `isOpen`: there may be values beside these. */
  | {
      readonly kind: "choices";
      readonly choices: readonly Choice[];
      readonly mayBeMe: boolean;
      readonly isOpen: boolean;
    }
  /** Anybody on the platform; they are searched for rather than listed. */
  | { readonly kind: "people" }
  | { readonly kind: "day" };

export type Operator = (typeof operatorsOf)[Wanted["kind"]][number];

export interface Searchable {
  readonly field: Field;
  readonly operators: readonly Operator[];
  readonly wanted: Wanted;
}

/** How many values an operator takes; undefined for any number of them. */
export function valuesTaken(operator: Operator): number | undefined {
  if (operator === "is") return undefined;
  return operator === "between" ? 2 : 1;
}

function wantedIn(field: Field, kind: Criterion["kind"]): Wanted | undefined {
  switch (kind) {
    case "contains":
      if (field.type === "art_link" || field.type === "cross") return { kind: "artifact" };
      return { kind: isNumeric(field) ? "number" : "words" };
    case "date":
      return { kind: "day" };
    case "anyOf":
      return wantedInList(field);
  }
}

function wantedInList({ type, binding, choices }: Field): Wanted | undefined {
  // A criterion names the list's own value for a group; what servers describe, and take in a change, is the group.
  if (binding === "ugroups") return undefined;
  const isAnybody = choices === undefined || choices.length === 0;
  if (type === "subby" || type === "luby" || (isAnybody && binding === "users")) return { kind: "people" };
  // A server that tells no bindings does not say either which lists are made of people.
  return {
    kind: "choices",
    choices: choices ?? [],
    mayBeMe: binding !== "static",
    isOpen: type === "tbl",
  };
}

/** Undefined for a field that no criterion can be about. */
export function searchable(field: Field): Searchable | undefined {
  // A name of digits is taken for the id of some field.
  const kind = field.name === "" || /^\d+$/.test(field.name) ? undefined : searchedBy(field);
  const wanted = kind === undefined ? undefined : wantedIn(field, kind);
  return wanted && { field, operators: operatorsOf[wanted.kind], wanted };
}

export function searchableFields({ fields }: Tracker): readonly Searchable[] {
  return fields.flatMap((field) => searchable(field) ?? []);
}
