// Searchable fields of a tracker, their operators, and criteria.
import type { ArtifactRow } from "../artifact.ts";
import type { CriterionProblem } from "../failure.ts";
import type { ConditionType } from "../fields/fieldType.ts";
import { findServerType } from "../fields/hostRegistry.ts";
import { isCalendarDate } from "../localTime.ts";
import type { Choice, Field, Tracker } from "../tracker.ts";
import { type ChoiceId, type LabeledId, noneChoiceId } from "../valueTypes.ts";

export type DateOperator = "=" | "<" | ">" | "between";

/** A condition on one field; all criteria must match. */
export type Criterion =
  /** All words must occur; for numbers also comparisons such as ">5" or "2-7". */
  | { readonly kind: "contains"; readonly field: string; readonly text: string }
  /** Any of these values must be selected. */
  | { readonly kind: "anyOf"; readonly field: string; readonly ids: readonly ChoiceId[] }
  | {
      readonly kind: "date";
      readonly field: string;
      readonly operator: DateOperator;
      readonly dates: readonly string[];
    };

/**
 * `checked`: all rows match. `unchecked`: rows lack the data for some criterion. `contradicted`: a row
 * doesn't match, so the server ignored a criterion.
 */
export type FilterVerification = "checked" | "unchecked" | "contradicted";

const numberPattern = /^(?:[<>]=?)?\s*-?\d+(?:\.\d+)?$|^-?\d+(?:\.\d+)?-\d+(?:\.\d+)?$/;

const criterionKinds: Readonly<Record<ConditionType, Criterion["kind"]>> = {
  words: "contains",
  number: "contains",
  artifact: "contains",
  choices: "anyOf",
  openChoices: "anyOf",
  people: "anyOf",
  day: "date",
};

/** Undefined for types that can't be searched. */
export function getConditionType({ type }: Field): ConditionType | undefined {
  return findServerType(type)?.conditionType;
}

function hasValidValue(conditionType: ConditionType, criterion: Criterion): boolean {
  switch (criterion.kind) {
    case "contains":
      return conditionType === "words"
        ? criterion.text.trim() !== ""
        : numberPattern.test(criterion.text.trim());
    case "anyOf":
      return criterion.ids.length > 0;
    case "date":
      return (
        criterion.dates.length === (criterion.operator === "between" ? 2 : 1) &&
        criterion.dates.every(isCalendarDate)
      );
  }
}

/** Why the server would ignore a criterion; undefined if it is valid. */
export function findCriterionProblem(tracker: Tracker, criterion: Criterion): CriterionProblem | undefined {
  const field = findFieldByName(tracker, criterion.field);
  if (field === undefined) return "unknownField";
  const conditionType = getConditionType(field);
  if (conditionType === undefined) return "notSearchable";
  if (criterionKinds[conditionType] !== criterion.kind) return "invalidOperator";
  if (!hasValidValue(conditionType, criterion)) return "invalidValue";
  const isOnlyNone = criterion.kind === "anyOf" && criterion.ids.every((id) => Number(id) === noneChoiceId);
  return isOnlyNone ? "onlyNone" : undefined;
}

function findFieldByName({ fields }: Tracker, name: string): Field | undefined {
  return fields.find((field) => field.name === name);
}

/** Undefined if the row lacks the data. */
function rowMatchesCriterion(tracker: Tracker, row: ArtifactRow, criterion: Criterion): boolean | undefined {
  const field = findFieldByName(tracker, criterion.field);
  if (field === undefined) return undefined;
  switch (criterion.kind) {
    case "contains":
      return rowMatchesText(tracker, row, field, criterion.text.trim());
    case "anyOf":
      return rowMatchesChoices(tracker, row, field, criterion.ids);
    case "date":
      // Dates depend on the server's time zone, which responses don't always contain.
      return undefined;
  }
}

function rowMatchesText(
  { semantics }: Tracker,
  row: ArtifactRow,
  field: Field,
  searched: string,
): boolean | undefined {
  const isId = findServerType(field.type)?.builtInColumn === "id";
  if (isId && /^\d+$/.test(searched)) return row.id === Number(searched);
  // Text between slashes is a regular expression that only the server can evaluate.
  const canCheck = field.id === semantics.titleFieldId && row.title !== undefined && !searched.includes("/");
  if (!canCheck) return undefined;
  if (containsAllWords(row.title, searched)) return true;
  // Collation depends on the database: "ss" matches "ß" in some.
  return isAsciiText(row.title) && isAsciiText(searched) ? false : undefined;
}

