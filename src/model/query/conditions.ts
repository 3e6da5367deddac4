// Displays conditions of saved queries and checks artifacts against criteria.
import type { Artifact } from "../artifact.ts";
import type { ComparableValue } from "../fields/fieldType.ts";
import { toComparable } from "../fields/hostRegistry.ts";
import type { Field, Tracker } from "../tracker.ts";
import { type ChoiceId, noneChoiceId } from "../valueTypes.ts";
import {
  type Criterion,
  type DateOperator,
  foldCaseAndAccents,
  type SearchableField,
  toSearchableField,
} from "./criteria.ts";
import { parsePlaceholderDays, currentUserPlaceholder } from "./resolveQuery.ts";
import type { SavedCondition, SavedValue } from "./savedQuery.ts";

// A condition for display.

export type DisplayValue =
  | { readonly kind: "me" | "none" }
  /** Relative to today. */
  | { readonly kind: "day"; readonly daysAfterToday: number }
  | { readonly kind: "text"; readonly text: string };

export interface DisplayCondition {
  /** Label, or the name if the field no longer exists. */
  readonly field: string;
  /** Undefined for a field that can't be searched. */
  readonly valueType: SearchableField["valueType"]["kind"] | undefined;
  readonly operator: string;
  readonly values: readonly DisplayValue[];
}

/** Hand-written settings can contain an id instead of a label. */
function toListDisplayValue({ choices = [] }: Field, value: SavedValue): DisplayValue {
  if (typeof value === "object") {
    return Number(value.id) === noneChoiceId ? { kind: "none" } : { kind: "text", text: value.label };
  }
  const text = String(value);
  if (choices.some(({ label }) => label === text)) return { kind: "text", text };
  const byId = choices.find(({ id }) => String(id) === text);
  if (byId === undefined && Number(text) === noneChoiceId) return { kind: "none" };
  return { kind: "text", text: byId?.label ?? text };
}

function toDisplayValue(searchable: SearchableField, value: SavedValue): DisplayValue {
  const { field, valueType } = searchable;
  const text = typeof value === "object" ? value.label : String(value);
  switch (valueType.kind) {
    case "people":
      return value === currentUserPlaceholder ? { kind: "me" } : toListDisplayValue(field, value);
    case "choices":
      return value === currentUserPlaceholder && valueType.canBeCurrentUser
        ? { kind: "me" }
        : toListDisplayValue(field, value);
    case "day": {
      const days = parsePlaceholderDays(text.trim());
      return days === undefined ? { kind: "text", text } : { kind: "day", daysAfterToday: days };
    }
    case "words":
    case "number":
    case "artifact":
      return { kind: "text", text };
  }
}

export function toDisplayCondition(
  { fields }: Tracker,
  { field: name, operator, values }: SavedCondition,
): DisplayCondition {
  const field = fields.find((each) => each.name === name);
  const searchable = field && toSearchableField(field);
  if (searchable === undefined) {
    const texts = values.map((value) => (typeof value === "object" ? value.label : String(value)));
    return {
      field: field?.label ?? name,
      valueType: undefined,
      operator,
      values: texts.map((text) => ({ kind: "text", text })),
    };
  }
  return {
    field: searchable.field.label,
    valueType: searchable.valueType.kind,
    operator,
    values: values.map((value) => toDisplayValue(searchable, value)),
  };
}

// Checks a fully loaded artifact, because rows lack most fields: this detects criteria that the server
// ignored.

/** Undefined if unknown: collation and time zones depend on the server. */
type MatchResult = boolean | undefined;

function textContainsWords(source: string, searched: string): MatchResult {
  // Text between slashes is a regular expression; collation of non-ASCII text depends on the database.
  const isPlain = [source, searched].every((text) => /^[ -~\s]*$/.test(text)) && !searched.includes("/");
  const text = foldCaseAndAccents(source);
  const hasAll = foldCaseAndAccents(searched)
    .split(/\s+/)
    .every((word) => text.includes(word));
  return hasAll || (isPlain ? false : undefined);
}

function matchesNumber(number: number | undefined, searched: string): MatchResult {
  const [, low, high] = /^(-?\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(searched) ?? [];
  const [, sign = "", bound] = /^([<>]=?)?\s*(-?\d+(?:\.\d+)?)$/.exec(searched) ?? [];
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

/** Dates at the limits of a range can't be checked because of time zones. */
function matchesDate(date: string | undefined, operator: DateOperator, days: readonly string[]): MatchResult {
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
      return isAdjacentDate(day, first) ? undefined : false;
    case "between":
      if (day > first && day < last) return true;
      return isAdjacentDate(day, first) || isAdjacentDate(day, last) ? undefined : false;
  }
}

function isAdjacentDate(day: string, other: string): boolean {
  return Math.abs(Date.parse(day) - Date.parse(other)) <= 24 * 60 * 60 * 1000;
}

function hasAnyChoice(current: readonly ChoiceId[], ids: readonly ChoiceId[]): boolean {
  if (current.length === 0) return ids.some((id) => Number(id) === noneChoiceId);
  return ids.some((id) => current.some((each) => String(each) === String(id)));
}

function matchesValue(value: ComparableValue | undefined, criterion: Criterion): MatchResult {
  switch (criterion.kind) {
    case "contains":
      if (value?.kind === "number") return matchesNumber(value.number, criterion.text.trim());
      return value?.kind === "text" ? textContainsWords(value.text, criterion.text.trim()) : undefined;
    case "anyOf":
      return value?.kind === "choices" ? hasAnyChoice(value.ids, criterion.ids) : undefined;
    case "date":
      return value?.kind === "date"
        ? matchesDate(value.date, criterion.operator, criterion.dates)
        : undefined;
  }
}

/** False if a criterion is certainly not met, undefined if one can't be checked. Servers may omit empty fields. */
export function artifactMatchesCriteria(
  tracker: Tracker,
  criteria: readonly Criterion[],
  { values }: Artifact,
): MatchResult {
  const results = new Set(
    criteria.map((criterion) => {
      const field = tracker.fields.find(({ name }) => name === criterion.field);
      const entry = values.find((each) => each.kind === "entry" && each.fieldId === field?.id);
      return entry?.kind === "entry" ? matchesValue(toComparable(entry.value), criterion) : undefined;
    }),
  );
  if (results.has(false)) return false;
  return results.has(undefined) ? undefined : true;
}
