import {
  getBacklog,
  getChildren,
  getContent,
  getMilestones,
  getPlannedIds,
  getProjectBacklog,
} from "../../agile/milestones.ts";
import type { BacklogFilter, Milestone } from "../../agile/milestones.ts";
import {
  addLinks,
  addToContent,
  checkBacklogItems,
  parseItems,
  removeFromMilestones,
} from "../../agile/planItems.ts";
import type { PlannedItem } from "../../agile/planItems.ts";
import { parseOrder, requireOrder } from "../../agile/parseOrder.ts";
import type { RequestedOrder } from "../../agile/parseOrder.ts";
import { HttpError } from "../../http/httpError.ts";
import { isObject, parseJson } from "../../http/json.ts";
import { createDataResponse, createEmptyResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { parseChoice, parsePage } from "../../http/queryParameters.ts";
import { requireViewer } from "../../http/route.ts";
import type { Route, RouteCall } from "../../http/route.ts";
import { canReadArtifact } from "../../state/access.ts";
import type { Artifact } from "../../state/artifact.ts";
import { isInGroup } from "../../state/group.ts";
import { slicePage } from "../../state/listArtifacts.ts";
import type { User } from "../../state/user.ts";
import { requireArtifact, requireMilestone, requireProject } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representBacklogItem, representBacklogItemV2 } from "../representations/backlogItem.ts";
import { representAcceptedTrackers } from "../representations/milestone.ts";

const contentAllow = "OPTIONS, GET, PUT, PATCH";
const backlogAllow = "OPTIONS, GET, PUT, POST, PATCH";
const projectAllow = "OPTIONS, GET, PUT";
/** Writing announces more methods than reading. */
const projectWriteAllow = "OPTIONS, GET, PUT, PATCH";
const itemAllow = "OPTIONS, GET";
const max = 100;
const maxV2 = 50;

/** What is planned in milestones, what is still to be planned, and the items themselves. */
export const backlogRoutes: readonly Route[] = [
  createListRoute("/milestones/{id}/content", contentAllow, (call, id) =>
    getContent(call.server, requireMilestone(call, id)),
  ),
  { method: "PATCH", path: "/milestones/{id}/content", credentials: "required", handle: patchContent },
  createListRoute("/milestones/{id}/backlog", backlogAllow, (call, id) => {
    const filter = parseBacklogFilter(call);
    return getBacklog(call.server, requireMilestone(call, id), filter);
  }),
  { method: "PATCH", path: "/milestones/{id}/backlog", credentials: "required", handle: patchBacklog },
  createListRoute("/projects/{id}/backlog", projectAllow, (call, id) =>
    getProjectBacklog(call.server, requireProject(call, id)),
  ),
  { method: "PATCH", path: "/projects/{id}/backlog", credentials: "required", handle: patchProjectBacklog },
  { method: "GET", path: "/v2/projects/{id}/backlog", allow: itemAllow, handle: getProjectBacklogV2 },
  {
    method: "GET",
    path: "/backlog_items/{id}",
    allow: itemAllow,
    handle: (call) => {
      const item = requireArtifact(call, call.getNumberParameter("id"));
      return createDataResponse(representBacklogItem(item, call.viewer, call.server, "single"), [
        "Allow",
        itemAllow,
      ]);
    },
  },
  createListRoute("/backlog_items/{id}/children", itemAllow, (call, id) =>
    call.server.ranks.sort(getChildren(call.server, requireArtifact(call, id))),
  ),
];

/** A page of the items that the viewer can read. The page is checked before anything else. */
function createListRoute(
  path: string,
  allow: string,
  listItems: (call: RouteCall, id: number) => readonly Artifact[],
): Route {
  return {
    method: "GET",
    path,
    allow,
    handle: (call) => {
      const { viewer, server, query } = call;
      const window = parsePage(query, { defaultValue: 10, min: 0, max });
      const items = listItems(call, call.getNumberParameter("id"));
      const page = slicePage(
        items.filter((item) => canReadArtifact(viewer, item)),
        window,
      );
      return createDataResponse(
        page.items.map((item) => representBacklogItem(item, viewer, server, "list")),
        ["Allow", allow],
        ...createPaginationHeaders(window, page.size, max),
      );
    },
  };
}

/** Open items that are not planned by default. Planned items come with closed ones. */
function parseBacklogFilter({ query }: RouteCall): BacklogFilter {
  const text = query.get("query");
  const include = parseChoice(query, "include", ["", "planned_and_not_planned"]);
  const isPlannedIncluded = include !== "";
  if (text === undefined) return { isClosedIncluded: isPlannedIncluded, isPlannedIncluded };
  if (isPlannedIncluded) throw new HttpError(400, "`include` and `query` exclude each other");
  const criteria = parseJson(text);
  const status = isObject(criteria) ? criteria["status"] : undefined;
  if (status !== "all" && status !== "open") throw new HttpError(400, "Query is malformed");
  return { isClosedIncluded: status === "all", isPlannedIncluded };
}

