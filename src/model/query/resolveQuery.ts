// Resolves a saved query into criteria, or into problems.
import { isCalendarDate } from "../localTime.ts";
import type { Choice, Field, Tracker } from "../tracker.ts";
import { type ChoiceId, noneChoiceId } from "../valueTypes.ts";
import {
  getConditionType,
  type Criterion,
  findCriterionProblem,
  type DateOperator,
  type ConditionOperator,
  type SearchableField,
  toSearchableField,
  getOperatorValueCount,
} from "./criteria.ts";
import type { SavedCondition, SavedQuery, SavedValue } from "./savedQuery.ts";

// Placeholders for the current user and date.

export const currentUserPlaceholder = "${me}";

const relativeDatePattern = /^\$\{today(?:\s*([+-])\s*(\d{1,5}))?\}$/;
const dayMs = 24 * 60 * 60 * 1000;

export function isPlaceholder(text: string): boolean {
  return text === currentUserPlaceholder || relativeDatePattern.test(text);
}

/** `${today}` with an offset in days. */
export function toDatePlaceholder(days: number): string {
  if (days === 0) return "${today}";
  return days > 0 ? `\${today+${days}}` : `\${today${days}}`;
}

/** Offset in days; undefined if the text isn't relative to today. */
export function parsePlaceholderDays(text: string): number | undefined {
  const match = relativeDatePattern.exec(text);
  return match === null ? undefined : Number(match[2] ?? 0) * (match[1] === "-" ? -1 : 1);
}

/**
 * Offsets in days that typed text can mean: signed, after "today", or as a placeholder. A plain number can
 * mean the past or the future, most likely the past. Empty for any other text.
 */
export function parseTypedRelativeDays(text: string): readonly number[] {
  const typed = text.trim().toLowerCase();
  const plainDays = /^\d{1,5}$/.test(typed) ? Number(typed) : undefined;
  if (plainDays !== undefined) return plainDays === 0 ? [0] : [-plainDays, plainDays];
  if (typed === "") return [];
  const days = parsePlaceholderDays(
    typed.startsWith("${") ? typed : `\${today${typed.replace(/^today/, "")}}`,
  );
  return days === undefined ? [] : [days];
}

/** Resolves a date or a placeholder. */
export function resolveDate(text: string, today: string): string | undefined {
  if (isCalendarDate(text)) return text;
  const days = parsePlaceholderDays(text);
  if (days === undefined || !isCalendarDate(today)) return undefined;
  // Calendar dates have no daylight saving time, so UTC works.
  const [day = ""] = new Date(Date.parse(today) + days * dayMs).toISOString().split("T");
  return isCalendarDate(day) ? day : undefined;
}

