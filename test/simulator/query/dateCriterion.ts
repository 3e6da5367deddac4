import { parseDate } from "../clock.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { Json } from "../http/json.ts";

const day = 24 * 60 * 60 * 1000;

export function isDateField(field: Field): boolean {
  return (
    field.kind === "date" || (field.kind === "automatic" && (field.type === "subon" || field.type === "lud"))
  );
}

/** Compares whole days from the given date. An invalid date is no criterion. */
export function parseDateCriterion(
  field: Field,
  operator: string,
  value: Json,
): ((artifact: Artifact) => boolean) | undefined {
  const [from, to] = Array.isArray(value)
    ? (value as readonly Json[]).map(parseInstant)
    : [parseInstant(value)];
  if (from === undefined) return undefined;
  const test = (matches: (at: number) => boolean) => (artifact: Artifact) => {
    const at = getDate(artifact, field);
    return at !== undefined && matches(at);
  };
  switch (operator) {
    case "<":
      return test((at) => at < from);
    case ">":
      return test((at) => at >= from + day);
    case "between":
      return to === undefined ? undefined : test((at) => at >= from && at < to + day);
    default:
      return test((at) => at >= from && at < from + day);
  }
}

function parseInstant(value: Json): number | undefined {
  return typeof value === "string" ? parseDate(value) : undefined;
}

function getDate(artifact: Artifact, field: Field): number | undefined {
  if (field.kind === "automatic") return field.type === "subon" ? artifact.submittedOn : artifact.updatedOn;
  const value = artifact.getValue(field);
  return value?.kind === "date" ? (value.at ?? undefined) : undefined;
}
