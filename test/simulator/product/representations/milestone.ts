import { getBacklogTrackers, getContent, getParentMilestone, isOpen } from "../../agile/milestones.ts";
import type { Milestone } from "../../agile/milestones.ts";
import { countWorkingDays } from "../../agile/workingDays.ts";
import { formatIsoDate, getStartOfDay } from "../../clock.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import { getStatus, getTitle } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { Field } from "../../state/field.ts";
import { isInGroup } from "../../state/group.ts";
import type { ServerState } from "../../state/serverState.ts";
import type { Tracker } from "../../state/tracker.ts";
import type { Viewer } from "../../state/user.ts";
import { representProjectReference } from "./project.ts";
import { representTrackerReference } from "./tracker.ts";
import { renderText } from "./value.ts";

/** A slim list has no counts, days and parents; below a milestone it has the effort all the same. */
export type MilestoneDetail = "all" | "slim" | "slimWithEffort";

export function representMilestone(
  milestone: Milestone,
  viewer: Viewer,
  server: ServerState,
  detail: MilestoneDetail,
): JsonObject {
  const { artifact, planning } = milestone;
  const { id, tracker } = artifact;
  const uri = `milestones/${id}`;
  const child = server.plannings.getChild(planning);
  const status = getStatus(artifact);
  const burndownUri = hasBurndown(tracker) ? `${uri}/burndown` : null;
  const cardwallUri = planning.cardwall === undefined ? null : `${uri}/cardwall`;
  return {
    id,
    ...representDescription(artifact),
    uri,
    label: getTitle(artifact) ?? "",
    submitted_by: artifact.submittedBy,
    submitted_on: formatIsoDate(artifact.submittedOn),
    planning: { id: planning.id, uri: `plannings/${planning.id}` },
    project: representProjectReference(planning.project),
    ...representDates(artifact, server.clock.now(), detail),
    ...representEffort(artifact, detail),
    status_value: status?.label ?? "",
    semantic_status: status?.isOpen === true ? "open" : "closed",
    parent: detail === "all" ? representParent(server, milestone) : null,
    artifact: representArtifactReference(artifact),
    sub_milestones_uri: `${uri}/milestones`,
    sub_milestone_type: child === undefined ? null : representTrackerReference(child.milestoneTracker),
    backlog_uri: `${uri}/backlog`,
    content_uri: `${uri}/content`,
    cardwall_uri: cardwallUri,
    burndown_uri: burndownUri,
    last_modified_date: formatIsoDate(artifact.updatedOn),
    status_count: detail === "all" ? countStatuses(getContent(server, milestone)) : null,
    has_user_priority_change_permission: isInGroup(viewer, planning.priorityChangers, planning.project),
    resources: {
      milestones: {
        uri: `${uri}/milestones`,
        accept: { trackers: child === undefined ? [] : [representTrackerReference(child.milestoneTracker)] },
      },
      backlog: {
        uri: `${uri}/backlog`,
        accept: representAcceptedTrackers(getBacklogTrackers(server, planning), server),
      },
      content: {
        uri: `${uri}/content`,
        accept: { trackers: planning.backlogTrackers.map(representTrackerReference) },
      },
      siblings: { uri: `${uri}/siblings` },
      cardwall: cardwallUri === null ? null : { uri: cardwallUri },
      burndown: burndownUri === null ? null : { uri: burndownUri },
      additional_panes: cardwallUri === null ? [] : [representCardwallPane(milestone)],
    },
    original_project_provider: null,
  };
}

export function hasBurndown({ fields }: Tracker): boolean {
  return fields.some((field) => field.kind === "automatic" && field.type === "burndown");
}

export function representArtifactReference({ id, tracker }: Artifact): JsonObject {
  return { id, uri: `artifacts/${id}`, tracker: representTrackerReference(tracker) };
}

/** Trackers whose artifacts can be added, and those of their parents. */
export function representAcceptedTrackers(
  trackers: readonly Tracker[],
  server: ServerState,
): { readonly trackers: Json; readonly parent_trackers: Json } {
  const parents = new Set(trackers.flatMap(({ parentId = 0 }) => server.trackers.get(parentId) ?? []));
  return {
    trackers: trackers.map(representTrackerReference),
    parent_trackers: [...parents].map(representTrackerReference),
  };
}

function representDescription(artifact: Artifact): JsonObject {
  const field = artifact.tracker.semantics.description;
  const value = field && artifact.getValue(field);
  if (value?.kind !== "text") return { description: "", post_processed_description: "" };
  const html = renderText(value.source, value.format);
  return { description: html, post_processed_description: html };
}

export interface Timeframe {
  readonly start: number | null;
  readonly end: number | null;
}

export function getTimeframe(artifact: Artifact): Timeframe {
  const getDate = (field: Field | undefined): number | null => {
    const value = field && artifact.getValue(field);
    return value?.kind === "date" && value.at !== null ? getStartOfDay(value.at) : null;
  };
  const { timeframe } = artifact.tracker.semantics;
  return { start: getDate(timeframe?.start), end: getDate(timeframe?.end) };
}

function representDates(artifact: Artifact, now: number, detail: MilestoneDetail): JsonObject {
  const { start, end } = getTimeframe(artifact);
  const hasDays = detail === "all";
  return {
    start_date: start === null ? null : formatIsoDate(start),
    end_date: end === null ? null : formatIsoDate(end),
    number_days_since_start: start === null || !hasDays ? null : countWorkingDays(start, now),
    number_days_until_end: end === null || !hasDays ? null : countWorkingDays(now, end),
  };
}

/** Found by the names of the fields; an empty capacity is 0. */
function representEffort(artifact: Artifact, detail: MilestoneDetail): JsonObject {
  if (detail === "slim") return { capacity: null, remaining_effort: null };
  const getNumber = (name: string): number | null | undefined => {
    const field = artifact.tracker.fields.find((each) => each.name === name);
    return field && getNumberValue(artifact, field);
  };
  return { capacity: getNumber("capacity") ?? 0, remaining_effort: getNumber("remaining_effort") ?? null };
}

export function getNumberValue(artifact: Artifact, field: Field): number | null {
  const value = artifact.getValue(field);
  if (value?.kind === "number") return value.number;
  return value?.kind === "computed" ? (value.manual ?? value.computed) : null;
}

function representParent(server: ServerState, milestone: Milestone): Json {
  const parent = getParentMilestone(server, milestone);
  if (parent === undefined) return null;
  const { id } = parent.artifact;
  return { ...representArtifactReference(parent.artifact), uri: `milestones/${id}` };
}

function countStatuses(items: readonly Artifact[]): JsonObject {
  const open = items.filter(isOpen).length;
  return { open, closed: items.length - open };
}

function representCardwallPane({ artifact, planning }: Milestone): JsonObject {
  const parameters = `group_id=${planning.project.id}&planning_id=${planning.id}&action=show&aid=${artifact.id}`;
  return {
    title: "Card Wall",
    icon_name: "fa-solid fa-table",
    uri: `/plugins/agiledashboard/?${parameters}&pane=cardwall`,
    identifier: "cardwall",
  };
}
