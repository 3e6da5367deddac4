import { formatIsoDate } from "../../clock.ts";
import type { Kanban } from "../../agile/kanban.ts";
import type { JsonObject } from "../../http/json.ts";
import { getStatus, getTitle } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { ServerState } from "../../state/serverState.ts";
import type { User } from "../../state/user.ts";
import { trackerIconName } from "./heartbeat.ts";
import { representMinimalProject } from "./project.ts";

/** An artifact in the history of a user. */
export interface Visit {
  readonly artifact: Artifact;
  readonly at: number;
}

/** The user's last change of the artifact; `undefined` if the user never changed it. */
export function getLastVisit(artifact: Artifact, { id }: User, server: ServerState): Visit | undefined {
  if (artifact.updatedBy === id) return { artifact, at: artifact.updatedOn };
  const written = server.artifacts
    .getChangesets(artifact.id)
    .findLast(({ submittedBy }) => submittedBy === id);
  if (written !== undefined) return { artifact, at: written.submittedOn };
  return artifact.submittedBy === id ? { artifact, at: artifact.submittedOn } : undefined;
}

export function representVisit({ artifact, at }: Visit): JsonObject {
  return {
    visit_time: formatIsoDate(at),
    ...representEntry(artifact),
    icon: createIcon(25, 19),
    small_icon: createIcon(14, 10),
  };
}

/** A kanban in the history of a user, which has no reference and no drawings. */
export function representKanbanVisit({ id, label, tracker }: Kanban, at: number): JsonObject {
  return {
    visit_time: formatIsoDate(at),
    xref: null,
    html_url: `/kanban/${id}`,
    title: label,
    color_name: tracker.color,
    type: "kanban",
    per_type_id: id,
    project: representMinimalProject(tracker.project),
    quick_links: [],
    icon_name: "fa-columns",
    badges: [],
    icon: null,
    small_icon: null,
  };
}

/** An artifact in the results of a full-text search. */
export function representSearchEntry(artifact: Artifact): JsonObject {
  return { ...representEntry(artifact), cropped_content: null };
}

function representEntry(artifact: Artifact): JsonObject {
  const { id, tracker } = artifact;
  const status = getStatus(artifact);
  return {
    xref: `${tracker.itemName} #${id}`,
    html_url: `/plugins/tracker/?aid=${id}`,
    title: getTitle(artifact) ?? "",
    color_name: tracker.color,
    type: "artifact",
    per_type_id: id,
    project: representMinimalProject(tracker.project),
    quick_links: [],
    icon_name: trackerIconName,
    badges:
      status === undefined
        ? []
        : [{ label: status.label, color: status.color === "" ? "firemist-silver" : status.color }],
  };
}

/** The product sends drawings in every entry. */
function createIcon(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M0,0 h${width}"/></svg>`;
}
