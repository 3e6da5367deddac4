import * as z from "zod";
import type { ArtifactRow } from "../model/artifact.ts";
import { UnexpectedResponse } from "../model/failure.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import type { Project } from "../model/project.ts";
import type { Report } from "../model/query/savedQuery.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import type { PageOptions } from "./artifactLists.ts";
import { parsePage, undefinedIfNotFound } from "./pagination.ts";
import { artifactRowSchema, toArtifactRow } from "./format/parseArtifact.ts";
import { parseTracker } from "./format/parseTracker.ts";
import {
  unknownSchema,
  lenientTextSchema,
  integerSchema,
  optionalBooleanSchema,
  getSubResourceUri,
  textSchema,
} from "./format/wireSchemas.ts";
import type { HttpClient } from "./network/httpClient.ts";

const summarySchema = z.object({
  id: integerSchema,
  uri: z.string(),
  label: z.string(),
  color_name: lenientTextSchema,
  resources: unknownSchema,
});

function toSummary(wire: z.infer<typeof summarySchema>): TrackerSummary {
  const { id, uri, label, color_name } = wire;
  return {
    kind: "tracker",
    id,
    uri,
    label,
    color: color_name,
    artifactsUri: getSubResourceUri(wire, "artifacts"),
  };
}

/** Requests the minimal representation, which is 36 times faster; servers without it ignore the parameter. */
export async function fetchTrackersPage(
  http: HttpClient,
  project: Project,
  offset: number,
  signal?: AbortSignal,
): Promise<CollectionPage<TrackerSummary>> {
  const parameters = { representation: "minimal", limit: 50, offset };
  const response = await http.send({ uri: getSubResourceUri(project, "trackers"), parameters, signal });
  return parsePage(response, offset, summarySchema, toSummary);
}

export async function fetchTracker(
  http: HttpClient,
  trackerId: number,
  signal?: AbortSignal,
): Promise<Tracker> {
  const response = await http.send({ uri: `trackers/${trackerId}`, signal });
  const tracker = parseTracker(response.body);
  if (tracker === undefined) throw new UnexpectedResponse(response.request, "shape");
  return response.asOf === undefined ? tracker : { ...tracker, asOf: response.asOf };
}

// Reports: queries stored on the server. Servers without them answer with 404.

const reportSchema = z.object({
  id: integerSchema,
  label: textSchema,
  is_public: optionalBooleanSchema,
  is_default: optionalBooleanSchema,
});

function toReport({ id, label, is_public, is_default }: z.infer<typeof reportSchema>): Report {
  return { kind: "report", id, label, isPublic: is_public ?? true, isDefault: is_default ?? false };
}

const maxPageSize = 50;

/** `undefined` if the server has no reports, or the tracker doesn't exist. */
export async function fetchReportsPage(
  http: HttpClient,
  trackerId: number,
  offset: number,
  signal?: AbortSignal,
): Promise<CollectionPage<Report> | undefined> {
  const parameters = { limit: maxPageSize, offset };
  const response = await undefinedIfNotFound(
    http.send({ uri: `trackers/${trackerId}/tracker_reports`, parameters, signal }),
  );
  return response && parsePage(response, offset, reportSchema, toReport);
}

/** Oldest first; `undefined` if the report doesn't exist, or the server has no reports. */
export async function fetchReportArtifactsPage(
  http: HttpClient,
  reportId: number,
  { offset, limit = maxPageSize, signal }: PageOptions,
): Promise<CollectionPage<ArtifactRow> | undefined> {
  const parameters = { limit: Math.min(limit, maxPageSize), offset };
  const response = await undefinedIfNotFound(
    http.send({ uri: `tracker_reports/${reportId}/artifacts`, parameters, signal }),
  );
  return response && parsePage(response, offset, artifactRowSchema, toArtifactRow);
}
