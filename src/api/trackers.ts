import * as z from "zod";
import type { ArtifactRow } from "../model/artifact.ts";
import { NotUnderstood } from "../model/failure.ts";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { Report } from "../model/query/savedQuery.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import type { ListOptions } from "./artifactLists.ts";
import { readPage, unlessAbsent } from "./collection.ts";
import { rowSchema, toRow } from "./format/artifactReading.ts";
import { readTracker as toTracker } from "./format/trackerStructure.ts";
import { anything, dispensableText, integer, optionalBoolean, subResource, text } from "./format/wire.ts";
import type { Http } from "./network/http.ts";

const summarySchema = z.object({
  id: integer,
  uri: z.string(),
  label: z.string(),
  color_name: dispensableText,
  resources: anything,
});

function toSummary(wire: z.infer<typeof summarySchema>): TrackerSummary {
  const { id, uri, label, color_name } = wire;
  return { kind: "tracker", id, uri, label, color: color_name, artifactsUri: subResource(wire, "artifacts") };
}

/** Asks for the short representation, 36 times cheaper where it is known and ignored where it is not. */
export async function listTrackers(
  http: Http,
  project: Project,
  offset: number,
  signal?: AbortSignal,
): Promise<Page<TrackerSummary>> {
  const parameters = { representation: "minimal", limit: 50, offset };
  const answer = await http.send({ uri: subResource(project, "trackers"), parameters, signal });
  return readPage(answer, offset, summarySchema, toSummary);
}

export async function readTracker(http: Http, trackerId: number, signal?: AbortSignal): Promise<Tracker> {
  const answer = await http.send({ uri: `trackers/${trackerId}`, signal });
  const tracker = toTracker(answer.body);
  if (tracker === undefined) throw new NotUnderstood(answer.request, "shape");
  return answer.asOf === undefined ? tracker : { ...tracker, asOf: answer.asOf };
}

// Queries that a server keeps itself. Servers without them answer with 404.

const reportSchema = z.object({
  id: integer,
  label: text,
  is_public: optionalBoolean,
  is_default: optionalBoolean,
});

function toReport({ id, label, is_public, is_default }: z.infer<typeof reportSchema>): Report {
  return { kind: "report", id, label, isPublic: is_public ?? true, isDefault: is_default ?? false };
}

const largestPage = 50;

/** Undefined where the server has none, or the tracker is not there. */
export async function listReports(
  http: Http,
  trackerId: number,
  offset: number,
  signal?: AbortSignal,
): Promise<Page<Report> | undefined> {
  const parameters = { limit: largestPage, offset };
  const answer = await unlessAbsent(
    http.send({ uri: `trackers/${trackerId}/tracker_reports`, parameters, signal }),
  );
  return answer && readPage(answer, offset, reportSchema, toReport);
}

/** What a report finds, oldest first; undefined where there is no such report, or none at all. */
export async function listReportArtifacts(
  http: Http,
  reportId: number,
  { offset, limit = largestPage, signal }: ListOptions,
): Promise<Page<ArtifactRow> | undefined> {
  const parameters = { limit: Math.min(limit, largestPage), offset };
  const answer = await unlessAbsent(
    http.send({ uri: `tracker_reports/${reportId}/artifacts`, parameters, signal }),
  );
  return answer && readPage(answer, offset, rowSchema, toRow);
}
