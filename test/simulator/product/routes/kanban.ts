import { getCumulativeFlow } from "../../agile/cumulativeFlow.ts";
import type { Kanban, KanbanColumnId } from "../../agile/kanban.ts";
import { moveItems } from "../../agile/moveItems.ts";
import { parseOrder, requireIds, requireOrder } from "../../agile/parseOrder.ts";
import { getColumnId, getStatusChoices, getStatusField, getStatusId } from "../../agile/statusColumns.ts";
import { formatPlainDate, parseDate } from "../../clock.ts";
import { HttpError } from "../../http/httpError.ts";
import { isObject, parseJson } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { createDataResponse, createEmptyResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { parseInteger, parsePage } from "../../http/queryParameters.ts";
import { requireViewer } from "../../http/route.ts";
import type { Route, RouteCall } from "../../http/route.ts";
import { canReadArtifact, isAdministrator } from "../../state/access.ts";
import type { Artifact } from "../../state/artifact.ts";
import { getAllArtifacts, slicePageThenFilter } from "../../state/listArtifacts.ts";
import { findReport } from "../../state/reports.ts";
import { toBodyObject } from "../../write/requestBody.ts";
import { requireKanban } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representKanban, representListedKanbanItem } from "../representations/kanban.ts";
import { writeRules } from "../writeRules.ts";

const allow = "OPTIONS, GET, PATCH, DELETE";
const itemsAllow = "OPTIONS, GET";
/** Announced, but not enforced. */
const announcedMax = 100;
const day = 24 * 60 * 60 * 1000;

export const kanbanRoutes: readonly Route[] = [
  // No list of kanbans exists.
  { method: "OPTIONS", path: "/kanban", allow, handle: () => createEmptyResponse(200) },
  {
    method: "GET",
    path: "/kanban/{id}",
    allow,
    handle: (call) =>
      createDataResponse(representKanban(requireKanban(call, call.getNumberParameter("id")), call.viewer), [
        "Allow",
        allow,
      ]),
  },
  { method: "PATCH", path: "/kanban/{id}", allow, credentials: "required", handle: patchKanban },
  {
    method: "GET",
    path: "/kanban/{id}/items",
    allow: itemsAllow,
    handle: (call) => listItems(call),
  },
  {
    method: "PATCH",
    path: "/kanban/{id}/items",
    credentials: "required",
    handle: (call) => patchItems(call),
  },
  ...(["backlog", "archive"] as const).flatMap((column): readonly Route[] => [
    {
      method: "GET",
      path: `/kanban/{id}/${column}`,
      allow: itemsAllow,
      handle: (call) => listItems(call, column),
    },
    {
      method: "PATCH",
      path: `/kanban/{id}/${column}`,
      credentials: "required",
      handle: (call) => patchItems(call, column),
    },
  ]),
  {
    method: "GET",
    path: "/kanban/{id}/cumulative_flow",
    allow: itemsAllow,
    handle: (call) => {
      const instants = parseInstants(call);
      const kanban = requireKanban(call, call.getNumberParameter("id"));
      return createDataResponse(representFlow(call, kanban, instants), ["Allow", itemsAllow]);
    },
  },
];

/** The columns with routes of their own. */
type FixedColumn = Extract<KanbanColumnId, string>;

interface KanbanColumn {
  readonly kanban: Kanban;
  readonly column: KanbanColumnId;
}

/** Any value of the status field, closed ones too. Without a status only the fixed columns exist, and are empty. */
function requireColumn(call: RouteCall, fixedColumn: FixedColumn | undefined): KanbanColumn {
  const { query } = call;
  if (fixedColumn === undefined && !query.has("column_id")) {
    throw new HttpError(400, "`column_id` is required.");
  }
  const column = fixedColumn ?? parseInteger(query, "column_id", { defaultValue: 0, min: 0 });
  const kanban = requireKanban(call, call.getNumberParameter("id"));
  if (typeof column === "number") requireStatusChoice(kanban, column);
  return { kanban, column };
}

function requireStatusChoice({ tracker }: Kanban, column: number): void {
  if (getStatusField(tracker) === undefined) throw new HttpError(403);
  if (!getStatusChoices(tracker).some(({ id }) => id === column)) throw new HttpError(404);
}

function isInColumn(artifact: Artifact, column: KanbanColumnId): boolean {
  return typeof column === "number" ? getStatusId(artifact) === column : getColumnId(artifact) === column;
}

function getItems({ server }: RouteCall, { kanban, column }: KanbanColumn): readonly Artifact[] {
  const { tracker } = kanban;
  if (getStatusField(tracker) === undefined) return [];
  return server.ranks.sort(getAllArtifacts(server, tracker).filter((each) => isInColumn(each, column)));
}

