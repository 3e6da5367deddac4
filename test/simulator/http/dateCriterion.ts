import { instantOf } from "../clock.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { Json } from "./json.ts";

const day = 24 * 60 * 60 * 1000;

export function isDateField(field: Field): boolean {
  return (
    field.kind === "date" || (field.kind === "automatic" && (field.type === "subon" || field.type === "lud"))
  );
}

/** Whole days counted from the given instant. A text that is no date is no criterion. */
export function dateCriterion(
  field: Field,
  operator: string,
  value: Json,
): ((artifact: Artifact) => boolean) | undefined {
  const [from, to] = Array.isArray(value) ? (value as readonly Json[]).map(toInstant) : [toInstant(value)];
  if (from === undefined) return undefined;
  const test = (holds: (at: number) => boolean) => (artifact: Artifact) => {
    const at = dateOf(artifact, field);
    return at !== undefined && holds(at);
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

function toInstant(value: Json): number | undefined {
  return typeof value === "string" ? instantOf(value) : undefined;
}

function dateOf(artifact: Artifact, field: Field): number | undefined {
  if (field.kind === "automatic") return field.type === "subon" ? artifact.submittedOn : artifact.updatedOn;
  const value = artifact.valueOf(field);
  return value?.kind === "date" ? (value.at ?? undefined) : undefined;
}
