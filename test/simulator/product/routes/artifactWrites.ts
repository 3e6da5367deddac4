import type { Json } from "../../http/json.ts";
import { isObject } from "../../http/json.ts";
import { createEmptyResponse } from "../../http/messages.ts";
import type { RouteResponse, Header } from "../../http/messages.ts";
import { HttpError, withErrorHeaders } from "../../http/httpError.ts";
import { requireViewer } from "../../http/route.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { canSubmit, canUpdate, isAdministrator } from "../../state/access.ts";
import { getTitle } from "../../state/artifact.ts";
import type { Tracker } from "../../state/tracker.ts";
import {
  toBodyObject,
  validateComment,
  parseComment,
  requireTrackerId,
  requireValues,
} from "../../write/requestBody.ts";
import { createArtifact } from "../../write/createArtifact.ts";
import { updateArtifact } from "../../write/updateArtifact.ts";
import { isJsonArray } from "../../write/writeContext.ts";
import { requireArtifact } from "../access.ts";
import { writeRules } from "../writeRules.ts";
import { isAlphanumeric } from "../representations/artifact.ts";
import { representTrackerReference } from "../representations/tracker.ts";
import { configuredHost } from "../representations/user.ts";
import { checkPreconditions, createVersionHeaders } from "../preconditions.ts";

const allow = "OPTIONS, GET, POST";
const artifactAllow = "OPTIONS, GET, PUT, DELETE, PATCH";

export const artifactWriteRoutes: readonly Route[] = [
  { method: "POST", path: "/artifacts", allow, credentials: "required", handle: postArtifact },
  {
    method: "PUT",
    path: "/artifacts/{id}",
    allow: artifactAllow,
    credentials: "required",
    handle: putArtifact,
  },
  {
    method: "DELETE",
    path: "/artifacts/{id}",
    allow: artifactAllow,
    handle: deleteArtifact,
  },
];

function postArtifact(call: RouteCall): RouteResponse {
  const trackerId = requireTrackerId(call.body);
  const headers: readonly Header[] = [["Allow", allow]];
  return withErrorHeaders(headers, () => {
    const tracker = call.server.trackers.get(trackerId);
    if (tracker === undefined || tracker.status === "deleted") throw new HttpError(404, "No such tracker");
    if (!canSubmit(call.viewer, tracker)) throw new HttpError(403, "You may not submit to this tracker");
    const { values, suffix } = parseNewArtifactValues(call, tracker);
    const created = createArtifact(call.server, requireViewer(call), tracker, values, writeRules);
    const uri = `artifacts/${created.id}${suffix}`;
    return {
      status: 201,
      headers: [
        ...headers,
        ...createVersionHeaders(created),
        ["Location", `${configuredHost}/api/v1/${uri}`],
      ],
      body: { kind: "data", data: { id: created.id, uri, tracker: representTrackerReference(tracker) } },
    };
  });
}

interface NewArtifactValues {
  readonly values: readonly Json[];
  /** An artifact created with values by name has a URL that reads its values by name too. */
  readonly suffix: string;
}

/** Exactly one of: values by id, values by name, or the values of another artifact. */
function parseNewArtifactValues(call: RouteCall, tracker: Tracker): NewArtifactValues {
  const { values, values_by_field: byField, from_artifact: from } = toBodyObject(call.body);
  const hasValues = isJsonArray(values) && values.length > 0;
  const namedValues = isObject(byField) ? Object.entries(byField) : [];
  if (hasValues && namedValues.length > 0) {
    throw new HttpError(400, "Values come either by id or by name, not both");
  }
  if (hasValues) return { values, suffix: "" };
  if (namedValues.length > 0) {
    return {
      values: namedValues.map(([name, value]) => toEntryByName(name, value, tracker)),
      suffix: "?values_format=by_field",
    };
  }
  if (!isObject(from)) throw new HttpError(400, "There are no values to create an artifact from");
  const title = getTitle(requireArtifact(call, Number(from["id"])));
  const field = tracker.semantics.title;
  return { values: field === undefined ? [] : [{ field_id: field.id, value: title ?? "" }], suffix: "" };
}

function toEntryByName(name: string, value: Json, tracker: Tracker): Json {
  const field = tracker.fields.find((each) => each.name === name);
  if (field === undefined) throw new HttpError(400, `There is no field "${name}" in this tracker`);
  if (!isAlphanumeric(field)) throw new HttpError(400);
  return { ...(isObject(value) ? value : {}), field_id: field.id };
}

function putArtifact(call: RouteCall): RouteResponse {
  const values = requireValues(call.body);
  const comment = parseComment(call.body);
  const artifact = requireArtifact(call, call.getNumberParameter("id"));
  if (!canUpdate(call.viewer, artifact.tracker)) throw new HttpError(403);
  const headers: readonly Header[] = [["Allow", artifactAllow]];
  return withErrorHeaders(headers, () => {
    checkPreconditions(call.headers, artifact);
    const change = { values, comment: validateComment(comment) };
    const updated = updateArtifact(call.server, requireViewer(call), artifact, change, writeRules);
    return createEmptyResponse(200, ...headers, ...createVersionHeaders(updated));
  });
}

/** Ignores preconditions. Only tracker administrators can delete, within the server's daily limit. */
function deleteArtifact(call: RouteCall): RouteResponse {
  const { server } = call;
  const { deletions } = server;
  const artifact = requireArtifact(call, call.getNumberParameter("id"));
  const { id } = requireViewer(call);
  if (!isAdministrator(call.viewer, artifact.tracker.project)) throw new HttpError(403);
  const createHeaders = (): readonly Header[] => [
    ["X-RateLimit-Limit", String(deletions.limit)],
    ["X-RateLimit-Remaining", String(deletions.getRemaining(id))],
    ["Allow", artifactAllow],
  ];
  if (deletions.limit === 0) {
    throw new HttpError(403, "Artifacts can't be deleted here", { headers: createHeaders() });
  }
  if (deletions.getRemaining(id) === 0) {
    throw new HttpError(429, "No more deletions within these 24 hours", { headers: createHeaders() });
  }
  server.artifacts.delete(artifact);
  deletions.record(id);
  return createEmptyResponse(200, ...createHeaders());
}
