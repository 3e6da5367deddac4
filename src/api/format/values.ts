// From a value as a server writes it to the model: by the type that stands beside it.
import * as z from "zod";
import type { FieldEntry } from "../../model/artifact.ts";
import type { ReadContext } from "../../model/fields/fieldType.ts";
import { serverTypeNamed } from "../../model/fields/hostRegistry.ts";
import { readOther } from "../../model/fields/other.ts";
import { tryRead } from "../../model/fields/reading.ts";
import type { Unreadable } from "../../model/page.ts";
import { anything, integer, text } from "./wire.ts";

const context: ReadContext = {
  parseUrl(url) {
    const site = "https://site.invalid";
    return URL.canParse(url, site) ? new URL(url, site) : undefined;
  },
};

const entrySchema = z.looseObject({ field_id: integer, label: text, type: text, value: anything });

/** One broken value becomes a placeholder and leaves the others alone. */
export function readEntry(element: unknown, position: number): FieldEntry | Unreadable {
  const entry = entrySchema.safeParse(element);
  if (!entry.success) return { kind: "unreadable", position, id: undefined };
  const { field_id, label, type } = entry.data;
  const value = tryRead(() => serverTypeNamed(type)?.read?.(entry.data, context) ?? readOther(entry.data));
  return value === undefined
    ? { kind: "unreadable", position, id: field_id }
    : { kind: "entry", fieldId: field_id, label, type, value };
}
