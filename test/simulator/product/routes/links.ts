import { createDataResponse } from "../../http/messages.ts";
import { parseChoice, parsePage } from "../../http/queryParameters.ts";
import { HttpError } from "../../http/httpError.ts";
import type { Route } from "../../http/route.ts";
import { canReadArtifact } from "../../state/access.ts";
import { slicePageThenFilter } from "../../state/listArtifacts.ts";
import { requireArtifact } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representArtifact } from "../representations/artifact.ts";
import { getLinks, representNatures } from "../representations/natures.ts";

const allow = "OPTIONS, GET";
const max = 50;

/** The link types of an artifact, and its linked artifacts. */
export const linkRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifacts/{id}/links",
    allow,
    handle: (call) =>
      createDataResponse(
        { natures: representNatures(requireArtifact(call, call.getNumberParameter("id"))) },
        ["Allow", allow],
      ),
  },
  {
    method: "GET",
    path: "/artifacts/{id}/linked_artifacts",
    allow,
    handle: (call) => {
      const { query, viewer, server } = call;
      if (!query.has("direction")) throw new HttpError(400, "`direction` is required.");
      const direction = parseChoice(query, "direction", ["forward", "reverse"]);
      const nature = query.get("nature") ?? "";
      const window = parsePage(query, { defaultValue: 10, min: 1, max });
      const item = requireArtifact(call, call.getNumberParameter("id"));
      const linked = getLinks(item, direction)
        .filter(({ type }) => type === nature)
        .flatMap(({ artifactId }) => server.artifacts.find(artifactId) ?? []);
      const { items, size } = slicePageThenFilter(linked, window, (each) => canReadArtifact(viewer, each));
      return createDataResponse(
        { collection: items.map((each) => representArtifact(each, viewer, server, { values: "all" })) },
        ["Allow", allow],
        ...createPaginationHeaders(window, size, max),
      );
    },
  },
];
