import { fieldText } from "../../model/fieldText.ts";
import { localTime } from "../../model/localTime.ts";
import type { TemplateArtifact } from "../../model/reference/template.ts";
import type { FieldValue } from "../../model/value.ts";
import type { SiteCatalog } from "../catalog.ts";
import { trackerOf } from "../readBase.ts";
import { projectName } from "./projectName.ts";

function textOfValue(value: FieldValue): string {
  return value.kind === "date" ? localTime(value.date ?? "") : fieldText(value);
}

/** An artifact as it is now, with all that a template may name of it. */
export async function templateArtifact(
  catalog: SiteCatalog,
  artifactId: number,
  {
    trackerId,
    signal,
  }: { readonly trackerId?: number | undefined; readonly signal?: AbortSignal | undefined },
): Promise<TemplateArtifact> {
  const { client } = await catalog.connection();
  const artifact = await client.artifactWithStructure(artifactId, signal);
  const tracker = await trackerOf(catalog, artifact, { trackerId, how: "known" });
  const texts = new Map(
    artifact.values.flatMap((each): readonly (readonly [number, string])[] =>
      each.kind === "entry" ? [[each.fieldId, textOfValue(each.value)]] : [],
    ),
  );
  const fields = new Map(tracker.fields.map(({ id, name }) => [name, texts.get(id) ?? ""]));
  const { titleFieldId, status } = tracker.semantics;
  const textOf = (fieldId: number | undefined): string | undefined =>
    fieldId === undefined ? undefined : texts.get(fieldId);
  const label = tracker.label === "" ? undefined : tracker.label;
  return {
    id: artifact.id,
    title: artifact.title ?? textOf(titleFieldId),
    status: artifact.status ?? textOf(status?.fieldId),
    tracker: tracker.itemName ?? label,
    project: await projectName(catalog, artifact, tracker.id, signal),
    fields,
  };
}
