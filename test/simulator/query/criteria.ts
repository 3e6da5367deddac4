import { canReadField } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import { getWireType } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import type { Viewer } from "../state/user.ts";
import type { Project } from "../state/project.ts";
import { parseDateCriterion, isDateField } from "./dateCriterion.ts";
import { isObject } from "../http/json.ts";
import type { Json } from "../http/json.ts";
import { parseListCriterion } from "./listCriterion.ts";
import { HttpError } from "../http/httpError.ts";
import { parseNumberCriterion, parseTextCriterion } from "./valueCriteria.ts";

export type ArtifactFilter = (artifact: Artifact) => boolean;

/**
 * Parses a query into a filter. All criteria must match. A criterion that doesn't apply (an unreadable field, an
 * invalid date, a field type that can't be searched) is ignored, which widens the result; an unknown field is an error.
 */
export function parseCriteria(
  query: Json,
  fields: readonly Field[],
  project: Project,
  viewer: Viewer,
): ArtifactFilter {
  if (!isObject(query)) return () => true;
  const unknown: string[] = [];
  const tests: ArtifactFilter[] = [];
  for (const [key, criterion] of Object.entries(query)) {
    const field = findField(fields, key);
    if (field === undefined) unknown.push(key);
    else if (canReadField(viewer, field, project)) {
      const test = parseCriterion(field, criterion);
      if (test !== undefined) tests.push(test);
    }
  }
  if (unknown.length > 0) throw new HttpError(400, `Following fields do not exist: ${unknown.join(", ")}`);
  return (artifact) => tests.every((test) => test(artifact));
}

/** By id first, then by name, as the product does. */
function findField(fields: readonly Field[], key: string): Field | undefined {
  return fields.find((field) => String(field.id) === key) ?? fields.find((field) => field.name === key);
}

function parseCriterion(field: Field, criterion: Json): ArtifactFilter | undefined {
  const { operator, value } = parseOperatorAndValue(field, criterion);
  if (isDateField(field)) {
    if (!["contains", "=", "<", ">", "between"].includes(operator)) throw createOperatorError(field);
    return parseDateCriterion(field, operator, value);
  }
  if (operator !== "contains") throw createOperatorError(field);
  switch (field.kind) {
    case "string":
    case "text":
    case "file":
      return parseTextCriterion(field, value);
    case "number":
    case "links":
      return parseNumberCriterion(field, value);
    case "list":
    case "openList":
      return parseListCriterion(field, value);
    case "automatic":
      if (field.type === "subby" || field.type === "luby") return parseListCriterion(field, value);
      return field.type === "aid" || field.type === "priority"
        ? parseNumberCriterion(field, value)
        : undefined;
    default:
      return undefined;
  }
}

function parseOperatorAndValue(
  field: Field,
  criterion: Json,
): { readonly operator: string; readonly value: Json } {
  if (!isObject(criterion)) return { operator: "contains", value: criterion };
  const { operator, value } = criterion;
  if (typeof operator !== "string" || value === undefined) {
    throw new HttpError(
      400,
      `Criterion of field ${field.name} (${getWireType(field)}) needs an operator and a value`,
    );
  }
  return { operator, value };
}

function createOperatorError(field: Field): HttpError {
  return new HttpError(400, `Invalid operator for field ${field.name}`);
}
