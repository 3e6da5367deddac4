import { getGroupLabel } from "../product/representations/group.ts";
import type { ArtifactFilter } from "../query/criteria.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { Tracker } from "../state/tracker.ts";
import { noneValueId } from "../state/value.ts";
import { createDateFilter } from "./dateComparison.ts";
import { compareNumbers, createTextFilter, findUserIds, getComparedText } from "./metadataComparisons.ts";
import { InvalidPartError } from "./searchContext.ts";
import type { SearchContext } from "./searchContext.ts";
import type { SearchedFields, SearchedType } from "./searchedFields.ts";
import type { Comparison, ComparisonOperator } from "./tqlQuery.ts";

const listOperators: readonly ComparisonOperator[] = ["=", "!=", "IN()", "NOT IN()"];
const numberOperators: readonly ComparisonOperator[] = ["=", "!=", "<", "<=", ">", ">=", "BETWEEN()"];

const operatorsByType: Readonly<Record<SearchedType, readonly ComparisonOperator[]>> = {
  text: ["=", "!="],
  numeric: numberOperators,
  date: numberOperators,
  list_static: listOperators,
  list_user: listOperators,
  list_user_group: listOperators,
};

/** Compares the field of this name in each tracker; it has to be valid in at least one of them. */
export function createFieldComparison(
  comparison: Comparison,
  { type, byTracker }: SearchedFields,
  context: SearchContext,
): ArtifactFilter {
  const { name, operator } = comparison;
  if (!operatorsByType[type].includes(operator)) {
    throw new InvalidPartError(`The field '${name}' is not supported for the operator ${operator}.`);
  }
  const errors: InvalidPartError[] = [];
  const filters = new Map<number, ArtifactFilter>();
  for (const [tracker, field] of byTracker) {
    try {
      filters.set(tracker.id, createComparison(comparison, field, tracker, type, context));
    } catch (error) {
      if (!(error instanceof InvalidPartError)) throw error;
      errors.push(error);
    }
  }
  const [first] = errors;
  if (filters.size === 0 && first !== undefined) throw first;
  return (artifact) => filters.get(artifact.tracker.id)?.(artifact) === true;
}

function createComparison(
  comparison: Comparison,
  field: Field,
  tracker: Tracker,
  type: SearchedType,
  context: SearchContext,
): ArtifactFilter {
  switch (type) {
    case "text": {
      const matches = createTextFilter(comparison);
      return (artifact) => matches(getText(artifact, field));
    }
    case "numeric":
      return createNumberComparison(comparison, field);
    case "date":
      return createDateComparison(comparison, field, context);
    default:
      return createListComparison(comparison, field, tracker, context);
  }
}

function getText(artifact: Artifact, field: Field): string | undefined {
  const value = artifact.getValue(field);
  return value?.kind === "string" ? value.text : value?.kind === "text" ? value.source : undefined;
}

function createNumberComparison({ name, operator, values }: Comparison, field: Field): ArtifactFilter {
  const numbers = values.map((value) => {
    const text = getComparedText(value, name);
    if (text === "" || Number.isNaN(Number(text))) {
      throw new InvalidPartError(`The field '${name}' cannot be compared to the string value '${text}'.`);
    }
    return Number(text);
  });
  const [first = 0, last = first] = numbers;
  return (artifact) => {
    const value = artifact.getValue(field);
    const number = value?.kind === "number" ? value.number : null;
    return number === null ? operator === "!=" : compareNumbers(number, operator, first, last);
  };
}

function createDateComparison(comparison: Comparison, field: Field, context: SearchContext): ArtifactFilter {
  const { name, operator, values } = comparison;
  const [value] = values;
  const getDate = (artifact: Artifact): number | null => {
    const stored = artifact.getValue(field);
    return stored?.kind === "date" ? stored.at : null;
  };
  // An empty text is "no date".
  if (value?.kind === "text" && value.text === "" && (operator === "=" || operator === "!=")) {
    return (artifact) => (getDate(artifact) === null) === (operator === "=");
  }
  const matches = createDateFilter(comparison, context, {
    precision: field.kind === "date" && field.withTime ? "minute" : "day",
    createTextError: (text) =>
      new InvalidPartError(`The date field '${name}' cannot be compared to the string value '${text}'.`),
  });
  return (artifact) => {
    const at = getDate(artifact);
    return at === null ? operator === "!=" : matches(at);
  };
}

/** The values of a list that isn't of users. */
function listLabels(
  field: Field,
  { project }: Tracker,
): readonly { readonly id: number; readonly label: string }[] {
  if (!("binding" in field)) return [];
  switch (field.binding.kind) {
    case "static":
      return field.binding.choices;
    case "groups":
      return field.binding.groups.map(({ id, group }) => ({ id, label: getGroupLabel(group, project) }));
    case "users":
      return [];
  }
}

/** Static values and user groups by label, users by user name; an empty text is "no value". */
function createListComparison(
  comparison: Comparison,
  field: Field,
  tracker: Tracker,
  context: SearchContext,
): ArtifactFilter {
  const isNegated = comparison.operator === "!=" || comparison.operator === "NOT IN()";
  const searched = new Set(
    comparison.values.map((value) => {
      if (value.kind === "text" && value.text === "") return String(noneValueId);
      const isOfUsers = "binding" in field && field.binding.kind === "users";
      if (isOfUsers) return String(findUserIds({ ...comparison, values: [value] }, context)[0]);
      const label = getComparedText(value, comparison.name);
      const choice = listLabels(field, tracker).find(
        (each) => each.label.toLowerCase() === label.toLowerCase(),
      );
      if (choice !== undefined) return String(choice.id);
      throw new InvalidPartError(
        `The value '${label}' doesn't exist for the list field '${comparison.name}'.`,
      );
    }),
  );
  return (artifact) => getSelectedIds(artifact, field).some((id) => searched.has(id)) !== isNegated;
}

function getSelectedIds(artifact: Artifact, field: Field): readonly string[] {
  const value = artifact.getValue(field);
  const ids =
    value?.kind === "choices"
      ? value.ids.map(String)
      : value?.kind === "openChoices"
        ? value.items.map(({ id }) => id.replace(/^b/, ""))
        : value?.kind === "groups" && "binding" in field && field.binding.kind === "groups"
          ? field.binding.groups.flatMap(({ id, group }) => (value.groups.includes(group) ? String(id) : []))
          : [];
  return ids.length === 0 ? [String(noneValueId)] : ids;
}
