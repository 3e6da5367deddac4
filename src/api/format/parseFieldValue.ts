// Parses a field value by the field type next to it.
import * as z from "zod";
import type { FieldWithValue } from "../../model/artifact.ts";
import type { ReadContext } from "../../model/fields/fieldType.ts";
import { findServerType } from "../../model/fields/hostRegistry.ts";
import { readAsText } from "../../model/fields/other.ts";
import { tryRead } from "../../model/fields/readWireValue.ts";
import type { UnreadableItem } from "../../model/collectionPage.ts";
import { unknownSchema, integerSchema, textSchema } from "./wireSchemas.ts";

const parseContext: ReadContext = {
  parseUrl(url) {
    const site = "https://site.invalid";
    return URL.canParse(url, site) ? new URL(url, site) : undefined;
  },
};

const entrySchema = z.looseObject({
  field_id: integerSchema,
  label: textSchema,
  type: textSchema,
  value: unknownSchema,
});

/** An unreadable value becomes a placeholder. */
export function parseFieldValue(element: unknown, position: number): FieldWithValue | UnreadableItem {
  const entry = entrySchema.safeParse(element);
  if (!entry.success) return { kind: "unreadable", position, id: undefined };
  const { field_id, label, type } = entry.data;
  const value = tryRead(
    () => findServerType(type)?.readValue?.(entry.data, parseContext) ?? readAsText(entry.data),
  );
  return value === undefined
    ? { kind: "unreadable", position, id: field_id }
    : { kind: "entry", fieldId: field_id, label, type, value };
}
