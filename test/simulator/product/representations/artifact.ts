import { formatIsoDate, type TimeZone } from "../../clock.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import { canReadField } from "../../state/access.ts";
import { getAssignees, getStatus, getTitle } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { Field } from "../../state/field.ts";
import type { Viewer } from "../../state/user.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representProjectReference } from "./project.ts";
import { representMinimalTracker } from "./tracker.ts";
import { representMinimalUser } from "./user.ts";
import { representValue } from "./value.ts";

export interface ArtifactOptions {
  readonly values: "none" | "collection" | "by_field" | "all";
  /** Replaces the minimal tracker. */
  readonly tracker?: JsonObject;
}

export function representArtifact(
  item: Artifact,
  viewer: Viewer,
  server: ServerState,
  options: ArtifactOptions,
): JsonObject {
  const { id, tracker } = item;
  const status = getStatus(item);
  const submitter = server.users.get(item.submittedBy);
  const updater = server.users.get(item.updatedBy);
  const zone = options.values === "none" ? "server" : getTimeZone(item, viewer);
  return {
    id,
    uri: `artifacts/${id}`,
    xref: `${tracker.itemName} #${id}`,
    tracker: options.tracker ?? representMinimalTracker(tracker, null),
    project: representProjectReference(tracker.project),
    submitted_by: item.submittedBy,
    submitted_by_user: representMinimalUser(submitter),
    submitted_on: formatIsoDate(item.submittedOn, zone),
    html_url: `/plugins/tracker/?aid=${id}`,
    changesets_uri: `artifacts/${id}/changesets`,
    values: includesValues(options) ? representValues(item, viewer, server, zone) : null,
    values_by_field: representValuesByField(item, viewer, server, options, zone),
    last_update_by: item.updatedBy,
    last_update_by_user: representMinimalUser(updater),
    last_modified_date: formatIsoDate(item.updatedOn, zone),
    status: status?.label ?? "",
    full_status:
      status === undefined ? null : { value: status.label, color: status.color === "" ? null : status.color },
    // An artifact without a status is open.
    is_open: status?.isOpen ?? true,
    title: getTitle(item),
    assignees: getAssignees(item).map((userId) => representMinimalUser(server.users.get(userId))),
  };
}

/** The short form in a list of a user's artifacts. */
export function representArtifactReference(item: Artifact): JsonObject {
  const { id, tracker } = item;
  return {
    id,
    uri: `artifacts/${id}`,
    html_url: `/plugins/tracker/?aid=${id}`,
    title: getTitle(item),
    xref: `${tracker.itemName} #${id}`,
    tracker: representMinimalTracker(tracker, null),
  };
}

function includesValues({ values }: ArtifactOptions): boolean {
  return values === "collection" || values === "all";
}

export function representValues(item: Artifact, viewer: Viewer, server: ServerState, zone: TimeZone): Json {
  return getReadableFields(item, viewer).flatMap(
    (field) => representValue(item, field, viewer, server, zone) ?? [],
  );
}

/** An artifact with a burndown has all its dates in the account's time zone. */
function getTimeZone(item: Artifact, viewer: Viewer): TimeZone {
  const isBurndown = (field: Field): boolean => field.kind === "automatic" && field.type === "burndown";
  return getReadableFields(item, viewer).some(isBurndown) ? "account" : "server";
}

/** Alphanumeric fields by name; a field without a value is null. */
function representValuesByField(
  item: Artifact,
  viewer: Viewer,
  server: ServerState,
  { values }: ArtifactOptions,
  zone: TimeZone,
): Json {
  if (values === "none" || values === "collection") return null;
  const entries = getReadableFields(item, viewer)
    .filter(isAlphanumeric)
    .map((field) => [field.name, representValue(item, field, viewer, server, zone) ?? null] as const);
  return entries.length === 0 ? [] : Object.fromEntries(entries);
}

/** The fields that can be read and written by name. */
export function isAlphanumeric(field: Field): boolean {
  if (field.kind === "automatic") return ["aid", "atid", "priority"].includes(field.type);
  return (
    field.kind === "string" || field.kind === "text" || field.kind === "number" || field.kind === "computed"
  );
}

function getReadableFields({ tracker }: Artifact, viewer: Viewer): readonly Field[] {
  return tracker.fields.filter((field) => canReadField(viewer, field, tracker.project));
}