/** Local date as YYYY-MM-DD. */
export function formatLocalDate(now: Date): string {
  const pad = (number: number): string => String(number).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

// Saved queries store list values by label for readability; the server needs ids.

function isSameId(one: ChoiceId, other: ChoiceId): boolean {
  return String(one) === String(other);
}

function findIdsByLabel(choices: readonly Choice[], label: string): readonly ChoiceId[] {
  const exact = choices.filter((choice) => choice.label === label);
  if (exact.length > 0) return exact.map(({ id }) => id);
  const normalized = label.trim().toLocaleLowerCase();
  return choices.filter((choice) => choice.label.toLocaleLowerCase() === normalized).map(({ id }) => id);
}

/** As used in criteria: ids of open list values may have a letter prefix. */
function parseChoiceId(field: Field, value: ChoiceId): ChoiceId | undefined {
  const digits = String(value);
  if (getConditionType(field) === "openChoices" && /^[bo]\d{1,15}$/.test(digits)) return digits;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** Open-ended lists accept anything that looks like an id. */
function findIdsById(field: Field, value: ChoiceId): readonly ChoiceId[] {
  const { choices = [] } = field;
  const choice = choices.find(({ id }) => isSameId(id, value));
  if (choice !== undefined) return [choice.id];
  const id = parseChoiceId(field, value);
  const hasMore = choices.length === 0 || getConditionType(field) !== "choices";
  return id !== undefined && (hasMore || id === noneChoiceId) ? [id] : [];
}

/** Several ids if values share a label, none if the value no longer exists. */
export function resolveChoiceIds(field: Field, value: SavedValue): readonly ChoiceId[] {
  if (typeof value === "number") return findIdsById(field, value);
  if (typeof value === "string") {
    const ids = findIdsByLabel(field.choices ?? [], value);
    return ids.length > 0 ? ids : findIdsById(field, value.trim());
  }
  const ids = findIdsById(field, value.id);
  return ids.length > 0 ? ids : findIdsByLabel(field.choices ?? [], value.label);
}

/** Stored by label if that is unambiguous, unless the ID itself is a word. */
export function toSavedValue(field: Field, id: ChoiceId, label: string): SavedValue {
  if (typeof id === "string" && /^[a-z]+$/.test(id)) return id;
  const isReadable = label.trim() !== "" && label === label.trim();
  if (!isReadable) return typeof id === "number" ? id : { id, label: id };
  const matches = findIdsByLabel(field.choices ?? [], label);
  const isPlain =
    matches.length === 1 && matches.every((each) => isSameId(each, id)) && !label.startsWith("${");
  return isPlain ? label : { id, label };
}

type OpenOnlyFilter =
  | { readonly kind: "criterion"; readonly criterion: Criterion & { readonly kind: "anyOf" } }
  /** No status value is open. */
  | { readonly kind: "noMatches" }
  /** The tracker has no status semantic. */
  | { readonly kind: "notReported" };

export function getOpenOnlyFilter({ fields, semantics }: Tracker): OpenOnlyFilter {
  const { status } = semantics;
  const field = fields.find(({ id }) => id === status?.fieldId);
  if (status === undefined || field === undefined) return { kind: "notReported" };
  if (status.openIds.length === 0) return { kind: "noMatches" };
  return { kind: "criterion", criterion: { kind: "anyOf", field: field.name, ids: status.openIds } };
}

export type QueryProblem =
  | {
      readonly kind: "fieldNotFound" | "duplicateField" | "notSearchable" | "currentUserUnknown";
      readonly field: string;
    }
  | { readonly kind: "unknownOperator"; readonly field: string; readonly operator: string }
  | {
      readonly kind: "valueNotFound" | "invalidDate" | "invalidNumber" | "emptyText";
      readonly field: string;
      readonly value: string;
    }
  /** `expectedCount` is undefined for one or more. */
  | { readonly kind: "wrongValueCount"; readonly field: string; readonly expectedCount: number | undefined }
  /** Servers ignore a condition with "none" as the only value. */
  | { readonly kind: "onlyNone"; readonly field: string }
  /** The query would take too many requests. */
  | { readonly kind: "tooManyUsers"; readonly field: string };

export type QueryResolutionResult =
  | {
      readonly kind: "criteria";
      readonly criteria: readonly Criterion[];
      /** `notReported`: the server doesn't report which artifacts are open. */
      readonly openOnly: "applied" | "notRequested" | "notReported";
    }
  /** TQL, which has its own functions for the current user and date. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "report"; readonly reportId: number }
  /** No artifact can match, so no request is sent. */
  | { readonly kind: "noMatches" }
  | { readonly kind: "problems"; readonly problems: readonly QueryProblem[] };

interface QueryContext {
  /** Undefined if unknown. */
  readonly currentUser: { readonly id: number } | undefined;
  /** Local date as YYYY-MM-DD. */
  readonly today: string;
}

type CriterionOrProblem = Criterion | QueryProblem;

function toText(value: SavedValue): string {
  return typeof value === "object" ? value.label : String(value);
}

/** Servers accept comparisons as text; ranges can't contain signs. */
function toNumberCriterion(
  field: string,
  operator: ConditionOperator,
  values: readonly SavedValue[],
): CriterionOrProblem {
  const pattern = operator === "between" ? /^\d+(?:\.\d+)?$/ : /^-?\d+(?:\.\d+)?$/;
  const texts = values.map((value) => toText(value).trim());
  const invalid = texts.find((text) => !pattern.test(text));
  if (invalid !== undefined) return { kind: "invalidNumber", field, value: invalid };
  const text = operator === "between" ? texts.join("-") : `${operator === "=" ? "" : operator}${texts[0]}`;
  return { kind: "contains", field, text };
}

function toDateCriterion(
  field: string,
  operator: DateOperator,
  values: readonly SavedValue[],
  today: string,
): CriterionOrProblem {
  const texts = values.map((value) => toText(value).trim());
  const days = texts.map((text) => resolveDate(text, today));
  const invalid = texts.find((_, index) => days[index] === undefined);
  if (invalid !== undefined) return { kind: "invalidDate", field, value: invalid };
  return { kind: "date", field, operator, dates: days.filter((day) => day !== undefined) };
}

function toChoiceCriterion(
  { field, valueType }: SearchableField,
  values: readonly SavedValue[],
  currentUser: QueryContext["currentUser"],
): CriterionOrProblem {
  const canBeCurrentUser =
    valueType.kind === "people" || (valueType.kind === "choices" && valueType.canBeCurrentUser);
  const ids = new Map<string, ChoiceId>();
  for (const value of values) {
    const isCurrentUser = value === currentUserPlaceholder && canBeCurrentUser;
    if (isCurrentUser && currentUser === undefined) return { kind: "currentUserUnknown", field: field.name };
    const matches =
      isCurrentUser && currentUser !== undefined ? [currentUser.id] : resolveChoiceIds(field, value);
    if (matches.length === 0) return { kind: "valueNotFound", field: field.name, value: toText(value) };
    for (const id of matches) ids.set(String(id), id);
  }
  return { kind: "anyOf", field: field.name, ids: [...ids.values()] };
}

function isDateOperator(operator: ConditionOperator): operator is DateOperator {
  return operator === "=" || operator === "<" || operator === ">" || operator === "between";
}

function toCriterion(
  searchable: SearchableField,
  operator: ConditionOperator,
  values: readonly SavedValue[],
  { currentUser, today }: QueryContext,
): CriterionOrProblem {
  const { field, valueType } = searchable;
  const [first = ""] = values;
  switch (valueType.kind) {
    case "words": {
      const text = toText(first);
      return text.trim() === ""
        ? { kind: "emptyText", field: field.name, value: text }
        : { kind: "contains", field: field.name, text };
    }
    case "number":
    case "artifact":
      return toNumberCriterion(field.name, operator, values);
    case "day":
      return isDateOperator(operator)
        ? toDateCriterion(field.name, operator, values, today)
        : { kind: "unknownOperator", field: field.name, operator };
    case "choices":
    case "people":
      return toChoiceCriterion(searchable, values, currentUser);
  }
}

function isCriterion(outcome: CriterionOrProblem): outcome is Criterion {
  return outcome.kind === "contains" || outcome.kind === "anyOf" || outcome.kind === "date";
}

function resolveCondition(
  tracker: Tracker,
  { field: name, operator: operatorName, values }: SavedCondition,
  context: QueryContext,
): CriterionOrProblem {
  const field = tracker.fields.find((each) => each.name === name);
  if (field === undefined) return { kind: "fieldNotFound", field: name };
  const searchable = toSearchableField(field);
  if (searchable === undefined) return { kind: "notSearchable", field: name };
  const operator = searchable.operators.find((each) => each === operatorName);
  if (operator === undefined) return { kind: "unknownOperator", field: name, operator: operatorName };
  const expectedCount = getOperatorValueCount(operator);
  if (expectedCount === undefined ? values.length === 0 : values.length !== expectedCount) {
    return { kind: "wrongValueCount", field: name, expectedCount };
  }
  const outcome = toCriterion(searchable, operator, values, context);
  if (!isCriterion(outcome)) return outcome;
  switch (findCriterionProblem(tracker, outcome)) {
    case undefined:
      return outcome;
    case "onlyNone":
      return { kind: "onlyNone", field: name };
    default:
      return { kind: "notSearchable", field: name };
  }
}

export function findDuplicateFields(where: readonly SavedCondition[]): readonly QueryProblem[] {
  const names = where.map(({ field }) => field);
  const duplicates = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(duplicates)].map((field) => ({ kind: "duplicateField", field }));
}

/** A field can occur in one criterion only, so the open values are intersected with the chosen ones. */
function addOpenOnlyCriterion(tracker: Tracker, criteria: readonly Criterion[]): QueryResolutionResult {
  const open = getOpenOnlyFilter(tracker);
  if (open.kind === "notReported") return { kind: "criteria", criteria, openOnly: "notReported" };
  if (open.kind === "noMatches") return open;
  const chosen = criteria.find(({ field }) => field === open.criterion.field);
  if (chosen?.kind !== "anyOf") {
    return { kind: "criteria", criteria: [...criteria, open.criterion], openOnly: "applied" };
  }
  const openIds = new Set(open.criterion.ids.map(String));
  const ids = chosen.ids.filter((id) => openIds.has(String(id)));
  if (ids.length === 0) return { kind: "noMatches" };
  const narrowed = criteria.map((criterion) => (criterion === chosen ? { ...chosen, ids } : criterion));
  return { kind: "criteria", criteria: narrowed, openOnly: "applied" };
}

function rejectOnlyNone(tracker: Tracker, resolved: QueryResolutionResult): QueryResolutionResult {
  if (resolved.kind !== "criteria") return resolved;
  const invalid = resolved.criteria.find((each) => findCriterionProblem(tracker, each) === "onlyNone");
  return invalid === undefined
    ? resolved
    : { kind: "problems", problems: [{ kind: "onlyNone", field: invalid.field }] };
}

export function resolveQuery(
  tracker: Tracker,
  query: Pick<SavedQuery, "where" | "openOnly" | "text" | "report">,
  context: QueryContext,
): QueryResolutionResult {
  if (query.text !== undefined) return { kind: "text", text: query.text };
  if (query.report !== undefined) return { kind: "report", reportId: query.report };
  const outcomes = query.where.map((each) => resolveCondition(tracker, each, context));
  const problems = [
    ...findDuplicateFields(query.where),
    ...outcomes.filter((outcome): outcome is QueryProblem => !isCriterion(outcome)),
  ];
  if (problems.length > 0) return { kind: "problems", problems };
  const criteria = outcomes.filter(isCriterion);
  return query.openOnly === true
    ? rejectOnlyNone(tracker, addOpenOnlyCriterion(tracker, criteria))
    : { kind: "criteria", criteria, openOnly: "notRequested" };
}
