import { isObject, parseJson } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import { parseChoice, parsePage } from "../../http/queryParameters.ts";
import type { Page } from "../../http/queryParameters.ts";
import { HttpError } from "../../http/httpError.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { canReadArtifact, canReadTracker, isAdministrator, isMember } from "../../state/access.ts";
import type { Project } from "../../state/project.ts";
import {
  getActiveProjects,
  getAllArtifacts,
  isReadableProject,
  slicePage,
  slicePageThenFilter,
} from "../../state/listArtifacts.ts";
import type { PageSlice } from "../../state/listArtifacts.ts";
import { requireAnonymousAccess, requireProject } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representGroup } from "../representations/group.ts";
import { representHeartbeat } from "../representations/heartbeat.ts";
import { representAgileInformation } from "../representations/planning.ts";
import { representProject } from "../representations/project.ts";
import { representTracker, representMinimalTracker } from "../representations/tracker.ts";

const max = 50;
const limits = { defaultValue: 10, min: 0, max };
const allow = "OPTIONS, GET, POST, PATCH";
const groupsAllow = "OPTIONS, GET";
const trackersAllow = "OPTIONS, GET";
const heartbeatsAllow = "OPTIONS, GET";
const maxHeartbeats = 30;

export const projectRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/projects",
    allow,
    handle: (call) => {
      const window = parsePage(call.query, limits);
      requireAnonymousAccess(call);
      const { items, size } = selectProjects(call, window);
      return createDataResponse(
        items.map((item) => represent(item, call)),
        ["Allow", allow],
        ...createPaginationHeaders(window, size, max),
      );
    },
  },
  {
    method: "GET",
    path: "/projects/{id}",
    allow,
    handle: (call) =>
      createDataResponse(represent(requireProject(call, call.getNumberParameter("id"), allow), call), [
        "Allow",
        allow,
      ]),
  },
  {
    method: "GET",
    path: "/projects/{id}/trackers",
    allow: trackersAllow,
    handle: listTrackers,
  },
  {
    method: "GET",
    path: "/projects/{id}/user_groups",
    allow: groupsAllow,
    handle: (call) => {
      const project = requireProject(call, call.getNumberParameter("id"));
      const groups = (["members", "administrators"] as const).map((group) => representGroup(group, project));
      return createDataResponse(
        groups.map((group) => ({ ...group, additional_information: [] })),
        ["Allow", groupsAllow],
      );
    },
  },
  {
    method: "GET",
    path: "/projects/{id}/heartbeats",
    allow: heartbeatsAllow,
    handle: (call) => {
      const project = requireProject(call, call.getNumberParameter("id"));
      return createDataResponse(representHeartbeats(project, call), ["Allow", heartbeatsAllow]);
    },
  },
];

function represent(project: Project, { viewer, server }: RouteCall): JsonObject {
  return representProject(project, viewer, representAgileInformation(project, server));
}

/** Only one criterion is used: the first supported one in a fixed order. */
function selectProjects(call: RouteCall, window: Page): PageSlice<Project> {
  const { server, viewer } = call;
  const query = parseQuery(call);
  if (query === undefined) {
    return slicePage(
      getActiveProjects(server).filter((project) => isReadableProject(viewer, project)),
      window,
    );
  }
  const active = [...server.projects.values()].filter((item) => item.status === "active");
  const filterPage = (matches: (item: Project) => boolean) => slicePage(active.filter(matches), window);
  if ("shortname" in query) {
    const matching = active.filter((item) => item.shortname === query["shortname"]);
    return slicePageThenFilter(
      matching,
      window,
      (item) => item.access === "public" || isMember(viewer, item),
    );
  }
  if ("is_tracker_admin" in query) {
    requireTrue(query, "is_tracker_admin");
    return filterPage((item) => isAdministrator(viewer, item));
  }
  if ("with_status" in query) throw new HttpError(403, "Listing projects by status needs a delegation");
  if ("is_member_of" in query) {
    requireTrue(query, "is_member_of");
    return filterPage((item) => isMember(viewer, item));
  }
  if ("is_admin_of" in query) {
    const isAdministered = query["is_admin_of"] === true;
    return filterPage((item) => isMember(viewer, item) && isAdministrator(viewer, item) === isAdministered);
  }
  throw new HttpError(400, "The query names no known criterion");
}

function requireTrue(query: JsonObject, name: string): void {
  if (query[name] !== true) throw new HttpError(400, `Only {"${name}": true} can be searched for`);
}

function parseQuery(call: RouteCall): JsonObject | undefined {
  const text = call.query.get("query");
  if (text === undefined) return undefined;
  const query = parseJson(text);
  if (!isObject(query)) throw new HttpError(400, "query parameter must be a json object or empty");
  return query;
}

/** Filtered before pagination, so the size is exact. */
function listTrackers(call: RouteCall) {
  const window = parsePage(call.query, limits);
  const representation = parseChoice(call.query, "representation", ["full", "minimal"]);
  const project = requireProject(call, call.getNumberParameter("id"), trackersAllow);
  const query = parseQuery(call);
  const { server, viewer } = call;
  const trackers = [...server.trackers.values()]
    .filter((tracker) => tracker.project === project && canReadTracker(viewer, tracker))
    .filter((tracker) => query?.["is_tracker_admin"] !== true || isAdministrator(viewer, tracker.project))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
  const { items, size } = slicePage(trackers, window);
  return createDataResponse(
    items.map((tracker) =>
      representation === "minimal"
        ? representMinimalTracker(tracker, [])
        : representTracker(tracker, viewer, server),
    ),
    ["Allow", trackersAllow],
    ...createPaginationHeaders(window, size, max),
  );
}

/** The latest updates of artifacts; the simulator has no other events. */
function representHeartbeats(project: Project, { server, viewer }: RouteCall): JsonObject {
  const latest = [...server.trackers.values()]
    .filter((tracker) => tracker.project === project && tracker.status === "active")
    .flatMap((tracker) => getAllArtifacts(server, tracker))
    .toSorted((one, other) => other.updatedOn - one.updatedOn || other.id - one.id)
    .slice(0, maxHeartbeats);
  const readable = latest.filter((artifact) => canReadArtifact(viewer, artifact));
  return {
    entries: readable.map((artifact) => representHeartbeat(artifact, server)),
    are_there_activities_user_cannot_see: readable.length < latest.length,
  };
}
