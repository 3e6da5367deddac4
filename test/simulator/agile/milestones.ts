// Milestones are artifacts; what is planned in them and the milestones below them are links of these artifacts.
import type { Artifact } from "../state/artifact.ts";
import { getStatus } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import { getAllArtifacts } from "../state/listArtifacts.ts";
import type { Project } from "../state/project.ts";
import type { ServerState } from "../state/serverState.ts";
import type { Tracker } from "../state/tracker.ts";
import type { Link } from "../state/value.ts";
import type { Planning } from "./planning.ts";

export interface Milestone {
  readonly artifact: Artifact;
  readonly planning: Planning;
}

const childType = "_is_child";

export function getLinksField({ fields }: Tracker): Field | undefined {
  return fields.find(({ kind }) => kind === "links");
}

export function getForwardLinks(artifact: Artifact): readonly Link[] {
  const field = getLinksField(artifact.tracker);
  const value = field && artifact.getValue(field);
  return value?.kind === "links" ? value.forward : [];
}

function getLinkedArtifacts(server: ServerState, artifact: Artifact): readonly Artifact[] {
  return getForwardLinks(artifact).flatMap(({ artifactId }) => server.artifacts.find(artifactId) ?? []);
}

export function getChildren(server: ServerState, artifact: Artifact): readonly Artifact[] {
  return getForwardLinks(artifact)
    .filter(({ type }) => type === childType)
    .flatMap(({ artifactId }) => server.artifacts.find(artifactId) ?? []);
}

export function getParent(server: ServerState, artifact: Artifact): Artifact | undefined {
  const field = getLinksField(artifact.tracker);
  const value = field && artifact.getValue(field);
  const links = value?.kind === "links" ? value.reverse : [];
  return links
    .filter(({ type }) => type === childType)
    .flatMap(({ artifactId }) => server.artifacts.find(artifactId) ?? [])
    .find(({ tracker }) => tracker.id === artifact.tracker.parentId);
}

/** Artifacts without a status are open. */
export function isOpen(artifact: Artifact): boolean {
  return getStatus(artifact)?.isOpen ?? true;
}

export function findMilestone(server: ServerState, id: number): Milestone | undefined {
  const artifact = server.artifacts.find(id);
  const planning = artifact && server.plannings.findByMilestones(artifact.tracker);
  return planning && { artifact, planning };
}

/** By id. */
export function getMilestones(server: ServerState, planning: Planning): readonly Milestone[] {
  return getAllArtifacts(server, planning.milestoneTracker).map((artifact) => ({ artifact, planning }));
}

export function getSubMilestones(server: ServerState, milestone: Milestone): readonly Milestone[] {
  const planning = server.plannings.getChild(milestone.planning);
  if (planning === undefined) return [];
  return getLinkedArtifacts(server, milestone.artifact)
    .filter(({ tracker }) => tracker === planning.milestoneTracker)
    .toSorted((one, other) => one.id - other.id)
    .map((artifact) => ({ artifact, planning }));
}

export function getParentMilestone(server: ServerState, milestone: Milestone): Milestone | undefined {
  const planning = server.plannings.getParent(milestone.planning);
  if (planning === undefined) return undefined;
  return getMilestones(server, planning).find(({ artifact }) =>
    getForwardLinks(artifact).some(({ artifactId }) => artifactId === milestone.artifact.id),
  );
}

/** The other milestones below the same parent. */
export function getSiblings(server: ServerState, milestone: Milestone): readonly Milestone[] {
  const parent = getParentMilestone(server, milestone);
  const all =
    parent === undefined ? getMilestones(server, milestone.planning) : getSubMilestones(server, parent);
  return all.filter(({ artifact }) => artifact.id !== milestone.artifact.id);
}

/** The planned items by rank, open and closed. */
export function getContent(server: ServerState, { artifact, planning }: Milestone): readonly Artifact[] {
  const linked = getLinkedArtifacts(server, artifact);
  return server.ranks.sort(linked.filter(({ tracker }) => planning.backlogTrackers.includes(tracker)));
}

/** What can be planned in the milestones below it, or in itself if there are none. */
export function getBacklogTrackers(server: ServerState, planning: Planning): readonly Tracker[] {
  return (server.plannings.getChild(planning) ?? planning).backlogTrackers;
}

/** Items of the milestone and children of its items that fit the milestones below it, by rank, planned or not. */
function getWholeBacklog(server: ServerState, milestone: Milestone): readonly Artifact[] {
  const trackers = getBacklogTrackers(server, milestone.planning);
  const linked = getLinkedArtifacts(server, milestone.artifact);
  const children = getContent(server, milestone).flatMap((item) => getChildren(server, item));
  const items = [...linked, ...children].filter(({ tracker }) => trackers.includes(tracker));
  return server.ranks.sort([...new Map(items.map((item) => [item.id, item])).values()]);
}

export interface BacklogFilter {
  readonly isClosedIncluded: boolean;
  readonly isPlannedIncluded: boolean;
}

export function getBacklog(
  server: ServerState,
  milestone: Milestone,
  { isClosedIncluded, isPlannedIncluded }: BacklogFilter,
): readonly Artifact[] {
  const planned = getPlannedIds(getSubMilestones(server, milestone));
  return getWholeBacklog(server, milestone).filter(
    (item) => (isClosedIncluded || isOpen(item)) && (isPlannedIncluded || !planned.has(item.id)),
  );
}

/** The ids of everything that is linked to milestones. */
export function getPlannedIds(milestones: readonly Milestone[]): ReadonlySet<number> {
  const links = milestones.flatMap(({ artifact }) => getForwardLinks(artifact));
  return new Set(links.map(({ artifactId }) => artifactId));
}

/** Open items that are in no milestone, by rank; in an explicit backlog only those that were added to it. */
export function getProjectBacklog(server: ServerState, project: Project): readonly Artifact[] {
  const root = server.plannings.getRoot(project);
  if (root === undefined) return [];
  const explicit = server.plannings.getExplicitBacklog(project);
  const candidates =
    explicit === undefined
      ? root.backlogTrackers.flatMap((tracker) => getAllArtifacts(server, tracker))
      : [...explicit].flatMap((id) => server.artifacts.find(id) ?? []);
  const planned = getPlannedIds(getMilestones(server, root));
  return server.ranks.sort(candidates.filter((item) => isOpen(item) && !planned.has(item.id)));
}