/** The size includes items that the viewer can't read. */
function listItems(call: RouteCall, fixedColumn?: FixedColumn): RouteResponse {
  const { server, viewer } = call;
  const window = parsePage(call.query, { defaultValue: 10, min: 0 });
  const kanbanColumn = requireColumn(call, fixedColumn);
  const { kanban, column } = kanbanColumn;
  const matching = getItems(call, kanbanColumn).filter(parseReportFilter(call, kanban));
  const { items, size } = slicePageThenFilter(matching, window, (item) => canReadArtifact(viewer, item));
  return createDataResponse(
    {
      collection: items.map((item) => representListedKanbanItem(item, column, viewer, server)),
      total_size: size,
    },
    ["Allow", itemsAllow],
    ...createPaginationHeaders(window, size, announcedMax),
  );
}

function parseReportFilter({ query, server }: RouteCall, { tracker }: Kanban): (item: Artifact) => boolean {
  const text = query.get("query");
  if (text === undefined) return () => true;
  const criteria = parseJson(text);
  const id = isObject(criteria) ? criteria["tracker_report_id"] : undefined;
  if (typeof id !== "number") throw new HttpError(400, "`tracker_report_id` must be a number");
  const report = findReport(server, id);
  if (report === undefined) throw new HttpError(404, "The report was not found");
  if (report.tracker !== tracker) {
    throw new HttpError(400, "The provided report does not belong to the kanban tracker");
  }
  return report.matches;
}

/** Moves, then orders: a failing order leaves the moves. Ignores preconditions, and ordering needs no permission. */
function patchItems(call: RouteCall, fixedColumn?: FixedColumn): RouteResponse {
  const ids = parseAddedIds(call);
  const order = parseOrder(call.body);
  const kanbanColumn = requireColumn(call, fixedColumn);
  const { kanban, column } = kanbanColumn;
  const { server } = call;
  try {
    moveItems(server, requireViewer(call), kanban, ids, column, writeRules);
  } catch (error) {
    // An invalid move to one of the fixed columns is reported as a server error.
    throw error instanceof HttpError && typeof column !== "number" ? error.withStatus(500) : error;
  }
  if (order !== undefined) {
    const present = new Set(getItems(call, kanbanColumn).map(({ id }) => id));
    server.ranks.move(requireOrder(order, present));
  }
  return createEmptyResponse(200);
}

function parseAddedIds({ body }: RouteCall): readonly number[] {
  const add = toBodyObject(body)["add"] ?? null;
  if (add === null) return [];
  if (!isObject(add)) throw new HttpError(400, "Invalid value specified for `add`");
  return requireIds(add["ids"] ?? null, "add[ids]");
}

/** Label and promotion are for administrators; what is collapsed is everyone's own. */
function patchKanban(call: RouteCall): RouteResponse {
  const { label = null, is_promoted: isPromoted = null, ...changes } = toBodyObject(call.body);
  const kanban = requireKanban(call, call.getNumberParameter("id"));
  const { id } = requireViewer(call);
  if (label !== null || isPromoted !== null) {
    if (!isAdministrator(call.viewer, kanban.tracker.project)) throw new HttpError(403);
    if (typeof label === "string") kanban.label = label;
    if (typeof isPromoted === "boolean") kanban.isPromoted = isPromoted;
  }
  const collapsed = changes["collapse_column"];
  if (isObject(collapsed) && typeof collapsed["column_id"] === "number") {
    const column = collapsed["column_id"];
    if (!getStatusChoices(kanban.tracker).some((choice) => choice.id === column)) {
      throw new HttpError(404, "Cannot collapse unknown column");
    }
    kanban.setExpanded(column, id, collapsed["value"] !== true);
  }
  for (const column of ["backlog", "archive"] as const) {
    const isCollapsed = changes[`collapse_${column}`];
    if (typeof isCollapsed === "boolean") kanban.setExpanded(column, id, !isCollapsed);
  }
  return createEmptyResponse(200, ["Allow", allow]);
}

/** The starts of the days that are counted. */
function parseInstants({ query }: RouteCall): readonly number[] {
  const [start, end] = ["start_date", "end_date"].map((name) => {
    const text = query.get(name);
    if (text === undefined) throw new HttpError(400, `\`${name}\` is required.`);
    const at = parseDate(text);
    if (at === undefined) throw new HttpError(400, `Invalid value specified for \`${name}\``);
    return at;
  });
  if (!query.has("interval_between_point")) {
    throw new HttpError(400, "`interval_between_point` is required.");
  }
  const interval = parseInteger(query, "interval_between_point", { defaultValue: 1, min: 1 });
  if (start === undefined || end === undefined || start > end) {
    throw new HttpError(400, "`start_date` must be older than `end_date`");
  }
  const instants: number[] = [];
  // Half a day is added because of days of 23 hours.
  for (let at = start; at < end + day / 2; at += interval * day) instants.push(at);
  return instants;
}

/** The ids of columns are texts here. */
function representFlow({ server }: RouteCall, kanban: Kanban, instants: readonly number[]): JsonObject {
  return {
    columns: getCumulativeFlow(server, kanban, instants).map(({ column, label, counts }) => ({
      id: String(column),
      label,
      values: counts.map((count, index) => ({
        start_date: formatPlainDate((instants[index] ?? 0) + day / 4, "day"),
        kanban_items_count: count,
      })),
    })),
  };
}
