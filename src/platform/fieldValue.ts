import { fieldText } from "../model/fieldText.ts";
import type { FieldEntry, FieldValue } from "../model/value.ts";
import { moment } from "./moment.ts";

/** A value as a line, in the person's own way of writing dates. */
export function valueText(value: FieldValue): string {
  return value.kind === "date" ? (moment(value.date) ?? "") : fieldText(value);
}

export function fieldValue({ value }: FieldEntry): string {
  return valueText(value);
}
