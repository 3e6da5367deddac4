import { parseCriteria } from "../../query/criteria.ts";
import { createDataResponse } from "../../http/messages.ts";
import type { Route } from "../../http/route.ts";
import { listArtifacts, searchArtifacts } from "../../state/listArtifacts.ts";
import { requireTracker } from "../access.ts";
import { parsePage, createPaginationHeaders } from "../pagination.ts";
import { representArtifact, getSupportedFields, representTracker } from "../representations.ts";

const pageSize = 100;

export const trackerRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/trackers/{id}",
    handle: (call) =>
      createDataResponse(
        representTracker(requireTracker(call, call.getNumberParameter("id")), call.viewer, call.server),
      ),
  },
  {
    method: "GET",
    path: "/trackers/{id}/artifacts",
    handle: (call) => {
      const { server, viewer, body } = call;
      const window = parsePage(call, pageSize);
      const tracker = requireTracker(call, call.getNumberParameter("id"));
      const { items, size } =
        body === undefined
          ? listArtifacts(server, viewer, tracker, window, "asc")
          : searchArtifacts(
              server,
              viewer,
              tracker,
              window,
              parseCriteria(body, getSupportedFields(tracker, viewer), tracker.project, viewer),
            );
      return createDataResponse(
        items.map((item) => representArtifact(item, viewer, server)),
        ...createPaginationHeaders(window, size),
      );
    },
  },
];
