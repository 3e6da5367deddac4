import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import { noneValueId } from "../state/value.ts";
import { createQueryError, findSemanticField, InvalidPartError } from "./searchContext.ts";
import type { SearchContext, SemanticName } from "./searchContext.ts";
import { findSearchedFields } from "./searchedFields.ts";
import type { SortOrder } from "./tqlQuery.ts";

type SortKey = string | number | null;
type GetSortKey = (artifact: Artifact) => SortKey;

const refinement = "Please refine your query or check the configuration of the trackers.";

/** By the id, newest first, unless the query has an order; artifacts without a value come before the others. */
export function sortArtifacts(
  artifacts: readonly Artifact[],
  order: SortOrder | undefined,
  context: SearchContext,
): readonly Artifact[] {
  const newestFirst = artifacts.toSorted((one, other) => other.id - one.id);
  if (order === undefined) return newestFirst;
  const getKey = createValidSortKey(order.name, context);
  const factor = order.direction === "ascending" ? 1 : -1;
  return newestFirst
    .map((artifact) => ({ artifact, key: getKey(artifact) }))
    .toSorted((one, other) => factor * compareKeys(one.key, other.key))
    .map(({ artifact }) => artifact);
}

function compareKeys(one: SortKey, other: SortKey): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en", { sensitivity: "base" });
}

function createValidSortKey(name: string, context: SearchContext): GetSortKey {
  try {
    return createGetSortKey(name, context);
  } catch (error) {
    throw error instanceof InvalidPartError ? createQueryError(error.message) : error;
  }
}

function createGetSortKey(name: string, context: SearchContext): GetSortKey {
  const getUserName = (id: number): SortKey => context.server.users.get(id)?.realName ?? null;
  switch (name) {
    case "@id":
      return ({ id }) => id;
    case "@submitted_on":
      return ({ submittedOn }) => submittedOn;
    case "@last_update_date":
      return ({ updatedOn }) => updatedOn;
    case "@submitted_by":
      return ({ submittedBy }) => getUserName(submittedBy);
    case "@last_update_by":
      return ({ updatedBy }) => getUserName(updatedBy);
    case "@title":
      return createSemanticSortKey(name, "title", context);
    case "@description":
      return createSemanticSortKey(name, "description", context);
    case "@status":
      return createSemanticSortKey(name, "status", context);
    case "@assigned_to":
      return createSemanticSortKey(name, "contributor", context);
    default:
      return createFieldSortKey(name, context);
  }
}

function createSemanticSortKey(name: string, semantic: SemanticName, context: SearchContext): GetSortKey {
  const { trackers, viewer } = context;
  const fields = new Map(
    trackers.flatMap((tracker) => {
      const field = findSemanticField(tracker, semantic, viewer);
      return field === undefined ? [] : [[tracker.id, field] as const];
    }),
  );
  requireSingleValues(name, [...fields.values()]);
  return (artifact) => getFieldSortKey(artifact, fields.get(artifact.tracker.id), context);
}

function createFieldSortKey(name: string, context: SearchContext): GetSortKey {
  const fields = name.startsWith("@") ? undefined : findSearchedFields(name, context);
  if (fields === undefined) {
    throw new InvalidPartError(`Sorting artifacts by ${name} is not allowed. ${refinement}`);
  }
  requireSingleValues(name, [...fields.byTracker.values()]);
  return (artifact) => getFieldSortKey(artifact, fields.byTracker.get(artifact.tracker), context);
}

function requireSingleValues(name: string, fields: readonly Field[]): void {
  const hasSeveralValues = fields.some(
    (field) => field.kind === "openList" || (field.kind === "list" && ["msb", "cb"].includes(field.type)),
  );
  if (hasSeveralValues) {
    throw new InvalidPartError(
      `${name} is a list with multiple values, sorting artifacts by it is not allowed. ${refinement}`,
    );
  }
}

function getFieldSortKey(artifact: Artifact, field: Field | undefined, context: SearchContext): SortKey {
  const value = field && artifact.getValue(field);
  switch (value?.kind) {
    case "string":
      return value.text;
    case "text":
      return value.source;
    case "number":
      return value.number;
    case "date":
      return value.at;
    case "choices": {
      const id = value.ids[0] ?? noneValueId;
      const choices = field?.kind === "list" && field.binding.kind === "static" ? field.binding.choices : [];
      const user = choices.length > 0 ? undefined : context.server.users.get(id);
      return choices.find((choice) => choice.id === id)?.label ?? user?.realName ?? null;
    }
    default:
      return null;
  }
}
