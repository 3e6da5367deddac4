import { parseCriteria } from "../../http/criteria.ts";
import { ok } from "../../http/message.ts";
import type { Route } from "../../http/route.ts";
import { readArtifacts, searchArtifacts } from "../../state/reading.ts";
import { requireTracker } from "../access.ts";
import { pageOf, paginationHeaders } from "../pagination.ts";
import { artifact, knownFields, tracker } from "../represent.ts";

const pageSize = 100;

export const trackerRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/trackers/{id}",
    handle: (call) => ok(tracker(requireTracker(call, call.id("id")), call.viewer, call.world)),
  },
  {
    method: "GET",
    path: "/trackers/{id}/artifacts",
    handle: (call) => {
      const { world, viewer, body } = call;
      const window = pageOf(call, pageSize);
      const owner = requireTracker(call, call.id("id"));
      const { items, size } =
        body === undefined
          ? readArtifacts(world, viewer, owner, window, "asc")
          : searchArtifacts(
              world,
              viewer,
              owner,
              window,
              parseCriteria(body, knownFields(owner, viewer), owner.project, viewer),
            );
      return ok(
        items.map((item) => artifact(item, viewer, world)),
        ...paginationHeaders(window, size),
      );
    },
  },
];
