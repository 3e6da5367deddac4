import { createDataResponse } from "../../http/messages.ts";
import { parseChoice, parsePage } from "../../http/queryParameters.ts";
import type { Route } from "../../http/route.ts";
import { slicePage } from "../../state/listArtifacts.ts";
import { requireArtifact } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representChangeset } from "../representations/changeset.ts";

const allow = "OPTIONS, GET";
const max = 50;

/**
 * Paginated before filtering: changesets without readable content are removed from each page, and each page is reversed
 * separately.
 */
export const changesetRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifacts/{id}/changesets",
    allow,
    handle: (call) => {
      const { query, viewer, server } = call;
      const window = parsePage(query, { defaultValue: 10, min: 1, max });
      const fields = parseChoice(query, "fields", ["all", "comments"]);
      const order = parseChoice(query, "order", ["asc", "desc"]);
      const artifact = requireArtifact(call, call.getNumberParameter("id"));
      const { items, size } = slicePage(server.artifacts.getHistory(artifact), window);
      const representations = items.flatMap(
        (moment, index) => representChangeset(moment, window.offset + index, viewer, server, fields) ?? [],
      );
      return createDataResponse(
        order === "asc" ? representations : representations.toReversed(),
        ["Allow", allow],
        ...createPaginationHeaders(window, size, max),
      );
    },
  },
];
