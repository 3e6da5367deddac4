import { createEmptyResponse, createDataResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { HttpError } from "../../http/httpError.ts";
import { requireViewer } from "../../http/route.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { canSubmit, canUpdate, isAdministrator } from "../../state/access.ts";
import { toBodyObject, requireTrackerId, requireValues } from "../../write/requestBody.ts";
import { createArtifact } from "../../write/createArtifact.ts";
import { updateArtifact } from "../../write/updateArtifact.ts";
import { isJsonArray } from "../../write/writeContext.ts";
import { requireArtifact } from "../access.ts";
import { writeRules } from "../writeRules.ts";
import { representArtifact } from "../representations.ts";
import { checkPreconditions, createVersionHeaders } from "../preconditions.ts";

export const artifactRoutes: readonly Route[] = [
  { method: "GET", path: "/artifacts/{id}", supportsXml: true, handle: getArtifact },
  { method: "POST", path: "/artifacts", supportsXml: true, credentials: "required", handle: postArtifact },
  { method: "PUT", path: "/artifacts/{id}", supportsXml: true, credentials: "required", handle: putArtifact },
  { method: "DELETE", path: "/artifacts/{id}", credentials: "required", handle: deleteArtifact },
];

function getArtifact(call: RouteCall): RouteResponse {
  const item = requireArtifact(call, call.getNumberParameter("id"));
  return createDataResponse(representArtifact(item, call.viewer, call.server), ...createVersionHeaders(item));
}

function postArtifact(call: RouteCall): RouteResponse {
  const tracker = call.server.trackers.get(requireTrackerId(call.body));
  if (tracker === undefined || tracker.status === "deleted") throw new HttpError(404);
  if (!canSubmit(call.viewer, tracker)) throw new HttpError(403);
  const { values } = toBodyObject(call.body);
  if (!isJsonArray(values) || values.length === 0) throw new HttpError(400, "`values` is required.");
  const created = createArtifact(call.server, requireViewer(call), tracker, values, writeRules);
  return {
    ...createDataResponse(
      representArtifact(created, call.viewer, call.server),
      ...createVersionHeaders(created),
    ),
    status: 201,
  };
}

function putArtifact(call: RouteCall): RouteResponse {
  const values = requireValues(call.body);
  const current = requireArtifact(call, call.getNumberParameter("id"));
  if (!canUpdate(call.viewer, current.tracker)) throw new HttpError(403);
  checkPreconditions(call.headers, current);
  const updated = updateArtifact(call.server, requireViewer(call), current, { values }, writeRules);
  return createDataResponse(
    representArtifact(updated, call.viewer, call.server),
    ...createVersionHeaders(updated),
  );
}

/** "Only tracker administrators may delete artifacts; a daily deletion limit applies." */
function deleteArtifact(call: RouteCall): RouteResponse {
  const { server, viewer } = call;
  const item = requireArtifact(call, call.getNumberParameter("id"));
  const { id } = requireViewer(call);
  if (!isAdministrator(viewer, item.tracker.project)) throw new HttpError(403);
  if (server.deletions.getRemaining(id) === 0) throw new HttpError(429);
  server.artifacts.delete(item);
  server.deletions.record(id);
  return createEmptyResponse(200);
}
