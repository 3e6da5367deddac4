// Artifacts as they are read: rows of lists, and one of them whole.
import * as z from "zod";
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { NotUnderstood } from "../../model/failure.ts";
import type { Unreadable } from "../../model/page.ts";
import type { Revision } from "../../model/revision.ts";
import type { Answer } from "../network/http.ts";
import { revisionOf, revisionOfRow } from "./revisions.ts";
import { readTracker } from "./trackerStructure.ts";
import { readEntry } from "./values.ts";
import {
  anything,
  dispensableText,
  elements,
  integer,
  optionalBoolean,
  optionalInteger,
  optionalText,
  person,
} from "./wire.ts";

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
    assignees: elements(wire.assignees).flatMap((user) => person(user) ?? []),
    submittedBy: person(wire.submitted_by_user),
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
