import { getColumnHistory } from "../../agile/columnHistory.ts";
import type { Kanban, KanbanColumnId } from "../../agile/kanban.ts";
import { getColumnChoices, getColumnId } from "../../agile/statusColumns.ts";
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

/** An item of a list. The backlog has no dates: an empty PHP array, so a list instead of an object. */
export function representListedKanbanItem(
  artifact: Artifact,
  column: KanbanColumnId,
  viewer: Viewer,
  server: ServerState,
): JsonObject {
  const timeInfo = column === "backlog" ? [] : representTimeInfo(artifact, server);
  return representItem(artifact, column, timeInfo, viewer, server);
}

export function representKanbanItem(artifact: Artifact, viewer: Viewer, server: ServerState): JsonObject {
  return representItem(artifact, getColumnId(artifact), representTimeInfo(artifact, server), viewer, server);
}

function representItem(
  artifact: Artifact,
  column: KanbanColumnId,
  timeInfo: Json,
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
    timeinfo: timeInfo,
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
 * When the artifact last got each of its status values, the first of these dates, and when it last left the columns,
 * unless it returned.
 */
function representTimeInfo(artifact: Artifact, server: ServerState): JsonObject {
  const history = getColumnHistory(artifact, server);
  const dates = new Map(
    history.flatMap(({ statusId, at }) => (statusId === undefined ? [] : [[String(statusId), at] as const])),
  );
  const lastInColumn = history.findLastIndex(({ column }) => typeof column === "number");
  const left = lastInColumn === -1 ? undefined : history[lastInColumn + 1];
  return {
    ...Object.fromEntries([...dates].map(([statusId, at]) => [statusId, formatIsoDate(at)])),
    kanban: dates.size === 0 ? null : formatIsoDate(Math.min(...dates.values())),
    archive: left === undefined ? null : formatIsoDate(left.at),
  };
}
