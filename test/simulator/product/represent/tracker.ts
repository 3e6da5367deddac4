import type { Json, JsonObject } from "../../http/json.ts";
import { canReadField, isAdministrator } from "../../state/access.ts";
import type { Field } from "../../state/field.ts";
import type { Viewer } from "../../state/people.ts";
import type { Tracker } from "../../state/tracker.ts";
import type { World } from "../../state/world.ts";
import { field } from "./field.ts";
import { groupReference } from "./group.ts";
import { projectReference } from "./project.ts";
import { semantics } from "./semantics.ts";

/** `reasons` is a list where trackers are listed and null inside an artifact. */
export function minimalTracker(tracker: Tracker, reasons: readonly string[] | null): JsonObject {
  const { id, label, color, project } = tracker;
  return {
    id,
    uri: `trackers/${id}`,
    label,
    color_name: color,
    project: projectReference(project),
    cannot_create_reasons: reasons,
  };
}

/** How links, and trackers above others, are named. */
export function trackerReference({ id, label, color, project }: Tracker): JsonObject {
  return { id, uri: `trackers/${id}`, label, color, project: projectReference(project) };
}

export function completeTracker(tracker: Tracker, viewer: Viewer, world: World): JsonObject {
  const { id, project, label, description, itemName, color } = tracker;
  const parent = tracker.parentId === undefined ? undefined : world.trackers.get(tracker.parentId);
  return {
    id,
    uri: `trackers/${id}`,
    html_url: `/plugins/tracker/?tracker=${id}`,
    project: projectReference(project),
    label,
    description,
    item_name: itemName,
    fields: readableFields(tracker, viewer).map((item) => field(item, tracker, viewer, world)),
    structure: tracker.structure.map(structure),
    semantics: semantics(tracker, viewer),
    workflow: workflow(tracker, viewer),
    permissions_for_groups: permissionsForGroups(tracker, viewer),
    parent: parent === undefined ? null : trackerReference(parent),
    resources: [{ type: "reports", uri: `trackers/${id}/tracker_reports` }],
    color_name: color,
    notifications: { enabled: true },
  };
}

/** Not in the order of the form: by rank among siblings, fieldsets last. Only `structure` tells the form. */
export function readableFields({ fields, project }: Tracker, viewer: Viewer): readonly Field[] {
  const weight = (item: Field): number =>
    (item.kind === "container" && item.type === "fieldset" ? 1000 : 0) + item.rank;
  return fields
    .filter((item) => canReadField(viewer, item, project))
    .toSorted((one, other) => weight(one) - weight(other));
}

function structure(item: Field): JsonObject {
  return { id: item.id, content: item.kind === "container" ? item.content.map(structure) : null };
}

function workflow({ workflow: flow, project }: Tracker, viewer: Viewer): Json {
  if (flow === undefined) {
    return {
      field_id: 0,
      is_used: "",
      is_legacy: false,
      is_advanced: true,
      rules: { dates: [], lists: [] },
      transitions: [],
    };
  }
  if (!canReadField(viewer, flow.field, project)) return null;
  return {
    field_id: flow.field.id,
    is_used: "1",
    is_legacy: false,
    is_advanced: flow.isAdvanced,
    rules: {
      dates: flow.dateRules.map(({ source, target, comparator }) => ({
        source_field_id: source.id,
        target_field_id: target.id,
        comparator,
      })),
      lists: [],
    },
    // Those that the viewer may not take are left out; here, only members may take any.
    transitions: canTakeTransitions(viewer, project.members)
      ? flow.transitions.map(({ id, from, to }) => ({ id, from_id: from, to_id: to }))
      : [],
  };
}

function canTakeTransitions(viewer: Viewer, members: ReadonlySet<number>): boolean {
  return viewer !== undefined && members.has(viewer.id);
}

function permissionsForGroups({ readers, project }: Tracker, viewer: Viewer): Json {
  if (!isAdministrator(viewer, project)) return null;
  return {
    can_access: [groupReference(readers, project)],
    can_access_submitted_by_user: [],
    can_access_assigned_to_group: [],
    can_access_submitted_by_group: [],
    can_admin: [],
  };
}
