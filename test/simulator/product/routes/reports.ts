import type { JsonObject } from "../../http/json.ts";
import { ok } from "../../http/message.ts";
import type { Answer } from "../../http/message.ts";
import { choice, page } from "../../http/parameters.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Call, Route } from "../../http/route.ts";
import { searchArtifacts, slice } from "../../state/reading.ts";
import { reportById, reportsOf } from "../../state/reports.ts";
import type { Report } from "../../state/reports.ts";
import { requireOpenPlatform, requireTracker } from "../access.ts";
import { paginationHeaders } from "../pagination.ts";
import { artifact } from "../represent/artifact.ts";

const allow = "OPTIONS, GET";
const announcedMax = 1000;
const artifactsMax = 50;

export const reportRoutes: readonly Route[] = [
  { method: "GET", path: "/trackers/{id}/tracker_reports", allow, handle: reportsOfTracker },
  {
    method: "GET",
    path: "/tracker_reports/{id}",
    allow,
    handle: (call) => ok(represent(requireReport(call)), ["Allow", allow]),
  },
  { method: "GET", path: "/tracker_reports/{id}/artifacts", allow, handle: artifactsOf },
];

function represent({ id, label }: Report): JsonObject {
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

/** A report of a tracker that one may not read is not there either. */
function requireReport(call: Call): Report {
  requireOpenPlatform(call);
  const report = reportById(call.world, call.id("id"));
  if (report === undefined) throw new Refusal(404);
  requireTracker(call, report.tracker.id);
  return report;
}

function reportsOfTracker(call: Call): Answer {
  const window = page(call.query, { fallback: 10, min: 1, max: announcedMax });
  const { items, size } = slice(reportsOf(requireTracker(call, call.id("id"))), window);
  return ok(items.map(represent), ["Allow", allow], ...paginationHeaders(window, size, announcedMax));
}

/** Oldest first, with a size that counts only what may be read. */
function artifactsOf(call: Call): Answer {
  const { query, viewer, world } = call;
  const window = page(query, { fallback: 10, min: 1, max: artifactsMax });
  const wanted = choice(query, "values", ["", "all", "from_table_renderer"]);
  const values = wanted === "" ? "none" : "collection";
  const { tracker, fits } = requireReport(call);
  const { items, size } = searchArtifacts(world, viewer, tracker, window, fits);
  return ok(
    items.map((item) => artifact(item, viewer, world, { values })),
    ["Allow", allow],
    ...paginationHeaders(window, size, artifactsMax),
  );
}