/** The body is checked before the milestone and the right to change it. */
function parsePlanChange(call: RouteCall): {
  readonly items: readonly PlannedItem[];
  readonly order: RequestedOrder | undefined;
  readonly milestone: Milestone;
  readonly user: User;
} {
  const items = parseItems(call.body, "add");
  const order = parseOrder(call.body);
  const milestone = requireMilestone(call, call.getNumberParameter("id"));
  const { priorityChangers, project } = milestone.planning;
  if (!isInGroup(call.viewer, priorityChangers, project)) {
    throw new HttpError(
      403,
      "User is not allowed to update this milestone because he can't change items' priorities",
    );
  }
  return { items, order, milestone, user: requireViewer(call) };
}

/** A rank isn't part of an artifact, so this creates no changeset. */
function orderItems(
  { server }: RouteCall,
  order: RequestedOrder | undefined,
  getOrderedIds: () => readonly number[],
): void {
  if (order === undefined) return;
  server.ranks.move(requireOrder(order, new Set(getOrderedIds())));
}

function getIds(items: readonly { readonly id: number }[]): readonly number[] {
  return items.map(({ id }) => id);
}

/** Plans, then orders: a failing order leaves what was planned. Ignores preconditions. */
function patchContent(call: RouteCall): RouteResponse {
  const { server } = call;
  const { items, order, milestone, user } = parsePlanChange(call);
  removeFromMilestones(server, user, items);
  addToContent(server, user, milestone, items);
  orderItems(call, order, () => getIds(getContent(server, requireMilestone(call, milestone.artifact.id))));
  return createEmptyResponse(200, ["Allow", contentAllow]);
}

function patchBacklog(call: RouteCall): RouteResponse {
  const { server } = call;
  const { items, order, milestone, user } = parsePlanChange(call);
  checkBacklogItems(server, milestone, items);
  removeFromMilestones(server, user, items);
  const ids = getIds(items);
  addLinks(server, user, milestone.artifact.id, ids);
  const filter = { isClosedIncluded: true, isPlannedIncluded: false };
  orderItems(call, order, () => [
    ...ids,
    ...getIds(getBacklog(server, requireMilestone(call, milestone.artifact.id), filter)),
  ]);
  return createEmptyResponse(200);
}

/**
 * Leaving a milestone is all that adding does, unless the backlog is explicit: then items that are in no milestone are
 * added, and everything can be ordered.
 */
function patchProjectBacklog(call: RouteCall): RouteResponse {
  const { server } = call;
  const added = parseItems(call.body, "add");
  const removed = parseItems(call.body, "remove");
  const order = parseOrder(call.body);
  const project = requireProject(call, call.getNumberParameter("id"));
  const planning = server.plannings.getRoot(project);
  if (planning === undefined || !isInGroup(call.viewer, planning.priorityChangers, project)) {
    throw new HttpError(
      403,
      "User does not have the permission to change items' priorities in this planning",
    );
  }
  for (const { id } of added) {
    const tracker = server.artifacts.find(id)?.tracker;
    if (tracker === undefined || !planning.backlogTrackers.includes(tracker)) {
      throw new HttpError(400, `The artifact ${id} cannot be added to the top backlog`);
    }
  }
  removeFromMilestones(server, requireViewer(call), added);
  const explicit = server.plannings.getExplicitBacklog(project);
  const planned = getPlannedIds(getMilestones(server, planning));
  for (const { id } of added) if (!planned.has(id)) explicit?.add(id);
  orderItems(call, order, () =>
    explicit === undefined || order === undefined
      ? getIds(getProjectBacklog(server, project))
      : [...order.ids, order.comparedTo],
  );
  removeFromExplicitBacklog(explicit, removed);
  return createEmptyResponse(200, ["Allow", projectWriteAllow]);
}

function removeFromExplicitBacklog(
  explicit: Set<number> | undefined,
  removed: readonly { readonly id: number }[],
): void {
  if (removed.length === 0) return;
  if (explicit === undefined) throw new HttpError(400, "Items can only be removed from an explicit backlog");
  const missing = removed.find(({ id }) => !explicit.has(id));
  if (missing !== undefined) throw new HttpError(400, `The artifact ${missing.id} is not in the backlog`);
  for (const { id } of removed) explicit.delete(id);
}

function getProjectBacklogV2(call: RouteCall): RouteResponse {
  const { viewer, server } = call;
  const window = parsePage(call.query, { defaultValue: 10, min: 0, max: maxV2 });
  const project = requireProject(call, call.getNumberParameter("id"));
  const planning = server.plannings.getRoot(project);
  if (planning === undefined) throw new HttpError(404);
  const { backlogTrackers, priorityChangers } = planning;
  const readable = getProjectBacklog(server, project).filter((item) => canReadArtifact(viewer, item));
  const { items, size } = slicePage(readable, window);
  return createDataResponse(
    {
      content: items.map((item) => representBacklogItemV2(item, viewer, server)),
      accept: representAcceptedTrackers(backlogTrackers, server),
      has_user_priority_change_permission: isInGroup(viewer, priorityChangers, project),
    },
    ["Allow", itemAllow],
    ...createPaginationHeaders(window, size, maxV2),
  );
}
