import { fieldText } from "../model/fieldText.ts";
import type { FieldEntry } from "../model/value.ts";
import { moment } from "./moment.ts";

/** The value of a field as a line, in the person's own way of writing dates. */
export function fieldValue({ value }: FieldEntry): string {
  return value.kind === "date" ? (moment(value.date) ?? "") : fieldText(value);
}
