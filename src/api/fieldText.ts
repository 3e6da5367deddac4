// The value of a field as a line to read: enough for a look, not for a form.
import * as z from "zod";
import type { FieldText } from "../model/artifactDetails.ts";
import { anything, resourceId } from "./wire.ts";

const named = z.object({
  label: z.string().nullish(),
  real_name: z.string().nullish(),
  display_name: z.string().nullish(),
  name: z.string().nullish(),
  username: z.string().nullish(),
  ref: z.string().nullish(),
  id: resourceId.nullish(),
});

const valueSchema = z.object({
  field_id: z.int(),
  label: z.string(),
  type: z.string(),
  value: anything,
  manual_value: anything,
  format: anything,
  is_time_displayed: anything,
  commonmark: anything,
  values: anything,
  bind_value_objects: anything,
  links: anything,
  file_descriptions: anything,
  granted_groups: anything,
  bind_value_ids: anything,
});

type WireValue = z.infer<typeof valueSchema>;

function nameOf(value: unknown): string | undefined {
  if (["string", "number", "boolean"].includes(typeof value)) return String(value);
  const known = named.safeParse(value);
  if (!known.success) return undefined;
  const { label, real_name, display_name, name, username, ref, id } = known.data;
  return (
    label ??
    real_name ??
    display_name ??
    name ??
    username ??
    ref ??
    (id === null || id === undefined ? undefined : `#${id}`)
  );
}

function names(value: unknown): string | undefined {
  return Array.isArray(value) ? value.flatMap((each) => nameOf(each) ?? []).join(", ") : undefined;
}

function plain({ value, format, commonmark, is_time_displayed }: WireValue): string | undefined {
  if (typeof commonmark === "string") return commonmark;
  const text = nameOf(value);
  // A day is sent as its midnight on the server, which may be another day where the person is.
  if (is_time_displayed === false) return text?.slice(0, "YYYY-MM-DD".length);
  return format === "html" ? text?.replace(/<[^>]*>/g, " ") : text;
}

/** Lists say "nothing chosen" by a value of their own, whose label differs by list and language. */
const none = 100;

function textOf(wire: WireValue): string {
  if (Array.isArray(wire.bind_value_ids) && wire.bind_value_ids.every((id) => id === none)) return "";
  const { values, bind_value_objects, links, file_descriptions, granted_groups, value, manual_value } = wire;
  const lists = [bind_value_objects, values, links, file_descriptions, granted_groups, value];
  return plain(wire) ?? lists.map(names).find((text) => text !== undefined) ?? nameOf(manual_value) ?? "";
}

/** What is said of one field; undefined for a field that is empty, or that we can't make sense of. */
export function toFieldText(element: unknown): FieldText | undefined {
  const value = valueSchema.safeParse(element);
  if (!value.success) return undefined;
  const { field_id, label, type } = value.data;
  const text = textOf(value.data);
  return text.trim() === "" ? undefined : { kind: "field", fieldId: field_id, label, type, text };
}
