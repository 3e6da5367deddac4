import { createDataResponse } from "../../http/messages.ts";
import type { Route } from "../../http/route.ts";
import { canReadTracker } from "../../state/access.ts";
import {
  getActiveProjects,
  isReadableProject,
  slicePage,
  slicePageThenFilter,
} from "../../state/listArtifacts.ts";
import { requireAnonymousAccess, requireProject } from "../access.ts";
import { parsePage, createPaginationHeaders } from "../pagination.ts";
import { representProject, representTracker } from "../representations.ts";

const pageSize = 10;

export const projectRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/projects",
    handle: (call) => {
      const window = parsePage(call, pageSize);
      requireAnonymousAccess(call);
      const { items, size } = slicePageThenFilter(getActiveProjects(call.server), window, (project) =>
        isReadableProject(call.viewer, project),
      );
      return createDataResponse(items.map(representProject), ...createPaginationHeaders(window, size));
    },
  },
  {
    method: "GET",
    path: "/projects/{id}",
    handle: (call) =>
      createDataResponse(representProject(requireProject(call, call.getNumberParameter("id")))),
  },
  {
    method: "GET",
    path: "/projects/{id}/trackers",
    handle: (call) => {
      const { server, viewer } = call;
      const window = parsePage(call, pageSize);
      const project = requireProject(call, call.getNumberParameter("id"));
      const trackers = [...server.trackers.values()].filter(
        (each) => each.project === project && canReadTracker(viewer, each),
      );
      const { items, size } = slicePage(trackers, window);
      return createDataResponse(
        items.map((each) => representTracker(each, viewer, server)),
        ...createPaginationHeaders(window, size),
      );
    },
  },
];
