import { ok } from "../../http/message.ts";
import type { Route } from "../../http/route.ts";
import { canReadTracker } from "../../state/access.ts";
import { activeProjects, isReadableProject, slice, sliceThenFilter } from "../../state/reading.ts";
import { requireOpenPlatform, requireProject } from "../access.ts";
import { pageOf, paginationHeaders } from "../pagination.ts";
import { project, tracker } from "../represent.ts";

const pageSize = 10;

export const projectRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/projects",
    handle: (call) => {
      const window = pageOf(call, pageSize);
      requireOpenPlatform(call);
      const { items, size } = sliceThenFilter(activeProjects(call.world), window, (project) =>
        isReadableProject(call.viewer, project),
      );
      return ok(items.map(project), ...paginationHeaders(window, size));
    },
  },
  {
    method: "GET",
    path: "/projects/{id}",
    handle: (call) => ok(project(requireProject(call, call.id("id")))),
  },
  {
    method: "GET",
    path: "/projects/{id}/trackers",
    handle: (call) => {
      const { world, viewer } = call;
      const window = pageOf(call, pageSize);
      const owner = requireProject(call, call.id("id"));
      const trackers = [...world.trackers.values()].filter(
        (each) => each.project === owner && canReadTracker(viewer, each),
      );
      const { items, size } = slice(trackers, window);
      return ok(
        items.map((each) => tracker(each, viewer, world)),
        ...paginationHeaders(window, size),
      );
    },
  },
];
