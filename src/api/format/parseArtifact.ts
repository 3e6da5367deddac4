// Parses artifacts: rows of lists and complete representations.
import * as z from "zod";
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { UnexpectedResponse } from "../../model/failure.ts";
import { toElements, readUser } from "../../model/fields/readWireValue.ts";
import type { UnreadableItem } from "../../model/collectionPage.ts";
import { isFinalVersion, toVersionByTime, type ArtifactVersion } from "../../model/artifactVersion.ts";
import type { HttpResponse } from "../network/httpClient.ts";
import { parseTracker } from "./parseTracker.ts";
import { parseFieldValue } from "./parseFieldValue.ts";
import {
  unknownSchema,
  lenientTextSchema,
  integerSchema,
  optionalBooleanSchema,
  optionalIntegerSchema,
  optionalTextSchema,
} from "./wireSchemas.ts";

type GetHeader = (name: string) => string | undefined;

/** The ETag byte for byte, since servers compare it so. A weak one can't guard a change. */
export function parseVersionHeader(header: GetHeader): ArtifactVersion | undefined {
  const tag = header("etag");
  if (tag !== undefined && tag !== "" && !tag.startsWith("W/")) return { kind: "tag", tag };
  const lastModified = header("last-modified");
  return lastModified === undefined || lastModified === "" ? undefined : { kind: "date", lastModified };
}

export function toPreconditionHeaders(version: ArtifactVersion): Record<string, string> {
  return version.kind === "tag"
    ? { "If-Match": version.tag }
    : { "If-Unmodified-Since": version.lastModified };
}

export const artifactRowSchema = z.object({
  id: integerSchema,
  uri: z.string(),
  title: lenientTextSchema,
  status: lenientTextSchema,
  is_open: optionalBooleanSchema,
  html_url: lenientTextSchema,
  submitted_on: lenientTextSchema,
  last_modified_date: lenientTextSchema,
  submitted_by_user: unknownSchema,
  assignees: unknownSchema,
});

export function toArtifactRow(wire: z.infer<typeof artifactRowSchema>): ArtifactRow {
  return {
    kind: "artifact",
    id: wire.id,
    title: wire.title,
    status: wire.status,
    isOpen: wire.is_open,
    page: wire.html_url,
    assignees: toElements(wire.assignees).flatMap((user) => readUser(user) ?? []),
    submittedBy: readUser(wire.submitted_by_user),
    submittedOn: wire.submitted_on,
    modifiedOn: wire.last_modified_date,
  };
}

const artifactSchema = artifactRowSchema.extend({
  changesets_uri: lenientTextSchema,
  project: unknownSchema,
  tracker: unknownSchema,
  values: unknownSchema,
});
const projectSchema = z.object({ id: optionalIntegerSchema });
const trackerSchema = z.object({ id: optionalIntegerSchema, label: optionalTextSchema });

function toArtifact(wire: z.infer<typeof artifactSchema>, version: ArtifactVersion | undefined): Artifact {
  const row = toArtifactRow(wire);
  const tracker = trackerSchema.safeParse(wire.tracker);
  return {
    ...row,
    version: version ?? toVersionByTime(row.modifiedOn),
    tracker: tracker.success ? tracker.data : { id: undefined, label: undefined },
    projectId: projectSchema.safeParse(wire.project).data?.id,
    structure: parseTracker(wire.tracker),
    changesetsUri: wire.changesets_uri,
    values: toElements(wire.values).map(parseFieldValue),
  };
}

export function parseArtifact(response: HttpResponse): Artifact {
  const wire = artifactSchema.safeParse(response.body);
  if (!wire.success) throw new UnexpectedResponse(response.request, "shape", wire.error);
  const artifact = toArtifact(wire.data, parseVersionHeader(response.header));
  const { version } = artifact;
  const isVersionFinal = version !== undefined && isFinalVersion(version, response.header("date"));
  return { ...artifact, isVersionFinal, asOf: response.asOf };
}

const batchSchema = z.object({ collection: unknownSchema });

/** A batch leaves out inaccessible artifacts; unreadable ones become placeholders. */
export function parseArtifactBatch(response: HttpResponse): readonly (Artifact | UnreadableItem)[] {
  const wire = batchSchema.safeParse(response.body);
  if (!wire.success) throw new UnexpectedResponse(response.request, "shape", wire.error);
  return toElements(wire.data.collection).map((element, position) => {
    const artifact = artifactSchema.safeParse(element);
    return artifact.success
      ? toArtifact(artifact.data, undefined)
      : { kind: "unreadable", position, id: undefined };
  });
}
