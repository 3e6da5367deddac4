import type { ArtifactFilter } from "../query/criteria.ts";
import { foldCaseAndAccents } from "../query/valueCriteria.ts";
import type { Artifact } from "../state/artifact.ts";
import { noneValueId } from "../state/value.ts";
import { createDateFilter } from "./dateComparison.ts";
import { findSemanticField, InvalidPartError } from "./searchContext.ts";
import type { SearchContext } from "./searchContext.ts";
import type { Comparison, ComparisonOperator, TqlValue } from "./tqlQuery.ts";

export type CreateComparison = (comparison: Comparison, context: SearchContext) => ArtifactFilter;

/** What can be compared in every tracker. */
export const metadataComparisons: ReadonlyMap<string, CreateComparison> = new Map<string, CreateComparison>([
  ["@id", compareId],
  ["@title", createTextComparison("title")],
  ["@description", createTextComparison("description")],
  ["@status", compareStatus],
  ["@assigned_to", compareAssignees],
  ["@submitted_on", createDateComparison(({ submittedOn }) => submittedOn)],
  ["@last_update_date", createDateComparison(({ updatedOn }) => updatedOn)],
  ["@submitted_by", createUserComparison(({ submittedBy }) => submittedBy)],
  ["@last_update_by", createUserComparison(({ updatedBy }) => updatedBy)],
]);

function requireOperator({ name, operator }: Comparison, allowed: readonly ComparisonOperator[]): void {
  if (!allowed.includes(operator)) {
    throw new InvalidPartError(`${name} is not supported for the operator ${operator}.`);
  }
}

/** The text of a value; functions can't be compared with a text. */
export function getComparedText(value: TqlValue | undefined, name: string): string {
  switch (value?.kind) {
    case "text":
      return value.text;
    case "integer":
    case "float":
      return String(value.number);
    case "now":
    case "myself":
    case "open":
      throw new InvalidPartError(`${name} cannot be compared to ${value.kind.toUpperCase()}().`);
    case undefined:
      throw new Error("A comparison has a value.");
  }
}

function compareId(comparison: Comparison): ArtifactFilter {
  requireOperator(comparison, ["=", "!=", "<", "<=", ">", ">=", "BETWEEN()"]);
  const { name, operator, values } = comparison;
  const ids = values.map((value) => requireId(value, name));
  const [first = 0, last = first] = ids;
  if (first > last) {
    throw new InvalidPartError(
      `${name} cannot be compared with the BETWEEN() operator because the minimum value is greater than the maximum value.`,
    );
  }
  return ({ id }) => compareNumbers(id, operator, first, last);
}

export function compareNumbers(
  number: number,
  operator: ComparisonOperator,
  first: number,
  last: number,
): boolean {
  switch (operator) {
    case "=":
      return number === first;
    case "!=":
      return number !== first;
    case "<":
      return number < first;
    case "<=":
      return number <= first;
    case ">":
      return number > first;
    case ">=":
      return number >= first;
    default:
      return number >= first && number <= last;
  }
}

function requireId(value: TqlValue, name: string): number {
  if (getComparedText(value, name) === "") {
    throw new InvalidPartError(`${name} cannot be compared to an empty string.`);
  }
  if (value.kind !== "integer") throw new InvalidPartError(`${name} cannot be compared to a string.`);
  if (value.number < 1) {
    throw new InvalidPartError(`${name} cannot be compared to an integer lesser than one.`);
  }
  return value.number;
}

/** Trackers without this field match neither `=` nor `!=`. */
function createTextComparison(semantic: "title" | "description"): CreateComparison {
  return (comparison, { viewer }) => {
    requireOperator(comparison, ["=", "!="]);
    const matches = createTextFilter(comparison);
    return (artifact) => {
      const field = findSemanticField(artifact.tracker, semantic, viewer);
      if (field === undefined) return false;
      const value = artifact.getValue(field);
      return matches(
        value?.kind === "string" ? value.text : value?.kind === "text" ? value.source : undefined,
      );
    };
  };
}

