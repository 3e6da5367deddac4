import type { FieldText } from "../model/artifactDetails.ts";
import { moment } from "./moment.ts";

const dateTypes = new Set(["date", "subon", "lud"]);

/** The value of a field in the person's own way of writing dates. */
export function fieldValue({ type, text }: FieldText): string {
  return (dateTypes.has(type) ? moment(text) : undefined) ?? text;
}
