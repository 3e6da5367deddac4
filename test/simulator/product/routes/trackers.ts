import { parseCriteria } from "../../http/criteria.ts";
import type { Fits } from "../../http/criteria.ts";
import { parseExpertQuery } from "../../http/expertQuery.ts";
import { parseJson } from "../../http/json.ts";
import { ok } from "../../http/message.ts";
import { choice, page } from "../../http/parameters.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Call, Route } from "../../http/route.ts";
import { canReadField } from "../../state/access.ts";
import { readArtifacts, searchArtifacts } from "../../state/reading.ts";
import type { Tracker } from "../../state/tracker.ts";
import { requireTracker } from "../access.ts";
import { paginationHeaders } from "../pagination.ts";
import { artifact } from "../represent/artifact.ts";
import { completeTracker } from "../represent/tracker.ts";

const max = 1000;
const artifactsAllow = "OPTIONS, GET";
const trackerAllow = "OPTIONS, GET, PATCH";

export const trackerRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/trackers/{id}",
    allow: trackerAllow,
    handle: (call) => {
      const tracker = requireTracker(call, call.id("id"));
      return ok(completeTracker(tracker, call.viewer, call.world), ["Allow", trackerAllow]);
    },
  },
  { method: "GET", path: "/trackers/{id}/artifacts", allow: artifactsAllow, handle: artifactsOf },
];

function artifactsOf(call: Call) {
  const { query, viewer, world } = call;
  const window = page(query, { fallback: 100, min: 1, max });
  const values = choice(query, "values", ["", "all"]) === "all" ? "collection" : "none";
  const order = choice(query, "order", ["asc", "desc"]);
  const tracker = requireTracker(call, call.id("id"));
  const fits = criteriaOf(call, tracker);
  const { items, size } =
    fits === undefined
      ? readArtifacts(world, viewer, tracker, window, order)
      : searchArtifacts(world, viewer, tracker, window, fits);
  return ok(
    items.map((item) => artifact(item, viewer, world, { values })),
    ...paginationHeaders(window, size, max),
    ["Allow", artifactsAllow],
  );
}

/** Beside a `query` an `expert_query` is not looked at. */
function criteriaOf({ query, viewer, world }: Call, tracker: Tracker): Fits | undefined {
  const criteria = query.get("query");
  if (criteria !== undefined) {
    return parseCriteria(unescapedJson(criteria), tracker.fields, tracker.project, viewer);
  }
  const expert = query.get("expert_query");
  if (expert === undefined) return undefined;
  const fields = tracker.fields.filter((field) => canReadField(viewer, field, tracker.project));
  return parseExpertQuery(unescaped(expert), fields, { world, viewer });
}

/** The product strips backslashes once before it parses: only a query with doubled ones means what it says. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(.?)/gs, "$1");
}

function unescapedJson(text: string) {
  const query = parseJson(unescaped(text));
  if (query === undefined) throw new Refusal(400, "Criteria syntax error, invalid JSON");
  return query;
}
