import { ok } from "../../http/message.ts";
import { choice, page } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { slice } from "../../state/reading.ts";
import { requireArtifact } from "../access.ts";
import { paginationHeaders } from "../pagination.ts";
import { changeset } from "../represent/changeset.ts";

const allow = "OPTIONS, GET";
const max = 50;

/** Cut into pages first: each page then loses what has nothing to show, and is turned around by itself. */
export const changesetRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifacts/{id}/changesets",
    allow,
    handle: (call) => {
      const { query, viewer, world } = call;
      const window = page(query, { fallback: 10, min: 1, max });
      const fields = choice(query, "fields", ["all", "comments"]);
      const order = choice(query, "order", ["asc", "desc"]);
      const artifact = requireArtifact(call, call.id("id"));
      const { items, size } = slice(world.artifacts.historyOf(artifact), window);
      const shown = items.flatMap(
        (moment, index) => changeset(moment, window.offset + index, viewer, world, fields) ?? [],
      );
      return ok(
        order === "asc" ? shown : shown.toReversed(),
        ["Allow", allow],
        ...paginationHeaders(window, size, max),
      );
    },
  },
];
