import { empty, ok } from "../../http/message.ts";
import type { Answer } from "../../http/message.ts";
import { Refusal } from "../../http/refusal.ts";
import { writerOf } from "../../http/route.ts";
import type { Call, Route } from "../../http/route.ts";
import { canSubmit, canUpdate, isAdministrator } from "../../state/access.ts";
import { bodyObject, requiredTrackerId, requiredValues } from "../../writing/body.ts";
import { createArtifact } from "../../writing/create.ts";
import { updateArtifact } from "../../writing/update.ts";
import { isList } from "../../writing/writing.ts";
import { requireArtifact } from "../access.ts";
import { manners } from "../manners.ts";
import { artifact } from "../represent.ts";
import { checkConditions, versionHeaders } from "../version.ts";

export const artifactRoutes: readonly Route[] = [
  { method: "GET", path: "/artifacts/{id}", hasXml: true, handle: read },
  { method: "POST", path: "/artifacts", hasXml: true, credentials: "required", handle: create },
  { method: "PUT", path: "/artifacts/{id}", hasXml: true, credentials: "required", handle: update },
  { method: "DELETE", path: "/artifacts/{id}", credentials: "required", handle: remove },
];

function read(call: Call): Answer {
  const item = requireArtifact(call, call.id("id"));
  return ok(artifact(item, call.viewer, call.world), ...versionHeaders(item));
}

function create(call: Call): Answer {
  const tracker = call.world.trackers.get(requiredTrackerId(call.body));
  if (tracker === undefined || tracker.status === "deleted") throw new Refusal(404);
  if (!canSubmit(call.viewer, tracker)) throw new Refusal(403);
  const { values } = bodyObject(call.body);
  if (!isList(values) || values.length === 0) throw new Refusal(400, "`values` is required.");
  const created = createArtifact(call.world, writerOf(call), tracker, values, manners);
  return { ...ok(artifact(created, call.viewer, call.world), ...versionHeaders(created)), status: 201 };
}

function update(call: Call): Answer {
  const values = requiredValues(call.body);
  const current = requireArtifact(call, call.id("id"));
  if (!canUpdate(call.viewer, current.tracker)) throw new Refusal(403);
  checkConditions(call.headers, current);
  const updated = updateArtifact(call.world, writerOf(call), current, { values }, manners);
  return ok(artifact(updated, call.viewer, call.world), ...versionHeaders(updated));
}

/** "Only tracker administrators may delete artifacts; a daily deletion limit applies." */
function remove(call: Call): Answer {
  const { world, viewer } = call;
  const item = requireArtifact(call, call.id("id"));
  const { id } = writerOf(call);
  if (!isAdministrator(viewer, item.tracker.project)) throw new Refusal(403);
  if (world.deletions.remaining(id) === 0) throw new Refusal(429);
  world.artifacts.delete(item);
  world.deletions.count(id);
  return empty(200);
}