/** `=` is "contains", ignoring case and accents; an empty text is only equal to an empty one. */
export function createTextFilter({ name, operator, values }: Comparison) {
  const text = foldCaseAndAccents(getComparedText(values[0], name));
  return (value: string | undefined): boolean => {
    const isEqual =
      value !== undefined && (text === "" ? value === "" : foldCaseAndAccents(value).includes(text));
    if (operator === "=") return isEqual;
    return text === "" ? value !== undefined && value !== "" : !isEqual;
  };
}

/** "None" is open, and trackers without a readable status match neither `=` nor `!=`. */
function compareStatus(comparison: Comparison, { viewer }: SearchContext): ArtifactFilter {
  requireOperator(comparison, ["=", "!="]);
  const { name, operator, values } = comparison;
  if (values[0]?.kind !== "open") {
    throw new InvalidPartError(`${name} cannot be compared to '${getComparedText(values[0], name)}'.`);
  }
  return (artifact) => {
    const field = findSemanticField(artifact.tracker, "status", viewer);
    if (field === undefined) return false;
    const value = artifact.getValue(field);
    const openIds = new Set([noneValueId, ...(artifact.tracker.semantics.status?.open ?? [])]);
    const isOpen = value?.kind === "choices" && value.ids.some((id) => openIds.has(id));
    return isOpen === (operator === "=");
  };
}

/** Trackers without this field, and artifacts that never had a value, match none but `= ''`. */
function compareAssignees(comparison: Comparison, context: SearchContext): ArtifactFilter {
  requireOperator(comparison, ["=", "!=", "IN()", "NOT IN()"]);
  const { operator, values } = comparison;
  const isList = operator === "IN()" || operator === "NOT IN()";
  const isEmptyText = !isList && values[0]?.kind === "text" && values[0].text === "";
  const userIds = isEmptyText ? [] : findUserIds(comparison, context);
  const isNegated = operator === "!=" || operator === "NOT IN()";
  return (artifact) => {
    const field = findSemanticField(artifact.tracker, "contributor", context.viewer);
    if (field === undefined) return false;
    const value = artifact.getValue(field);
    const ids = value?.kind === "choices" ? value.ids.filter((id) => id !== noneValueId) : undefined;
    if (isEmptyText) return (ids === undefined || ids.length === 0) !== isNegated;
    return ids !== undefined && ids.some((id) => userIds.includes(id)) !== isNegated;
  };
}

function createUserComparison(getUserId: (artifact: Artifact) => number): CreateComparison {
  return (comparison, context) => {
    requireOperator(comparison, ["=", "!=", "IN()", "NOT IN()"]);
    const userIds = findUserIds(comparison, context);
    const isNegated = comparison.operator === "!=" || comparison.operator === "NOT IN()";
    return (artifact) => userIds.includes(getUserId(artifact)) !== isNegated;
  };
}

export function findUserIds(
  { name, operator, values }: Comparison,
  { server, viewer }: SearchContext,
): readonly number[] {
  return values.map((value) => {
    if (value.kind === "myself") {
      if (viewer !== undefined) return viewer.id;
      throw new InvalidPartError(`${name} cannot be compared to MYSELF() for anonymous users.`);
    }
    const text = getComparedText(value, name);
    if (text === "") {
      throw new InvalidPartError(`${name} cannot be compared to the empty string with ${operator} operator.`);
    }
    const user = [...server.users.values()].find(({ username }) => username === text);
    if (user === undefined) {
      throw new InvalidPartError(`${name} cannot be compared to the string value '${text}'.`);
    }
    return user.id;
  });
}

function createDateComparison(getDate: (artifact: Artifact) => number): CreateComparison {
  return (comparison, context) => {
    const { name, operator } = comparison;
    const matches = createDateFilter(comparison, context, {
      precision: "minute",
      createTextError: (text) =>
        new InvalidPartError(
          text === ""
            ? `${name} cannot be compared to the empty string with ${operator} operator.`
            : // The product writes the operator where the text belongs.
              `${name} cannot be compared to the string value '${operator}'.`,
        ),
    });
    return (artifact) => matches(getDate(artifact));
  };
}
