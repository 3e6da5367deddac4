import { isoDate, type TimeZone } from "../../clock.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import { canReadField } from "../../state/access.ts";
import { assigneesOf, statusOf, titleOf } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { Field } from "../../state/field.ts";
import type { Viewer } from "../../state/people.ts";
import type { World } from "../../state/world.ts";
import { projectReference } from "./project.ts";
import { minimalTracker } from "./tracker.ts";
import { minimalUser } from "./user.ts";
import { value } from "./value.ts";

export interface ArtifactOptions {
  readonly values: "none" | "collection" | "by_field" | "all";
  /** In place of the minimal tracker. */
  readonly tracker?: JsonObject;
}

export function artifact(item: Artifact, viewer: Viewer, world: World, options: ArtifactOptions): JsonObject {
  const { id, tracker } = item;
  const status = statusOf(item);
  const submitter = world.people.get(item.submittedBy);
  const updater = world.people.get(item.updatedBy);
  const zone = options.values === "none" ? "server" : zoneOf(item, viewer);
  return {
    id,
    uri: `artifacts/${id}`,
    xref: `${tracker.itemName} #${id}`,
    tracker: options.tracker ?? minimalTracker(tracker, null),
    project: projectReference(tracker.project),
    submitted_by: item.submittedBy,
    submitted_by_user: minimalUser(submitter),
    submitted_on: isoDate(item.submittedOn, zone),
    html_url: `/plugins/tracker/?aid=${id}`,
    changesets_uri: `artifacts/${id}/changesets`,
    values: hasCollection(options) ? collection(item, viewer, world, zone) : null,
    values_by_field: byField(item, viewer, world, options, zone),
    last_update_by: item.updatedBy,
    last_update_by_user: minimalUser(updater),
    last_modified_date: isoDate(item.updatedOn, zone),
    status: status?.label ?? "",
    full_status:
      status === undefined ? null : { value: status.label, color: status.color === "" ? null : status.color },
    // What has no status is open.
    is_open: status?.isOpen ?? true,
    title: titleOf(item),
    assignees: assigneesOf(item).map((userId) => minimalUser(world.people.get(userId))),
  };
}

/** How an artifact stands in a list of what concerns somebody. */
export function artifactReference(item: Artifact): JsonObject {
  const { id, tracker } = item;
  return {
    id,
    uri: `artifacts/${id}`,
    html_url: `/plugins/tracker/?aid=${id}`,
    title: titleOf(item),
    xref: `${tracker.itemName} #${id}`,
    tracker: minimalTracker(tracker, null),
  };
}

function hasCollection({ values }: ArtifactOptions): boolean {
  return values === "collection" || values === "all";
}

export function collection(item: Artifact, viewer: Viewer, world: World, zone: TimeZone): Json {
  return readableFields(item, viewer).flatMap((field) => value(item, field, viewer, world, zone) ?? []);
}

/** Whoever draws a burndown does it in the time of the account, and all that is printed with it is. */
function zoneOf(item: Artifact, viewer: Viewer): TimeZone {
  const isDrawn = (field: Field): boolean => field.kind === "automatic" && field.type === "burndown";
  return readableFields(item, viewer).some(isDrawn) ? "account" : "server";
}

/** Only fields of letters and digits, by name; one without a value is there as null. */
function byField(
  item: Artifact,
  viewer: Viewer,
  world: World,
  { values }: ArtifactOptions,
  zone: TimeZone,
): Json {
  if (values === "none" || values === "collection") return null;
  const entries = readableFields(item, viewer)
    .filter(isAlphanumeric)
    .map((field) => [field.name, value(item, field, viewer, world, zone) ?? null] as const);
  return entries.length === 0 ? [] : Object.fromEntries(entries);
}

/** The fields that can be read and written by name. */
export function isAlphanumeric(field: Field): boolean {
  if (field.kind === "automatic") return ["aid", "atid", "priority"].includes(field.type);
  return (
    field.kind === "string" || field.kind === "text" || field.kind === "number" || field.kind === "computed"
  );
}

function readableFields({ tracker }: Artifact, viewer: Viewer): readonly Field[] {
  return tracker.fields.filter((field) => canReadField(viewer, field, tracker.project));
}
