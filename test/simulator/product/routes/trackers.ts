import { parseCriteria } from "../../query/criteria.ts";
import type { ArtifactFilter } from "../../query/criteria.ts";
import { parseExpertQuery } from "../../query/expertQuery.ts";
import { parseJson } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import { parseChoice, parsePage } from "../../http/queryParameters.ts";
import { HttpError } from "../../http/httpError.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { canReadField } from "../../state/access.ts";
import { listArtifacts, searchArtifacts } from "../../state/listArtifacts.ts";
import type { Tracker } from "../../state/tracker.ts";
import { requireTracker } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representArtifact } from "../representations/artifact.ts";
import { representTracker } from "../representations/tracker.ts";

const max = 1000;
const artifactsAllow = "OPTIONS, GET";
const trackerAllow = "OPTIONS, GET, PATCH";

export const trackerRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/trackers/{id}",
    allow: trackerAllow,
    handle: (call) => {
      const tracker = requireTracker(call, call.getNumberParameter("id"));
      return createDataResponse(representTracker(tracker, call.viewer, call.server), ["Allow", trackerAllow]);
    },
  },
  { method: "GET", path: "/trackers/{id}/artifacts", allow: artifactsAllow, handle: getArtifacts },
];

function getArtifacts(call: RouteCall) {
  const { query, viewer, server } = call;
  const page = parsePage(query, { defaultValue: 100, min: 1, max });
  const values = parseChoice(query, "values", ["", "all"]) === "all" ? "collection" : "none";
  const order = parseChoice(query, "order", ["asc", "desc"]);
  const tracker = requireTracker(call, call.getNumberParameter("id"));
  const filter = parseQuery(call, tracker);
  const { items, size } =
    filter === undefined
      ? listArtifacts(server, viewer, tracker, page, order)
      : searchArtifacts(server, viewer, tracker, page, filter);
  return createDataResponse(
    items.map((item) => representArtifact(item, viewer, server, { values })),
    ...createPaginationHeaders(page, size, max),
    ["Allow", artifactsAllow],
  );
}

/** `expert_query` is ignored if there is a `query`. */
function parseQuery({ query, viewer, server }: RouteCall, tracker: Tracker): ArtifactFilter | undefined {
  const criteria = query.get("query");
  if (criteria !== undefined) {
    return parseCriteria(parseEscapedJson(criteria), tracker.fields, tracker.project, viewer);
  }
  const expert = query.get("expert_query");
  if (expert === undefined) return undefined;
  const fields = tracker.fields.filter((field) => canReadField(viewer, field, tracker.project));
  return parseExpertQuery(stripBackslashes(expert), fields, { server, viewer });
}

/** The product removes one level of backslashes before parsing, so backslashes in a query must be doubled. */
function stripBackslashes(text: string): string {
  return text.replaceAll(/\\(.?)/gs, "$1");
}

function parseEscapedJson(text: string) {
  const query = parseJson(stripBackslashes(text));
  if (query === undefined) throw new HttpError(400, "Criteria syntax error, invalid JSON");
  return query;
}
