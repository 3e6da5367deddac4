import { parseDate, getStartOfDay } from "../clock.ts";
import type { Field } from "../state/field.ts";
import type { Viewer } from "../state/user.ts";
import { noneValueId } from "../state/value.ts";
import type { ServerState } from "../state/serverState.ts";
import type { ArtifactFilter } from "./criteria.ts";
import { parseDateCriterion, isDateField } from "./dateCriterion.ts";
import { parseListCriterion } from "./listCriterion.ts";
import { HttpError } from "../http/httpError.ts";
import { parseNumberCriterion, parseTextCriterion } from "./valueCriteria.ts";

export type QueryValue =
  | { readonly kind: "text" | "number"; readonly text: string }
  /** A number of days from now. */
  | { readonly kind: "now"; readonly days: number }
  | { readonly kind: "myself" };

export interface QueryContext {
  readonly server: ServerState;
  readonly viewer: Viewer;
}

const day = 24 * 60 * 60 * 1000;

function createComparisonError(field: Field): HttpError {
  return new HttpError(400, `The field '${field.name}' can't be compared like that`);
}

function negate(test: ArtifactFilter): ArtifactFilter {
  return (artifact) => !test(artifact);
}

function matchesAny(tests: readonly ArtifactFilter[]): ArtifactFilter {
  return (artifact) => tests.some((test) => test(artifact));
}

/** A comparison with one value. An empty text is "no value". */
export function createComparison(
  field: Field,
  operator: string,
  value: QueryValue,
  context: QueryContext,
): ArtifactFilter {
  if (operator === "!=") return negate(createComparison(field, "=", value, context));
  if (isDateField(field)) return createDateComparison(field, operator, value, context);
  if (field.kind === "number" || (field.kind === "automatic" && field.type === "aid")) {
    const text = value.kind === "number" || value.kind === "text" ? value.text : "";
    const test = parseNumberCriterion(field, operator === "=" ? text : `${operator}${text}`);
    if (test === undefined) throw createComparisonError(field);
    return test;
  }
  if (operator !== "=") throw createComparisonError(field);
  if (["string", "text", "file"].includes(field.kind)) {
    if (value.kind !== "text" && value.kind !== "number") throw createComparisonError(field);
    const test = parseTextCriterion(field, value.text === "" ? "/^$/" : value.text);
    if (test === undefined) throw createComparisonError(field);
    return test;
  }
  return createAnyOfFilter(field, [value], context);
}

export function createRangeFilter(
  field: Field,
  from: QueryValue,
  to: QueryValue,
  context: QueryContext,
): ArtifactFilter {
  const tests = [createComparison(field, ">=", from, context), createComparison(field, "<=", to, context)];
  return (artifact) => tests.every((test) => test(artifact));
}

/** Lists are searched by label, users by user name. */
export function createAnyOfFilter(
  field: Field,
  values: readonly QueryValue[],
  { server, viewer }: QueryContext,
): ArtifactFilter {
  if (field.kind !== "list" && !(field.kind === "automatic" && /^(sub|lu)by$/.test(field.type))) {
    throw createComparisonError(field);
  }
  const ids = values.map((value) => findValueId(field, value, server, viewer));
  const tests = ids.flatMap((id) => (id === noneValueId ? [] : (parseListCriterion(field, id) ?? [])));
  const isEmpty: ArtifactFilter = (artifact) => {
    const value = artifact.getValue(field);
    return value?.kind !== "choices" || value.ids.every((id) => id === noneValueId);
  };
  return matchesAny(ids.includes(noneValueId) ? [...tests, isEmpty] : tests);
}

function findValueId(field: Field, value: QueryValue, server: ServerState, viewer: Viewer): number {
  if (value.kind === "text" && value.text === "") return noneValueId;
  const choices =
    field.kind === "list" && field.binding.kind === "static" ? field.binding.choices : undefined;
  if (value.kind === "myself" && choices === undefined && viewer !== undefined) return viewer.id;
  const text = value.kind === "text" ? value.text : undefined;
  const id =
    choices === undefined
      ? [...server.users.values()].find(({ username }) => username === text)?.id
      : choices.find(({ label }) => label === text)?.id;
  if (id === undefined) throw new HttpError(400, `'${text ?? value.kind}' is no value of '${field.name}'`);
  return id;
}

function createDateComparison(
  field: Field,
  operator: string,
  value: QueryValue,
  { server }: QueryContext,
): ArtifactFilter {
  const from =
    value.kind === "now"
      ? getStartOfDay(server.clock.now() + value.days * day)
      : value.kind === "text"
        ? parseDate(value.text)
        : undefined;
  if (from === undefined) throw createComparisonError(field);
  const createIfOperator = (operation: string): ArtifactFilter | undefined =>
    parseDateCriterion(field, operation, new Date(from).toISOString());
  const tests =
    operator.length === 2
      ? [createIfOperator(operator.slice(0, 1)), createIfOperator("=")]
      : [createIfOperator(operator)];
  return matchesAny(tests.filter((test) => test !== undefined));
}
