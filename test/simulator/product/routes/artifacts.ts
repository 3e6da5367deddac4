import { isObject, parseJson } from "../../http/json.ts";
import { ok } from "../../http/message.ts";
import type { Header } from "../../http/message.ts";
import { choice, page } from "../../http/parameters.ts";
import { Refusal, announcing } from "../../http/refusal.ts";
import type { Route } from "../../http/route.ts";
import { canReadArtifact } from "../../state/access.ts";
import { slice } from "../../state/reading.ts";
import { requireArtifact, requireOpenPlatform } from "../access.ts";
import { paginationHeaders } from "../pagination.ts";
import { artifact } from "../represent/artifact.ts";
import { trackerInState } from "../represent/trackerInState.ts";
import { versionHeaders } from "../version.ts";

const allow = "OPTIONS, GET, PUT, DELETE, PATCH";
const batchAllow = "OPTIONS, GET, POST";
const largestBatch = 100;

export const artifactRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifacts",
    allow: batchAllow,
    handle: (call) => {
      const { query, viewer, world } = call;
      const window = page(query, { fallback: largestBatch, min: 1, max: largestBatch });
      const criteria = query.get("query");
      if (criteria === undefined) throw new Refusal(400, "`query` is required.");
      requireOpenPlatform(call);
      const headers: readonly Header[] = [["Allow", batchAllow]];
      const ids = announcing(headers, () => batchOf(criteria));
      const { items, size } = slice(ids, window);
      // Those that may not be read are missing without a word.
      const found = items.flatMap((id) => world.artifacts.byId(id) ?? []);
      const collection = found
        .filter((item) => item.tracker.status === "active" && canReadArtifact(viewer, item))
        .map((item) => artifact(item, viewer, world, { values: "all" }));
      return ok({ collection }, ...headers, ...paginationHeaders(window, size, largestBatch));
    },
  },
  {
    method: "GET",
    path: "/artifacts/{id}",
    allow,
    handle: (call) => {
      const { query, viewer, world } = call;
      const values = choice(query, "values_format", ["", "collection", "by_field", "all"]);
      const structure = choice(query, "tracker_structure_format", ["", "minimal", "complete"]);
      const item = requireArtifact(call, call.id("id"));
      return ok(
        artifact(item, viewer, world, {
          values: values === "" ? "collection" : values,
          ...(structure === "complete" && { tracker: trackerInState(item, viewer, world) }),
        }),
        ["Allow", allow],
        ...versionHeaders(item),
      );
    },
  },
];

function batchOf(criteria: string): readonly number[] {
  const query = parseJson(criteria);
  const ids = isObject(query) ? query["id"] : undefined;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "number" && Number.isInteger(id))) {
    throw new Refusal(400, "`id` must be a list of whole numbers");
  }
  const numbers = ids as readonly number[];
  if (new Set(numbers).size < numbers.length) throw new Refusal(400, "The same `id` is there twice");
  if (numbers.length > largestBatch) throw new Refusal(403, `At most ${largestBatch} artifacts at once`);
  return numbers;
}
