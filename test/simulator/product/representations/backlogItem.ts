import { getChildren, getParent, isOpen } from "../../agile/milestones.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import { canReadArtifact } from "../../state/access.ts";
import { getStatus, getTitle } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { ServerState } from "../../state/serverState.ts";
import type { Viewer } from "../../state/user.ts";
import { representCardFields } from "./kanban.ts";
import { getNumberValue, representArtifactReference } from "./milestone.ts";
import { representProjectReference } from "./project.ts";
import { representTrackerReference } from "./tracker.ts";

/** In a list, a missing initial effort is 0. */
export function representBacklogItem(
  item: Artifact,
  viewer: Viewer,
  server: ServerState,
  place: "list" | "single",
): JsonObject {
  const { tracker } = item;
  const status = getStatus(item);
  const { initialEffort, remainingEffort } = tracker.card;
  const initial = initialEffort && getNumberValue(item, initialEffort);
  return {
    id: item.id,
    label: getTitle(item) ?? "",
    type: tracker.label,
    short_type: tracker.itemName,
    status: isOpen(item) ? "Open" : "Closed",
    full_status:
      status === undefined ? null : { value: status.label, color: status.color === "" ? null : status.color },
    color: tracker.color,
    background_color_name: "",
    initial_effort: initial ?? (initialEffort !== undefined && place === "list" ? 0 : null),
    remaining_effort: (remainingEffort && getNumberValue(item, remainingEffort)) ?? null,
    artifact: representArtifactReference(item),
    parent: representParent(item, viewer, server),
    project: representProjectReference(tracker.project),
    has_children: getChildren(server, item).length > 0,
    accept: { trackers: getChildTrackers(item, server) },
    card_fields: representCardFields(item, viewer, server),
  };
}

/** The second version of the API has fewer members. */
export function representBacklogItemV2(item: Artifact, viewer: Viewer, server: ServerState): JsonObject {
  const {
    full_status: _status,
    background_color_name: _color,
    remaining_effort: _effort,
    ...members
  } = representBacklogItem(item, viewer, server, "list");
  return members;
}

function representParent(item: Artifact, viewer: Viewer, server: ServerState): Json {
  const parent = getParent(server, item);
  if (parent === undefined || !canReadArtifact(viewer, parent)) return null;
  const { id, tracker } = parent;
  return {
    id,
    label: getTitle(parent) ?? "",
    uri: "route-not-yet-implemented",
    tracker: representTrackerReference(tracker),
  };
}

function getChildTrackers({ tracker }: Artifact, server: ServerState): Json {
  return [...server.trackers.values()]
    .filter(({ parentId, status }) => parentId === tracker.id && status === "active")
    .map(representTrackerReference);
}
