import type { Json } from "../../http/json.ts";
import { isObject } from "../../http/json.ts";
import { empty } from "../../http/message.ts";
import type { Answer, Header } from "../../http/message.ts";
import { Refusal, announcing } from "../../http/refusal.ts";
import { writerOf } from "../../http/route.ts";
import type { Call, Route } from "../../http/route.ts";
import { canSubmit, canUpdate, isAdministrator } from "../../state/access.ts";
import { titleOf } from "../../state/artifact.ts";
import type { Tracker } from "../../state/tracker.ts";
import {
  bodyObject,
  checkComment,
  commentOf,
  requiredTrackerId,
  requiredValues,
} from "../../writing/body.ts";
import { createArtifact } from "../../writing/create.ts";
import { updateArtifact } from "../../writing/update.ts";
import { isList } from "../../writing/writing.ts";
import { requireArtifact } from "../access.ts";
import { manners } from "../manners.ts";
import { isAlphanumeric } from "../represent/artifact.ts";
import { trackerReference } from "../represent/tracker.ts";
import { configuredHost } from "../represent/user.ts";
import { checkConditions, versionHeaders } from "../version.ts";

const allow = "OPTIONS, GET, POST";
const artifactAllow = "OPTIONS, GET, PUT, DELETE, PATCH";

export const artifactWriteRoutes: readonly Route[] = [
  { method: "POST", path: "/artifacts", allow, credentials: "required", handle: create },
  { method: "PUT", path: "/artifacts/{id}", allow: artifactAllow, credentials: "required", handle: update },
  {
    method: "DELETE",
    path: "/artifacts/{id}",
    allow: artifactAllow,
    handle: remove,
  },
];

function create(call: Call): Answer {
  const trackerId = requiredTrackerId(call.body);
  const headers: readonly Header[] = [["Allow", allow]];
  return announcing(headers, () => {
    const tracker = call.world.trackers.get(trackerId);
    if (tracker === undefined || tracker.status === "deleted") throw new Refusal(404, "No such tracker");
    if (!canSubmit(call.viewer, tracker)) throw new Refusal(403, "You may not submit to this tracker");
    const { values, suffix } = sourceOf(call, tracker);
    const created = createArtifact(call.world, writerOf(call), tracker, values, manners);
    const uri = `artifacts/${created.id}${suffix}`;
    return {
      status: 201,
      headers: [...headers, ...versionHeaders(created), ["Location", `${configuredHost}/api/v1/${uri}`]],
      body: { kind: "data", data: { id: created.id, uri, tracker: trackerReference(tracker) } },
    };
  });
}

interface Source {
  readonly values: readonly Json[];
  /** The address of what was created by name reads its values by name as well. */
  readonly suffix: string;
}

/** Values by id, or by name, or those of another artifact: one of the three. */
function sourceOf(call: Call, tracker: Tracker): Source {
  const { values, values_by_field: byField, from_artifact: from } = bodyObject(call.body);
  const hasValues = isList(values) && values.length > 0;
  const named = isObject(byField) ? Object.entries(byField) : [];
  if (hasValues && named.length > 0) throw new Refusal(400, "Values come either by id or by name, not both");
  if (hasValues) return { values, suffix: "" };
  if (named.length > 0) {
    return {
      values: named.map(([name, value]) => namedEntry(name, value, tracker)),
      suffix: "?values_format=by_field",
    };
  }
  if (!isObject(from)) throw new Refusal(400, "There are no values to create an artifact from");
  const title = titleOf(requireArtifact(call, Number(from["id"])));
  const field = tracker.semantics.title;
  return { values: field === undefined ? [] : [{ field_id: field.id, value: title ?? "" }], suffix: "" };
}

function namedEntry(name: string, value: Json, tracker: Tracker): Json {
  const field = tracker.fields.find((each) => each.name === name);
  if (field === undefined) throw new Refusal(400, `There is no field "${name}" in this tracker`);
  if (!isAlphanumeric(field)) throw new Refusal(400);
  return { ...(isObject(value) ? value : {}), field_id: field.id };
}

function update(call: Call): Answer {
  const values = requiredValues(call.body);
  const comment = commentOf(call.body);
  const artifact = requireArtifact(call, call.id("id"));
  if (!canUpdate(call.viewer, artifact.tracker)) throw new Refusal(403);
  const headers: readonly Header[] = [["Allow", artifactAllow]];
  return announcing(headers, () => {
    checkConditions(call.headers, artifact);
    const change = { values, comment: checkComment(comment) };
    const updated = updateArtifact(call.world, writerOf(call), artifact, change, manners);
    return empty(200, ...headers, ...versionHeaders(updated));
  });
}

/** Conditions are not looked at. Who administers the tracker may, as often as the platform lets anyone. */
function remove(call: Call): Answer {
  const { world } = call;
  const { deletions } = world;
  const artifact = requireArtifact(call, call.id("id"));
  const { id } = writerOf(call);
  if (!isAdministrator(call.viewer, artifact.tracker.project)) throw new Refusal(403);
  const told = (): readonly Header[] => [
    ["X-RateLimit-Limit", String(deletions.limit)],
    ["X-RateLimit-Remaining", String(deletions.remaining(id))],
    ["Allow", artifactAllow],
  ];
  if (deletions.limit === 0) throw new Refusal(403, "Artifacts can't be deleted here", { headers: told() });
  if (deletions.remaining(id) === 0) {
    throw new Refusal(429, "No more deletions within these 24 hours", { headers: told() });
  }
  world.artifacts.delete(artifact);
  deletions.count(id);
  return empty(200, ...told());
}
