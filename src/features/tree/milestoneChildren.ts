// Loads the milestones of a project and those below them, and lists the kanbans that the user has opened.
import type { Milestone } from "../../model/milestone.ts";
import type { TreeContext } from "./treeContext.ts";
import { createPagedListNodes, isReadable } from "./pagedListNodes.ts";
import type { KanbanNode, MilestoneNode, MilestonesNode, ProjectNode, TreeNode } from "./treeNodes.ts";

function createMilestonesNode(
  parent: ProjectNode | MilestonesNode | MilestoneNode,
  owner: MilestonesNode["owner"],
  status: MilestonesNode["status"],
): MilestonesNode {
  const { id, site, siteApi, projectId } = parent;
  const name = status === "open" ? "milestones" : "closedMilestones";
  return { kind: "milestones", id: `${id}/${name}`, site, siteApi, projectId, owner, status };
}

export function createMilestonesNodes(parent: ProjectNode): readonly MilestonesNode[] {
  const { project, projectId } = parent;
  return project.hasMilestones ? [createMilestonesNode(parent, { projectId }, "open")] : [];
}

function createMilestoneNode(
  { site, siteApi, projectId }: MilestonesNode | MilestoneNode,
  milestone: Milestone,
): MilestoneNode {
  const { id: milestoneId, trackerId } = milestone;
  return {
    kind: "milestone",
    id: `${siteApi}/milestone/${milestoneId}`,
    site,
    siteApi,
    projectId,
    artifactId: milestoneId,
    trackerId,
    milestoneId,
    milestone,
  };
}

/** By their last day, open ones from the next on, closed ones from the newest on. */
function sortMilestones(
  milestones: readonly Milestone[],
  status: MilestonesNode["status"],
): readonly Milestone[] {
  const toTime = ({ endsOn, startsOn }: Milestone): number => Date.parse(endsOn ?? startsOn ?? "");
  const isDated = (milestone: Milestone): boolean => !Number.isNaN(toTime(milestone));
  const dated = milestones
    .filter(isDated)
    .toSorted((one, other) => toTime(one) - toTime(other) || one.id - other.id);
  const others = milestones.filter((milestone) => !isDated(milestone));
  return [...(status === "open" ? dated : dated.toReversed()), ...others];
}

/** Open milestones, then a node for closed ones. */
export async function loadMilestoneNodes(
  { catalog, offlineTimestamps }: Pick<TreeContext, "catalog" | "offlineTimestamps">,
  parent: MilestonesNode | MilestoneNode,
): Promise<TreeNode[]> {
  const status = parent.kind === "milestones" ? parent.status : "open";
  const owner = parent.kind === "milestones" ? parent.owner : { milestoneId: parent.milestoneId };
  const list = catalog.getSite(parent.site).milestones(owner, status);
  await list.loadUntil(() => false);
  offlineTimestamps.set(parent, list.asOf);
  const sorted = sortMilestones(list.items.filter(isReadable), status);
  const unreadable = list.items.filter((item) => !isReadable(item));
  const nodes = createPagedListNodes(parent, list, {
    missing: status === "open" ? "openMilestones" : "closedMilestones",
    items: [...sorted, ...unreadable],
    toNode: (milestone) => createMilestoneNode(parent, milestone),
  });
  return status === "closed" ? nodes : [...nodes, createMilestonesNode(parent, owner, "closed")];
}

export async function loadKanbanNodes(
  { catalog, knownKanbans }: Pick<TreeContext, "catalog" | "knownKanbans">,
  { site, siteApi, projectId }: ProjectNode,
): Promise<readonly KanbanNode[]> {
  const account = await catalog.getSite(site).getAccount();
  return (await knownKanbans())
    .list(siteApi, account)
    .filter((kanban) => kanban.projectId === projectId)
    .toSorted((one, other) => one.label.localeCompare(other.label) || one.id - other.id)
    .map(({ id: kanbanId, label, trackerId }) => ({
      kind: "kanban",
      id: `${siteApi}/kanban/${kanbanId}`,
      site,
      siteApi,
      page: `kanban/${kanbanId}`,
      kanbanId,
      trackerId,
      label,
    }));
}
