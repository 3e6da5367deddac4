import { getMilestones, getSiblings, getSubMilestones } from "../../agile/milestones.ts";
import type { Milestone } from "../../agile/milestones.ts";
import { countWorkingDays } from "../../agile/workingDays.ts";
import { formatHttpDate, formatIsoDate } from "../../clock.ts";
import { HttpError } from "../../http/httpError.ts";
import { isObject, parseJson } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { parseChoice, parsePage } from "../../http/queryParameters.ts";
import type { Page } from "../../http/queryParameters.ts";
import type { Route, RouteCall } from "../../http/route.ts";
import { canReadArtifact } from "../../state/access.ts";
import { getStatus } from "../../state/artifact.ts";
import { slicePage } from "../../state/listArtifacts.ts";
import { requireMilestone, requireProject } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { getTimeframe, hasBurndown, representMilestone } from "../representations/milestone.ts";
import type { MilestoneDetail } from "../representations/milestone.ts";
import { representPlanning } from "../representations/planning.ts";

const allow = "OPTIONS, GET";
const subMilestonesAllow = "OPTIONS, GET, PUT";
const projectMax = 50;
const max = 100;
const siblingsMax = 10;

export const milestoneRoutes: readonly Route[] = [
  { method: "GET", path: "/projects/{id}/plannings", allow, handle: listPlannings },
  { method: "GET", path: "/projects/{id}/milestones", allow, handle: listTopMilestones },
  {
    method: "GET",
    path: "/milestones/{id}",
    allow,
    handle: (call) => {
      const milestone = requireMilestone(call, call.getNumberParameter("id"));
      return createDataResponse(
        representMilestone(milestone, call.viewer, call.server, "all"),
        ["Allow", allow],
        ["Last-Modified", formatHttpDate(milestone.artifact.updatedOn)],
      );
    },
  },
  {
    method: "GET",
    path: "/milestones/{id}/milestones",
    allow: subMilestonesAllow,
    handle: (call) => {
      const window = parsePage(call.query, { defaultValue: 10, min: 0, max });
      const options = parseListOptions(call, "slimWithEffort");
      const milestone = requireMilestone(call, call.getNumberParameter("id"));
      const matches = parseQuery(call, subMilestonesAllow);
      const found = getSubMilestones(call.server, milestone).filter(matches);
      return createMilestoneList(call, found, { window, max, allow: subMilestonesAllow, ...options });
    },
  },
  {
    method: "GET",
    path: "/milestones/{id}/siblings",
    allow,
    handle: (call) => {
      const window = parsePage(call.query, { defaultValue: siblingsMax, min: 0, max: siblingsMax });
      const options = parseListOptions(call, "slimWithEffort");
      const milestone = requireMilestone(call, call.getNumberParameter("id"));
      const found = getSiblings(call.server, milestone).filter(parseQuery(call, allow));
      return createMilestoneList(call, found, { window, max: siblingsMax, allow, ...options });
    },
  },
  {
    method: "GET",
    path: "/milestones/{id}/burndown",
    allow,
    handle: (call) => {
      const milestone = requireMilestone(call, call.getNumberParameter("id"));
      if (!hasBurndown(milestone.artifact.tracker)) throw new HttpError(404);
      return createDataResponse(representBurndown(milestone), ["Allow", allow]);
    },
  },
];

function listPlannings(call: RouteCall): RouteResponse {
  const window = parsePage(call.query, { defaultValue: 10, min: 0, max: projectMax });
  const project = requireProject(call, call.getNumberParameter("id"));
  const { items, size } = slicePage(call.server.plannings.list(project), window);
  return createDataResponse(
    items.map(representPlanning),
    ["Allow", allow],
    ...createPaginationHeaders(window, size, projectMax),
  );
}

function listTopMilestones(call: RouteCall): RouteResponse {
  const { server } = call;
  const window = parsePage(call.query, { defaultValue: 10, min: 0, max: projectMax });
  const options = parseListOptions(call, "slim");
  const root = server.plannings.getRoot(requireProject(call, call.getNumberParameter("id")));
  const matches = parseQuery(call, allow);
  // Elsewhere a page of 0 is empty.
  if (window.limit === 0) throw new HttpError(500);
  const found = root === undefined ? [] : getMilestones(server, root).filter(matches);
  return createMilestoneList(call, found, { window, max: projectMax, allow, ...options });
}

interface ListOptions {
  readonly detail: MilestoneDetail;
  readonly order: "asc" | "desc";
}

function parseListOptions({ query }: RouteCall, slimDetail: MilestoneDetail): ListOptions {
  const fields = parseChoice(query, "fields", ["all", "slim"]);
  return {
    detail: fields === "all" ? "all" : slimDetail,
    order: parseChoice(query, "order", ["asc", "desc"]),
  };
}

interface MilestoneListOptions extends ListOptions {
  readonly window: Page;
  readonly max: number;
  readonly allow: string;
}

/** By id. */
function createMilestoneList(
  { viewer, server }: RouteCall,
  milestones: readonly Milestone[],
  options: MilestoneListOptions,
): RouteResponse {
  const { window, order, detail } = options;
  const readable = milestones.filter(({ artifact }) => canReadArtifact(viewer, artifact));
  const { items, size } = slicePage(order === "asc" ? readable : readable.toReversed(), window);
  return createDataResponse(
    items.map((milestone) => representMilestone(milestone, viewer, server, detail)),
    ["Allow", options.allow],
    ...createPaginationHeaders(window, size, options.max),
  );
}

/** A status, or a period: milestones that have started and not ended, or that are still to start. */
function parseQuery({ query, server }: RouteCall, allowed: string): (milestone: Milestone) => boolean {
  const text = query.get("query");
  if (text === undefined) return () => true;
  const criteria = parseJson(text);
  const { status, period } = isObject(criteria) ? criteria : {};
  const isOpen = ({ artifact }: Milestone): boolean => getStatus(artifact)?.isOpen === true;
  if (status === "open") return isOpen;
  if (status === "closed") return (milestone) => !isOpen(milestone);
  const now = server.clock.now();
  if (period === "current") {
    return (milestone) => {
      const { start, end } = getTimeframe(milestone.artifact);
      return isOpen(milestone) && start !== null && start <= now && (end === null || end >= now);
    };
  }
  if (period === "future") {
    return (milestone) => {
      const { start } = getTimeframe(milestone.artifact);
      return isOpen(milestone) && (start === null || start > now);
    };
  }
  const message = `Query is malformed. Expecting {"status":"open"} or {"status":"closed"}.`;
  throw new HttpError(400, message, { headers: [["Allow", allowed]] });
}

/** The start is in UTC; nothing was ever measured. */
function representBurndown({ artifact }: Milestone): JsonObject {
  const { start, end } = getTimeframe(artifact);
  return {
    start_date: start === null ? null : formatIsoDate(start, "account"),
    duration: start === null || end === null ? null : countWorkingDays(start, end),
    capacity: null,
    points: [],
    is_under_calculation: false,
    opening_days: [1, 2, 3, 4, 5],
    points_with_date: [],
  };
}
