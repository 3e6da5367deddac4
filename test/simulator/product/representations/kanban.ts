import { getColumnHistory } from "../../agile/columnHistory.ts";
import type { Kanban, KanbanColumnId } from "../../agile/kanban.ts";
import { getColumnChoices } from "../../agile/statusColumns.ts";
import { formatIsoDate } from "../../clock.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import { canReadField, canSubmit, isAdministrator } from "../../state/access.ts";
import { getTitle } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import { isWritable } from "../../state/field.ts";
import type { StaticChoice } from "../../state/field.ts";
import type { ServerState } from "../../state/serverState.ts";
import type { Viewer } from "../../state/user.ts";
import { representProjectReference } from "./project.ts";
import { representValue } from "./value.ts";

export function representKanban(kanban: Kanban, viewer: Viewer): JsonObject {
  const { id, tracker, label, isPromoted } = kanban;
  const uri = `kanban/${id}`;
  const isAdmin = isAdministrator(viewer, tracker.project);
  return {
    id,
    tracker_id: tracker.id,
    tracker: {
      uri: `trackers/${tracker.id}`,
      id: tracker.id,
      label: tracker.label,
      item_name: tracker.itemName,
      project: representProjectReference(tracker.project),
    },
    uri,
    label,
    columns: getColumnChoices(tracker).map((choice) => representKanbanColumn(choice, kanban, viewer)),
    resources: { backlog: { uri: `${uri}/backlog` }, items: { uri: `${uri}/items` } },
    backlog: {
      label: "Backlog",
      is_open: kanban.isExpanded("backlog", viewer?.id),
      user_can_add_in_place: canAddInPlace(kanban, viewer),
    },
    archive: { label: "Archive", is_open: kanban.isExpanded("archive", viewer?.id) },
    user_can_add_columns: isAdmin,
    user_can_reorder_columns: isAdmin,
    user_can_add_artifact: canSubmit(viewer, tracker),
    is_promoted: isPromoted,
  };
}

export function representKanbanColumn(choice: StaticChoice, kanban: Kanban, viewer: Viewer): JsonObject {
  const isAdmin = isAdministrator(viewer, kanban.tracker.project);
  return {
    id: choice.id,
    label: choice.label,
    is_open: kanban.isExpanded(choice.id, viewer?.id),
    limit: kanban.limits.get(choice.id) ?? null,
    color: "",
    user_can_add_in_place: canAddInPlace(kanban, viewer),
    user_can_remove_column: isAdmin,
    user_can_edit_label: isAdmin,
  };
}

/** Only where nothing but the title is required. */
function canAddInPlace({ tracker }: Kanban, viewer: Viewer): boolean {
  const { title } = tracker.semantics;
  const required = tracker.fields.filter((field) => field.required && isWritable(field));
  return canSubmit(viewer, tracker) && title !== undefined && required.every((field) => field === title);
}

export function representKanbanItem(
  artifact: Artifact,
  column: KanbanColumnId,
  viewer: Viewer,
  server: ServerState,
): JsonObject {
  const { id, tracker } = artifact;
  return {
    id,
    item_name: tracker.itemName,
    label: getTitle(artifact) ?? "",
    color: tracker.color,
    card_fields: representCardFields(artifact, viewer, server),
    timeinfo: representTimeInfo(artifact, server),
    in_column: column,
    background_color_name: "",
  };
}

export function representCardFields(artifact: Artifact, viewer: Viewer, server: ServerState): Json {
  const { card, project } = artifact.tracker;
  return card.fields
    .filter((field) => canReadField(viewer, field, project))
    .flatMap((field) => representValue(artifact, field, viewer, server, "server") ?? []);
}

/**
 * When the artifact got each of its status values, when it first had one, and when it last left the columns; an empty
 * PHP array, so a list instead of an object, if it was always in the backlog.
 */
function representTimeInfo(artifact: Artifact, server: ServerState): Json {
  const history = getColumnHistory(artifact, server);
  const inColumns = history.flatMap(({ statusId, at }) => (statusId === undefined ? [] : [{ statusId, at }]));
  const first = inColumns[0];
  if (first === undefined) return [];
  const left = history.findLast(
    ({ column }, index) => typeof column !== "number" && typeof history[index - 1]?.column === "number",
  );
  return {
    ...Object.fromEntries(inColumns.map(({ statusId, at }) => [String(statusId), formatIsoDate(at)])),
    kanban: formatIsoDate(first.at),
    archive: left === undefined ? null : formatIsoDate(left.at),
  };
}
