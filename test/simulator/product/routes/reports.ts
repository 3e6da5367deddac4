import type { JsonObject } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { parseChoice, parsePage } from "../../http/queryParameters.ts";
import { HttpError } from "../../http/httpError.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { searchArtifacts, slicePage } from "../../state/listArtifacts.ts";
import { findReport, getReports } from "../../state/reports.ts";
import type { Report } from "../../state/reports.ts";
import { requireAnonymousAccess, requireTracker } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representArtifact } from "../representations/artifact.ts";

const allow = "OPTIONS, GET";
const advertisedMax = 1000;
const artifactsMax = 50;

export const reportRoutes: readonly Route[] = [
  { method: "GET", path: "/trackers/{id}/tracker_reports", allow, handle: listReports },
  {
    method: "GET",
    path: "/tracker_reports/{id}",
    allow,
    handle: (call) => createDataResponse(representReport(requireReport(call)), ["Allow", allow]),
  },
  { method: "GET", path: "/tracker_reports/{id}/artifacts", allow, handle: listReportArtifacts },
];

function representReport({ id, label }: Report): JsonObject {
  const uri = `tracker_reports/${id}`;
  return {
    id,
    uri,
    label,
    is_public: true,
    is_default: false,
    resources: [{ type: "artifacts", uri: `${uri}/artifacts` }],
  };
}

/** A report of an unreadable tracker is a 404. */
function requireReport(call: RouteCall): Report {
  requireAnonymousAccess(call);
  const report = findReport(call.server, call.getNumberParameter("id"));
  if (report === undefined) throw new HttpError(404);
  requireTracker(call, report.tracker.id);
  return report;
}

function listReports(call: RouteCall): RouteResponse {
  const window = parsePage(call.query, { defaultValue: 10, min: 1, max: advertisedMax });
  const { items, size } = slicePage(getReports(requireTracker(call, call.getNumberParameter("id"))), window);
  return createDataResponse(
    items.map(representReport),
    ["Allow", allow],
    ...createPaginationHeaders(window, size, advertisedMax),
  );
}

/** Oldest first; the size only counts readable artifacts. */
function listReportArtifacts(call: RouteCall): RouteResponse {
  const { query, viewer, server } = call;
  const window = parsePage(query, { defaultValue: 10, min: 1, max: artifactsMax });
  const valuesOption = parseChoice(query, "values", ["", "all", "from_table_renderer"]);
  const values = valuesOption === "" ? "none" : "collection";
  const { tracker, matches } = requireReport(call);
  const { items, size } = searchArtifacts(server, viewer, tracker, window, matches);
  return createDataResponse(
    items.map((item) => representArtifact(item, viewer, server, { values })),
    ["Allow", allow],
    ...createPaginationHeaders(window, size, artifactsMax),
  );
}
