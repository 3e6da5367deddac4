import type { Json, JsonObject } from "../../http/json.ts";
import { canReadField, isAdministrator } from "../../state/access.ts";
import type { Field } from "../../state/field.ts";
import type { Viewer } from "../../state/user.ts";
import type { Tracker } from "../../state/tracker.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representField } from "./field.ts";
import { representGroup } from "./group.ts";
import { representProjectReference } from "./project.ts";
import { representSemantics } from "./semantics.ts";

/** `reasons` is a list in a list of trackers and null inside an artifact. */
export function representMinimalTracker(tracker: Tracker, reasons: readonly string[] | null): JsonObject {
  const { id, label, color, project } = tracker;
  return {
    id,
    uri: `trackers/${id}`,
    label,
    color_name: color,
    project: representProjectReference(project),
    cannot_create_reasons: reasons,
  };
}

/** The tracker in representations of links and parent trackers. */
export function representTrackerReference({ id, label, color, project }: Tracker): JsonObject {
  return { id, uri: `trackers/${id}`, label, color, project: representProjectReference(project) };
}

export function representTracker(tracker: Tracker, viewer: Viewer, server: ServerState): JsonObject {
  const { id, project, label, description, itemName, color } = tracker;
  const parent = tracker.parentId === undefined ? undefined : server.trackers.get(tracker.parentId);
  return {
    id,
    uri: `trackers/${id}`,
    html_url: `/plugins/tracker/?tracker=${id}`,
    project: representProjectReference(project),
    label,
    description,
    item_name: itemName,
    fields: getReadableFields(tracker, viewer).map((item) => representField(item, tracker, viewer, server)),
    structure: tracker.structure.map(representStructure),
    semantics: representSemantics(tracker, viewer),
    workflow: representWorkflow(tracker, viewer),
    permissions_for_groups: representGroupPermissions(tracker, viewer),
    parent: parent === undefined ? null : representTrackerReference(parent),
    resources: [{ type: "reports", uri: `trackers/${id}/tracker_reports` }],
    color_name: color,
    notifications: { enabled: true },
  };
}

/** Sorted by rank among siblings, with fieldsets last; only `structure` has the order of the form. */
export function getReadableFields({ fields, project }: Tracker, viewer: Viewer): readonly Field[] {
  const weight = (item: Field): number =>
    (item.kind === "container" && item.type === "fieldset" ? 1000 : 0) + item.rank;
  return fields
    .filter((item) => canReadField(viewer, item, project))
    .toSorted((one, other) => weight(one) - weight(other));
}

function representStructure(item: Field): JsonObject {
  return { id: item.id, content: item.kind === "container" ? item.content.map(representStructure) : null };
}

function representWorkflow({ workflow, project }: Tracker, viewer: Viewer): Json {
  if (workflow === undefined) {
    return {
      field_id: 0,
      is_used: "",
      is_legacy: false,
      is_advanced: true,
      rules: { dates: [], lists: [] },
      transitions: [],
    };
  }
  if (!canReadField(viewer, workflow.field, project)) return null;
  return {
    field_id: workflow.field.id,
    is_used: "1",
    is_legacy: false,
    is_advanced: workflow.isAdvanced,
    rules: {
      dates: workflow.dateRules.map(({ source, target, comparator }) => ({
        source_field_id: source.id,
        target_field_id: target.id,
        comparator,
      })),
      lists: [],
    },
    // Without transitions that the viewer can't perform; only members can perform any.
    transitions: canTakeTransitions(viewer, project.members)
      ? workflow.transitions.map(({ id, from, to }) => ({ id, from_id: from, to_id: to }))
      : [],
  };
}

function canTakeTransitions(viewer: Viewer, members: ReadonlySet<number>): boolean {
  return viewer !== undefined && members.has(viewer.id);
}

function representGroupPermissions({ readers, project }: Tracker, viewer: Viewer): Json {
  if (!isAdministrator(viewer, project)) return null;
  return {
    can_access: [representGroup(readers, project)],
    can_access_submitted_by_user: [],
    can_access_assigned_to_group: [],
    can_access_submitted_by_group: [],
    can_admin: [],
  };
}
