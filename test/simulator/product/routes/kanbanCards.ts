import type { Kanban } from "../../agile/kanban.ts";
import { getColumnChoices, getStatusField } from "../../agile/statusColumns.ts";
import { HttpError } from "../../http/httpError.ts";
import { isObject } from "../../http/json.ts";
import type { Json } from "../../http/json.ts";
import { createDataResponse, createEmptyResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { parseInteger } from "../../http/queryParameters.ts";
import { requireViewer } from "../../http/route.ts";
import type { Route, RouteCall } from "../../http/route.ts";
import { canReadArtifact, canSubmit, isAdministrator } from "../../state/access.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { StaticChoice } from "../../state/field.ts";
import { noneValueId } from "../../state/value.ts";
import { addStatusChoice } from "../../trackerAdministration.ts";
import { createArtifact } from "../../write/createArtifact.ts";
import { toBodyObject } from "../../write/requestBody.ts";
import { requireAnonymousAccess, requireKanban } from "../access.ts";
import { requireText } from "../bodyParameters.ts";
import { representKanbanColumn, representKanbanItem } from "../representations/kanban.ts";
import { writeRules } from "../writeRules.ts";

/** The columns and the items of kanbans. */
export const kanbanCardRoutes: readonly Route[] = [
  { method: "POST", path: "/kanban/{id}/columns", credentials: "required", handle: postColumn },
  { method: "PATCH", path: "/kanban_columns/{id}", credentials: "required", handle: patchColumn },
  { method: "POST", path: "/kanban_items", credentials: "required", handle: postItem },
  {
    method: "GET",
    path: "/kanban_items/{id}",
    // Any artifact, whether its tracker has a kanban or not.
    handle: (call) => createDataResponse(representKanbanItem(requireItem(call), call.viewer, call.server)),
  },
];

/** Not found and forbidden with a message. */
function requireItem(call: RouteCall): Artifact {
  requireAnonymousAccess(call);
  const artifact = call.server.artifacts.find(call.getNumberParameter("id"));
  if (artifact === undefined) throw new HttpError(404, "Kanban item not found.");
  if (!canReadArtifact(call.viewer, artifact)) {
    throw new HttpError(403, "You cannot access this kanban item.");
  }
  return artifact;
}

/** Unlike elsewhere, a missing permission is a 401. */
function requireAdministrator(call: RouteCall, { tracker }: Kanban): void {
  const { username } = requireViewer(call);
  if (isAdministrator(call.viewer, tracker.project)) return;
  throw new HttpError(401, `User ${username} is not admin of the kanban`);
}

/** Adds an open value to the status field. */
function postColumn(call: RouteCall): RouteResponse {
  const label = requireText(call, "label");
  const kanban = requireKanban(call, call.getNumberParameter("id"));
  requireAdministrator(call, kanban);
  const choice = addStatusChoice(kanban.tracker, label);
  return createCreatedResponse(representKanbanColumn(choice, kanban, call.viewer));
}

function patchColumn(call: RouteCall): RouteResponse {
  const { query } = call;
  if (!query.has("kanban_id")) throw new HttpError(400, "`kanban_id` is required.");
  const { wip_limit: limit = null, label = null } = toBodyObject(call.body);
  const kanban = requireKanban(call, parseInteger(query, "kanban_id", { defaultValue: 0, min: 0 }));
  requireAdministrator(call, kanban);
  const id = call.getNumberParameter("id");
  const choice = getColumnChoices(kanban.tracker).find((each) => each.id === id);
  if (choice === undefined) throw new HttpError(500);
  if (typeof limit === "number") setLimit(kanban, choice, limit);
  // Modified in place, because the field and its trackers reference it.
  if (typeof label === "string") Object.assign(choice, { label });
  return createEmptyResponse(200);
}

function setLimit({ limits }: Kanban, { id }: StaticChoice, limit: number): void {
  if (limit === 0) limits.delete(id);
  else limits.set(id, limit);
}

/** Without a column it gets into the backlog. The item may be the body itself. */
function postItem(call: RouteCall): RouteResponse {
  const body = toBodyObject(call.body);
  const item = isObject(body["item"]) ? body["item"] : body;
  const { kanban_id: kanbanId, label, column_id: column = null } = item;
  if (typeof kanbanId !== "number") throw new HttpError(400, "`item[kanban_id]` is required.");
  if (typeof label !== "string") throw new HttpError(400, "`item[label]` is required.");
  const { tracker } = requireKanban(call, kanbanId);
  const { title } = tracker.semantics;
  const status = getStatusField(tracker);
  if (!canSubmit(call.viewer, tracker) || title === undefined || status === undefined) {
    throw new HttpError(403);
  }
  if (column !== null && !getColumnChoices(tracker).some(({ id }) => id === column)) {
    throw new HttpError(400, "Unknown column");
  }
  const values: readonly Json[] = [
    { field_id: title.id, value: label },
    { field_id: status.id, bind_value_ids: [column ?? noneValueId] },
  ];
  const created = createArtifact(call.server, requireViewer(call), tracker, values, writeRules);
  return createCreatedResponse(representKanbanItem(created, call.viewer, call.server));
}

function createCreatedResponse(data: Json): RouteResponse {
  return { status: 201, headers: [], body: { kind: "data", data } };
}
