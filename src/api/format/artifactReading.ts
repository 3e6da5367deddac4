// Artifacts as they are read: rows of lists, and one of them whole.
import * as z from "zod";
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { NotUnderstood } from "../../model/failure.ts";
import { elements, readPerson } from "../../model/fields/reading.ts";
import type { Unreadable } from "../../model/page.ts";
import type { Revision } from "../../model/revision.ts";
import type { Answer } from "../network/http.ts";
import { readTracker } from "./trackerStructure.ts";
import { readEntry } from "./values.ts";
import {
  anything,
  dispensableText,
  integer,
  optionalBoolean,
  optionalInteger,
  optionalText,
} from "./wire.ts";

type Header = (name: string) => string | undefined;

/** The tag byte for byte, since servers compare it so. A weak one says too little to guard a change. */
export function revisionOf(header: Header): Revision | undefined {
  const tag = header("etag");
  if (tag !== undefined && tag !== "" && !tag.startsWith("W/")) return { kind: "tag", tag };
  const lastModified = header("last-modified");
  return lastModified === undefined || lastModified === "" ? undefined : { kind: "date", lastModified };
}

/** A row of a list has no tag; its modification time, written as an HTTP date, serves instead. */
function revisionOfRow(modifiedOn: string | undefined): Revision | undefined {
  const instant = modifiedOn === undefined ? Number.NaN : Date.parse(modifiedOn);
  return Number.isNaN(instant) ? undefined : { kind: "date", lastModified: new Date(instant).toUTCString() };
}

export function preconditionHeaders(revision: Revision): Record<string, string> {
  return revision.kind === "tag"
    ? { "If-Match": revision.tag }
    : { "If-Unmodified-Since": revision.lastModified };
}

export const rowSchema = z.object({
  id: integer,
  uri: z.string(),
  title: dispensableText,
  status: dispensableText,
  is_open: optionalBoolean,
  html_url: dispensableText,
  submitted_on: dispensableText,
  last_modified_date: dispensableText,
  submitted_by_user: anything,
  assignees: anything,
});

export function toRow(wire: z.infer<typeof rowSchema>): ArtifactRow {
  return {
    kind: "artifact",
    id: wire.id,
    uri: wire.uri,
    title: wire.title,
    status: wire.status,
    isOpen: wire.is_open,
    page: wire.html_url,
    assignees: elements(wire.assignees).flatMap((user) => readPerson(user) ?? []),
    submittedBy: readPerson(wire.submitted_by_user),
    submittedOn: wire.submitted_on,
    modifiedOn: wire.last_modified_date,
    revision: revisionOfRow(wire.last_modified_date),
  };
}

const artifactSchema = rowSchema.extend({
  changesets_uri: dispensableText,
  project: anything,
  tracker: anything,
  values: anything,
});
const projectSchema = z.object({ id: optionalInteger });
const trackerSchema = z.object({ id: optionalInteger, label: optionalText });

function toArtifact(wire: z.infer<typeof artifactSchema>, revision: Revision | undefined): Artifact {
  const row = toRow(wire);
  const tracker = trackerSchema.safeParse(wire.tracker);
  return {
    ...row,
    revision: revision ?? row.revision,
    tracker: tracker.success ? tracker.data : { id: undefined, label: undefined },
    projectId: projectSchema.safeParse(wire.project).data?.id,
    structure: readTracker(wire.tracker),
    changesetsUri: wire.changesets_uri,
    values: elements(wire.values).map(readEntry),
  };
}

export function readArtifactAnswer(answer: Answer): Artifact {
  const wire = artifactSchema.safeParse(answer.body);
  if (!wire.success) throw new NotUnderstood(answer.request, "shape", wire.error);
  return { ...toArtifact(wire.data, revisionOf(answer.header)), asOf: answer.asOf };
}

const batchSchema = z.object({ collection: anything });

/** A batch leaves out what we may not see; what it shows and we can't read is marked. */
export function readBatchAnswer(answer: Answer): readonly (Artifact | Unreadable)[] {
  const wire = batchSchema.safeParse(answer.body);
  if (!wire.success) throw new NotUnderstood(answer.request, "shape", wire.error);
  return elements(wire.data.collection).map((element, position) => {
    const artifact = artifactSchema.safeParse(element);
    return artifact.success
      ? toArtifact(artifact.data, undefined)
      : { kind: "unreadable", position, id: undefined };
  });
}
