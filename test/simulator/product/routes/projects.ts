import { isObject, parseJson } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { ok } from "../../http/message.ts";
import { choice, page } from "../../http/parameters.ts";
import type { Page } from "../../http/parameters.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Call, Route } from "../../http/route.ts";
import { canReadTracker, isAdministrator, isMember } from "../../state/access.ts";
import type { Project } from "../../state/project.ts";
import { activeProjects, isReadableProject, slice, sliceThenFilter } from "../../state/reading.ts";
import type { Slice } from "../../state/reading.ts";
import { requireOpenPlatform, requireProject } from "../access.ts";
import { paginationHeaders } from "../pagination.ts";
import { groupReference } from "../represent/group.ts";
import { project } from "../represent/project.ts";
import { completeTracker, minimalTracker } from "../represent/tracker.ts";

const max = 50;
const limits = { fallback: 10, min: 0, max };
const allow = "OPTIONS, GET, POST, PATCH";
const groupsAllow = "OPTIONS, GET";
const trackersAllow = "OPTIONS, GET";

export const projectRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/projects",
    allow,
    handle: (call) => {
      const window = page(call.query, limits);
      requireOpenPlatform(call);
      const { items, size } = select(call, window);
      return ok(
        items.map((item) => project(item, call.viewer)),
        ["Allow", allow],
        ...paginationHeaders(window, size, max),
      );
    },
  },
  {
    method: "GET",
    path: "/projects/{id}",
    allow,
    handle: (call) => ok(project(requireProject(call, call.id("id"), allow), call.viewer), ["Allow", allow]),
  },
  {
    method: "GET",
    path: "/projects/{id}/trackers",
    allow: trackersAllow,
    handle: trackersOf,
  },
  {
    method: "GET",
    path: "/projects/{id}/user_groups",
    allow: groupsAllow,
    handle: (call) => {
      const owner = requireProject(call, call.id("id"));
      const groups = (["members", "administrators"] as const).map((group) => groupReference(group, owner));
      return ok(
        groups.map((group) => ({ ...group, additional_information: [] })),
        ["Allow", groupsAllow],
      );
    },
  },
];

/** One criterion counts, the first known one in a fixed order. */
function select(call: Call, window: Page): Slice<Project> {
  const { world, viewer } = call;
  const query = queryObject(call);
  if (query === undefined) {
    return slice(
      activeProjects(world).filter((project) => isReadableProject(viewer, project)),
      window,
    );
  }
  const active = [...world.projects.values()].filter((item) => item.status === "active");
  const only = (fits: (item: Project) => boolean) => slice(active.filter(fits), window);
  if ("shortname" in query) {
    const named = active.filter((item) => item.shortname === query["shortname"]);
    return sliceThenFilter(named, window, (item) => item.access === "public" || isMember(viewer, item));
  }
  if ("is_tracker_admin" in query) {
    requireTrue(query, "is_tracker_admin");
    return only((item) => isAdministrator(viewer, item));
  }
  if ("with_status" in query) throw new Refusal(403, "Listing projects by status needs a delegation");
  if ("is_member_of" in query) {
    requireTrue(query, "is_member_of");
    return only((item) => isMember(viewer, item));
  }
  if ("is_admin_of" in query) {
    const wanted = query["is_admin_of"] === true;
    return only((item) => isMember(viewer, item) && isAdministrator(viewer, item) === wanted);
  }
  throw new Refusal(400, "The query names no known criterion");
}

function requireTrue(query: JsonObject, name: string): void {
  if (query[name] !== true) throw new Refusal(400, `Only {"${name}": true} can be searched for`);
}

function queryObject(call: Call): JsonObject | undefined {
  const text = call.query.get("query");
  if (text === undefined) return undefined;
  const query = parseJson(text);
  if (!isObject(query)) throw new Refusal(400, "query parameter must be a json object or empty");
  return query;
}

/** Filtered before it is cut: here the size is exact. */
function trackersOf(call: Call) {
  const window = page(call.query, limits);
  const representation = choice(call.query, "representation", ["full", "minimal"]);
  const owner = requireProject(call, call.id("id"), trackersAllow);
  const query = queryObject(call);
  const { world, viewer } = call;
  const trackers = [...world.trackers.values()]
    .filter((tracker) => tracker.project === owner && canReadTracker(viewer, tracker))
    .filter((tracker) => query?.["is_tracker_admin"] !== true || isAdministrator(viewer, tracker.project))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
  const { items, size } = slice(trackers, window);
  return ok(
    items.map((tracker) =>
      representation === "minimal" ? minimalTracker(tracker, []) : completeTracker(tracker, viewer, world),
    ),
    ["Allow", trackersAllow],
    ...paginationHeaders(window, size, max),
  );
}