function isAsciiText(text: string): boolean {
  return /^[ -~\s]*$/.test(text);
}

function rowMatchesChoices(
  { semantics }: Tracker,
  { status, submittedBy, assignees, modifiedOn }: ArtifactRow,
  field: Field,
  ids: readonly ChoiceId[],
): boolean | undefined {
  const isSelected = (person: LabeledId): boolean => ids.some((id) => String(id) === String(person.id));
  if (field.id === semantics.status?.fieldId) {
    return status === undefined ? undefined : getChoiceLabels(field, ids)?.has(status);
  }
  if (findServerType(field.type)?.builtInColumn === "submittedBy") {
    return submittedBy === undefined ? undefined : isSelected(submittedBy);
  }
  // Servers that report only title and status don't report assignees.
  return field.id === semantics.assigneeFieldId && modifiedOn !== undefined
    ? assignees.some(isSelected)
    : undefined;
}

/** Ignores case and accents like databases do. */
export function foldCaseAndAccents(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLocaleLowerCase();
}

function containsAllWords(title: string, words: string): boolean {
  const text = foldCaseAndAccents(title);
  return foldCaseAndAccents(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function getChoiceLabels(field: Field, ids: readonly ChoiceId[]): ReadonlySet<string> | undefined {
  const chosen = field.choices?.filter((choice) => ids.some((id) => String(id) === String(choice.id)));
  return chosen?.length === ids.length ? new Set(chosen.map(({ label }) => label)) : undefined;
}

export function verifyRowsMatchCriteria(
  tracker: Tracker,
  criteria: readonly Criterion[],
  rows: readonly ArtifactRow[],
): FilterVerification {
  const results = new Set(
    rows.flatMap((row) => criteria.map((criterion) => rowMatchesCriterion(tracker, row, criterion))),
  );
  if (results.has(false)) return "contradicted";
  return results.has(undefined) ? "unchecked" : "checked";
}

const operatorsByValueType = {
  words: ["contains"],
  number: ["=", "<", "<=", ">", ">=", "between"],
  artifact: ["="],
  choices: ["is"],
  people: ["is"],
  day: ["=", "<", ">", "between"],
} as const;

type ConditionValueType =
  /** All words must occur. */
  | { readonly kind: "words" }
  | { readonly kind: "number" }
  /** Id of a linked artifact. */
  | { readonly kind: "artifact" }
  /** Any of the choices. `canBeCurrentUser`: the list may contain users. `isOpenList`: there may be other values. */
  | {
      readonly kind: "choices";
      readonly choices: readonly Choice[];
      readonly canBeCurrentUser: boolean;
      readonly isOpenList: boolean;
    }
  /** Any user; searched instead of listed. */
  | { readonly kind: "people" }
  | { readonly kind: "day" };

export type ConditionOperator = (typeof operatorsByValueType)[ConditionValueType["kind"]][number];

export interface SearchableField {
  readonly field: Field;
  readonly operators: readonly ConditionOperator[];
  readonly valueType: ConditionValueType;
}

/** Undefined for one or more. */
export function getOperatorValueCount(operator: ConditionOperator): number | undefined {
  if (operator === "is") return undefined;
  return operator === "between" ? 2 : 1;
}

function getListValueType({ binding, choices }: Field, isOpenList: boolean): ConditionValueType | undefined {
  // Criteria need the list's own value ids for groups, but servers only report group ids.
  if (binding === "ugroups") return undefined;
  const isAnybody = choices === undefined || choices.length === 0;
  if (isAnybody && binding === "users") return { kind: "people" };
  // Without bindings, any list may contain users.
  return {
    kind: "choices",
    choices: choices ?? [],
    canBeCurrentUser: binding !== "static",
    isOpenList,
  };
}

/** Undefined for a field that can't be searched. */
export function toSearchableField(field: Field): SearchableField | undefined {
  // The server would take a numeric name for a field id.
  const kind = field.name === "" || /^\d+$/.test(field.name) ? undefined : getConditionType(field);
  if (kind === undefined) return undefined;
  const isList = kind === "choices" || kind === "openChoices";
  const valueType = isList ? getListValueType(field, kind === "openChoices") : { kind };
  return valueType && { field, operators: operatorsByValueType[valueType.kind], valueType };
}

export function getSearchableFields({ fields }: Tracker): readonly SearchableField[] {
  return fields.flatMap((field) => toSearchableField(field) ?? []);
}
