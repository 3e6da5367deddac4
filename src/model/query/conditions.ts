// Conditions of queries: as text, and whether an artifact matches them.
import type { Artifact } from "../artifact.ts";
import type { FieldValue } from "../fields/registry.ts";
import type { Field, Tracker } from "../tracker.ts";
import { type ChoiceId, noneId } from "../value.ts";
import { type Criterion, type DateOperator, folded, type Searchable, searchable } from "./query.ts";
import { daysAfterToday, mePlaceholder } from "./resolve.ts";
import type { SavedCondition, SavedValue } from "./savedQuery.ts";

// A condition as people read it: the names of what it is about, without a sentence around them.

export type ShownValue =
  | { readonly kind: "me" | "none" }
  /** Counted from today. */
  | { readonly kind: "day"; readonly daysAfterToday: number }
  | { readonly kind: "text"; readonly text: string };

export interface ShownCondition {
  /** The field's label; its name where there is no such field any more. */
  readonly field: string;
  /** Undefined for a field that can't be asked about. */
  readonly wanted: Searchable["wanted"]["kind"] | undefined;
  readonly operator: string;
  readonly values: readonly ShownValue[];
}

/** Settings that were written by hand may have an id where we would have written a label. */
function labelOf({ choices = [] }: Field, value: SavedValue): ShownValue {
  if (typeof value === "object") {
    return Number(value.id) === noneId ? { kind: "none" } : { kind: "text", text: value.label };
  }
  const text = String(value);
  if (choices.some(({ label }) => label === text)) return { kind: "text", text };
  const byId = choices.find(({ id }) => String(id) === text);
  if (byId === undefined && Number(text) === noneId) return { kind: "none" };
  return { kind: "text", text: byId?.label ?? text };
}

function shownValue(asked: Searchable, value: SavedValue): ShownValue {
  const { field, wanted } = asked;
  const text = typeof value === "object" ? value.label : String(value);
  switch (wanted.kind) {
    case "people":
      return value === mePlaceholder ? { kind: "me" } : labelOf(field, value);
    case "choices":
      return value === mePlaceholder && wanted.mayBeMe ? { kind: "me" } : labelOf(field, value);
    case "day": {
      const days = daysAfterToday(text.trim());
      return days === undefined ? { kind: "text", text } : { kind: "day", daysAfterToday: days };
    }
    case "words":
    case "number":
    case "artifact":
      return { kind: "text", text };
  }
}

export function shownCondition(
  { fields }: Tracker,
  { field: name, operator, values }: SavedCondition,
): ShownCondition {
  const field = fields.find((each) => each.name === name);
  const asked = field && searchable(field);
  if (asked === undefined) {
    const texts = values.map((value) => (typeof value === "object" ? value.label : String(value)));
    return {
      field: field?.label ?? name,
      wanted: undefined,
      operator,
      values: texts.map((text) => ({ kind: "text", text })),
    };
  }
  return {
    field: asked.field.label,
    wanted: asked.wanted.kind,
    operator,
    values: values.map((value) => shownValue(asked, value)),
  };
}

// Whether an artifact, read whole, is what a criterion asks for. A row of a list does not tell the values of most fields: only
// this shows a server that has passed over a criterion.

/** Undefined where it can't be told: what is alike, and where a day begins, is the server's to say. */
type Verdict = boolean | undefined;

function holdsWords(source: string, wanted: string): Verdict {
  // Between slashes stands a regular expression; beyond plain letters databases differ in what is alike.
  const isPlain = [source, wanted].every((text) => /^[ -~\s]*$/.test(text)) && !wanted.includes("/");
  const text = folded(source);
  const hasAll = folded(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word));
  return hasAll || (isPlain ? false : undefined);
}

function comparesNumber(number: number | undefined, wanted: string): Verdict {
  const [, low, high] = /^(-?\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(wanted) ?? [];
  const [, sign = "", bound] = /^([<>]=?)?\s*(-?\d+(?:\.\d+)?)$/.exec(wanted) ?? [];
  if (number === undefined) return false;
  if (low !== undefined && high !== undefined) return number >= Number(low) && number <= Number(high);
  if (bound === undefined) return undefined;
  switch (sign) {
    case ">":
      return number > Number(bound);
    case ">=":
      return number >= Number(bound);
    case "<":
      return number < Number(bound);
    case "<=":
      return number <= Number(bound);
    default:
      return number === Number(bound);
  }
}

/** The days at the ends of a range are left to the server: an instant may be on another day there. */
function isOnDay(date: string | undefined, operator: DateOperator, days: readonly string[]): Verdict {
  const [first = "", last = first] = days;
  const day = date?.slice(0, 10);
  if (day === undefined) return false;
  if (day === first || day === last) return operator === "<" || operator === ">" ? undefined : true;
  switch (operator) {
    case "<":
      return day < first;
    case ">":
      return day > first;
    case "=":
      return isNeighbour(day, first) ? undefined : false;
    case "between":
      if (day > first && day < last) return true;
      return isNeighbour(day, first) || isNeighbour(day, last) ? undefined : false;
  }
}

function isNeighbour(day: string, other: string): boolean {
  return Math.abs(Date.parse(day) - Date.parse(other)) <= 24 * 60 * 60 * 1000;
}

function isAmong(held: readonly ChoiceId[], ids: readonly ChoiceId[]): boolean {
  if (held.length === 0) return ids.some((id) => Number(id) === noneId);
  return ids.some((id) => held.some((each) => String(each) === String(id)));
}

function meetsContains(value: FieldValue, wanted: string): Verdict {
  switch (value.kind) {
    case "string":
      return holdsWords(value.text, wanted);
    case "text":
      // Of what is written as HTML, the marks are searched too.
      return value.format === "html" ? undefined : holdsWords(value.source, wanted);
    case "int":
    case "float":
      return comparesNumber(value.number, wanted);
    default:
      return undefined;
  }
}

function meetsValue(value: FieldValue, criterion: Criterion): Verdict {
  switch (criterion.kind) {
    case "contains":
      return meetsContains(value, criterion.text.trim());
    case "anyOf":
      if (value.kind === "choices") {
        return isAmong(
          value.chosen.map(({ id }) => id),
          criterion.ids,
        );
      }
      return value.kind === "user" && value.user !== undefined
        ? isAmong([value.user.id], criterion.ids)
        : undefined;
    case "date":
      return value.kind === "date" ? isOnDay(value.date, criterion.operator, criterion.days) : undefined;
  }
}

/** False if any criterion is plainly not met, undefined if some can't be told. Servers may leave out fields without a value. */
export function isAsAsked(tracker: Tracker, criteria: readonly Criterion[], { values }: Artifact): Verdict {
  const verdicts = new Set(
    criteria.map((criterion) => {
      const field = tracker.fields.find(({ name }) => name === criterion.field);
      const entry = values.find((each) => each.kind === "entry" && each.fieldId === field?.id);
      return entry?.kind === "entry" ? meetsValue(entry.value, criterion) : undefined;
    }),
  );
  if (verdicts.has(false)) return false;
  return verdicts.has(undefined) ? undefined : true;
}
