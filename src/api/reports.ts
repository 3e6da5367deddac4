// Queries that a server keeps itself. Servers without them answer with 404.
import * as z from "zod";
import type { ArtifactRow } from "../model/artifact.ts";
import type { Page } from "../model/page.ts";
import type { Report } from "../model/query/report.ts";
import type { ListOptions } from "./artifactLists.ts";
import { readPage } from "./collection.ts";
import { rowSchema, toRow } from "./format/artifactReading.ts";
import { integer, optionalBoolean, text } from "./format/wire.ts";
import type { Http } from "./network/http.ts";
import { unlessAbsent } from "./unlessAbsent.ts";

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
