import * as z from "zod";
import type { ArtifactRow } from "../model/artifact.ts";
import type { ArtifactDetails } from "../model/artifactDetails.ts";
import { NotUnderstood } from "../model/failure.ts";
import type { Page } from "../model/page.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import { readPage } from "./collection.ts";
import { toFieldText } from "./fieldText.ts";
import type { Http } from "./http.ts";
import { anything, optionalBoolean, optionalText } from "./wire.ts";

const userSchema = z.object({ display_name: optionalText, real_name: optionalText, username: optionalText });

const rowSchema = z.object({
  id: z.int(),
  uri: z.string(),
  title: optionalText,
  status: optionalText,
  is_open: optionalBoolean,
  html_url: optionalText,
  submitted_on: optionalText,
  last_modified_date: optionalText,
  submitted_by_user: anything,
  assignees: anything,
});

function nameOf(user: unknown): string | undefined {
  const known = userSchema.safeParse(user);
  return known.success ? (known.data.real_name ?? known.data.display_name ?? known.data.username) : undefined;
}

function toRow(wire: z.infer<typeof rowSchema>): ArtifactRow {
  const assignees: readonly unknown[] = Array.isArray(wire.assignees) ? wire.assignees : [];
  return {
    kind: "artifact",
    id: wire.id,
    uri: wire.uri,
    title: wire.title,
    status: wire.status,
    isOpen: wire.is_open,
    page: wire.html_url,
    assignees: assignees.flatMap((user) => nameOf(user) ?? []),
    submittedBy: nameOf(wire.submitted_by_user),
    submittedOn: wire.submitted_on,
    modifiedOn: wire.last_modified_date,
  };
}

const rowsPerPage = 50;

/** Newest first where the server can; others list in their own order. */
export async function listArtifacts(
  http: Http,
  tracker: TrackerSummary,
  offset: number,
  signal?: AbortSignal,
): Promise<Page<ArtifactRow>> {
  const parameters = { limit: rowsPerPage, offset, order: "desc" };
  const answer = await http.get(tracker.artifactsUri, { parameters, signal });
  return readPage(answer, offset, rowSchema, toRow);
}

const detailsSchema = rowSchema.extend({
  tracker: z.object({ label: optionalText }).nullish().catch(undefined),
  values: z
    .array(z.unknown())
    .nullish()
    .transform((values) => values ?? []),
});

export async function readArtifact(
  http: Http,
  artifactId: number,
  signal?: AbortSignal,
): Promise<ArtifactDetails> {
  const answer = await http.get(`artifacts/${artifactId}`, { signal });
  const wire = detailsSchema.safeParse(answer.body);
  if (!wire.success) throw new NotUnderstood(answer.request, "shape", wire.error);
  const { id, title, status, isOpen } = toRow(wire.data);
  return {
    id,
    title,
    status,
    isOpen,
    trackerLabel: wire.data.tracker?.label,
    fields: wire.data.values.flatMap((value) => toFieldText(value) ?? []),
  };
}
