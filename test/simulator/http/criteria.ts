import { canReadField } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import { typeOf } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import type { Viewer } from "../state/people.ts";
import type { Project } from "../state/project.ts";
import { dateCriterion, isDateField } from "./dateCriterion.ts";
import { isObject } from "./json.ts";
import type { Json } from "./json.ts";
import { listCriterion } from "./listCriterion.ts";
import { Refusal } from "./refusal.ts";
import { numberCriterion, textCriterion } from "./valueCriteria.ts";

export type Fits = (artifact: Artifact) => boolean;

/**
 * What a query asks for, as one test. All criteria must hold. One that does not apply (an unreadable field, a date that is none, a
 * kind of field that can't be searched) is left out, which widens the result; an unknown field is refused.
 */
export function parseCriteria(query: Json, fields: readonly Field[], project: Project, viewer: Viewer): Fits {
  if (!isObject(query)) return () => true;
  const unknown: string[] = [];
  const tests: Fits[] = [];
  for (const [key, criterion] of Object.entries(query)) {
    const field = findField(fields, key);
    if (field === undefined) unknown.push(key);
    else if (canReadField(viewer, field, project)) {
      const test = parseCriterion(field, criterion);
      if (test !== undefined) tests.push(test);
    }
  }
  if (unknown.length > 0) throw new Refusal(400, `Following fields do not exist: ${unknown.join(", ")}`);
  return (artifact) => tests.every((test) => test(artifact));
}

/** By id first, then by name, as the product does. */
function findField(fields: readonly Field[], key: string): Field | undefined {
  return fields.find((field) => String(field.id) === key) ?? fields.find((field) => field.name === key);
}

function parseCriterion(field: Field, criterion: Json): Fits | undefined {
  const { operator, value } = operatorAndValue(field, criterion);
  if (isDateField(field)) {
    if (!["contains", "=", "<", ">", "between"].includes(operator)) throw badOperator(field);
    return dateCriterion(field, operator, value);
  }
  if (operator !== "contains") throw badOperator(field);
  switch (field.kind) {
    case "string":
    case "text":
    case "file":
      return textCriterion(field, value);
    case "number":
    case "links":
      return numberCriterion(field, value);
    case "list":
    case "openList":
      return listCriterion(field, value);
    case "automatic":
      if (field.type === "subby" || field.type === "luby") return listCriterion(field, value);
      return field.type === "aid" || field.type === "priority" ? numberCriterion(field, value) : undefined;
    default:
      return undefined;
  }
}

function operatorAndValue(
  field: Field,
  criterion: Json,
): { readonly operator: string; readonly value: Json } {
  if (!isObject(criterion)) return { operator: "contains", value: criterion };
  const { operator, value } = criterion;
  if (typeof operator !== "string" || value === undefined) {
    throw new Refusal(
      400,
      `Criterion of field ${field.name} (${typeOf(field)}) needs an operator and a value`,
    );
  }
  return { operator, value };
}

function badOperator(field: Field): Refusal {
  return new Refusal(400, `Invalid operator for field ${field.name}`);
}
