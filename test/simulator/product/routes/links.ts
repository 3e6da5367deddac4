import { ok } from "../../http/message.ts";
import { choice, page } from "../../http/parameters.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Route } from "../../http/route.ts";
import { canReadArtifact } from "../../state/access.ts";
import { sliceThenFilter } from "../../state/reading.ts";
import { requireArtifact } from "../access.ts";
import { paginationHeaders } from "../pagination.ts";
import { artifact } from "../represent/artifact.ts";
import { linksOf, natures } from "../represent/natures.ts";

const allow = "OPTIONS, GET";
const max = 50;

/** Links as resources of their own: which kinds an artifact has, and what lies at their other end. */
export const linkRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifacts/{id}/links",
    allow,
    handle: (call) => ok({ natures: natures(requireArtifact(call, call.id("id"))) }, ["Allow", allow]),
  },
  {
    method: "GET",
    path: "/artifacts/{id}/linked_artifacts",
    allow,
    handle: (call) => {
      const { query, viewer, world } = call;
      if (!query.has("direction")) throw new Refusal(400, "`direction` is required.");
      const direction = choice(query, "direction", ["forward", "reverse"]);
      const nature = query.get("nature") ?? "";
      const window = page(query, { fallback: 10, min: 1, max });
      const item = requireArtifact(call, call.id("id"));
      const linked = linksOf(item, direction)
        .filter(({ type }) => type === nature)
        .flatMap(({ artifactId }) => world.artifacts.byId(artifactId) ?? []);
      const { items, size } = sliceThenFilter(linked, window, (each) => canReadArtifact(viewer, each));
      return ok(
        { collection: items.map((each) => artifact(each, viewer, world, { values: "all" })) },
        ["Allow", allow],
        ...paginationHeaders(window, size, max),
      );
    },
  },
];
