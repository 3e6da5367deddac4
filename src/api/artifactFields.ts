// One artifact's values as lines to read: enough for a look, not for a form.
import * as z from "zod";
import type { ArtifactRow } from "../model/artifact.ts";
import { NotUnderstood } from "../model/failure.ts";
import type { FieldText } from "../model/fieldText.ts";
import type { Http } from "./http.ts";
import { resourceId } from "./wire.ts";

const artifactSchema = z.object({
  values: z
    .array(z.unknown())
    .nullish()
    .transform((values) => values ?? []),
});

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
  value: z.unknown(),
  manual_value: z.unknown(),
  format: z.unknown(),
  commonmark: z.unknown(),
  values: z.unknown(),
  bind_value_objects: z.unknown(),
  links: z.unknown(),
  file_descriptions: z.unknown(),
  granted_groups: z.unknown(),
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

function plain({ value, format, commonmark }: WireValue): string | undefined {
  if (typeof commonmark === "string") return commonmark;
  const text = nameOf(value);
  return format === "html" ? text?.replace(/<[^>]*>/g, " ") : text;
}

function textOf(wire: WireValue): string {
  const { values, bind_value_objects, links, file_descriptions, granted_groups, value, manual_value } = wire;
  const lists = [bind_value_objects, values, links, file_descriptions, granted_groups, value];
  return plain(wire) ?? lists.map(names).find((text) => text !== undefined) ?? nameOf(manual_value) ?? "";
}

export async function readArtifactFields(
  http: Http,
  artifact: ArtifactRow,
  signal?: AbortSignal,
): Promise<readonly FieldText[]> {
  const answer = await http.get(artifact.uri, { signal });
  const wire = artifactSchema.safeParse(answer.body);
  if (!wire.success) throw new NotUnderstood(answer.request, "shape", wire.error);
  return wire.data.values.flatMap((each) => {
    const value = valueSchema.safeParse(each);
    if (!value.success) return [];
    const { field_id, label } = value.data;
    const text = textOf(value.data);
    return text.trim() === "" ? [] : [{ kind: "field", fieldId: field_id, label, text }];
  });
}
