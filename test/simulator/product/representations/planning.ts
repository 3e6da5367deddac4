import type { Planning } from "../../agile/planning.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import type { Project } from "../../state/project.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representProjectReference } from "./project.ts";
import { representTrackerReference } from "./tracker.ts";

/**
 * What the agile plugin adds to a project with a planning; for other projects an empty PHP array, so a list instead of
 * an object.
 */
export function representAgileInformation(project: Project, { plannings }: ServerState): Json {
  const planning = plannings.getRoot(project);
  return planning === undefined ? [] : { agiledashboard: { root_planning: representPlanning(planning) } };
}

/** The project has no label here, and there is no route of a single planning. */
export function representPlanning(planning: Planning): JsonObject {
  const { id, label, project, milestoneTracker, backlogTrackers } = planning;
  return {
    id,
    uri: "route-not-yet-implemented",
    label,
    project: { ...representProjectReference(project), label: null },
    milestone_tracker: representTrackerReference(milestoneTracker),
    backlog_trackers: backlogTrackers.map((tracker) => ({ id: tracker.id, uri: `trackers/${tracker.id}` })),
    milestones_uri: `plannings/${id}/milestones`,
  };
}
