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

/** By their last day; milestones without one come last. */
function compareMilestones(one: Milestone, other: Milestone): number {
  const toTime = ({ endsOn, startsOn }: Milestone): number => {
    const time = Date.parse(endsOn ?? startsOn ?? "");
    return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
  };
  const [first, second] = [toTime(one), toTime(other)];
  return first === second ? one.id - other.id : first - second;
}

/** Open milestones by their end, then a node for closed ones, which are sorted from the newest on. */
export async function loadMilestoneNodes(
  { catalog, offlineTimestamps }: Pick<TreeContext, "catalog" | "offlineTimestamps">,
  parent: MilestonesNode | MilestoneNode,
): Promise<TreeNode[]> {
  const isClosed = parent.kind === "milestones" && parent.status === "closed";
  const owner = parent.kind === "milestones" ? parent.owner : { milestoneId: parent.milestoneId };
  const list = catalog.getSite(parent.site).milestones(owner, isClosed ? "closed" : "open");
  await list.loadUntil(() => false);
  offlineTimestamps.set(parent, list.asOf);
  const sorted = list.items.filter(isReadable).toSorted(compareMilestones);
  const unreadable = list.items.filter((item) => !isReadable(item));
  const nodes = createPagedListNodes(parent, list, {
    missing: "milestones",
    items: [...(isClosed ? sorted.toReversed() : sorted), ...unreadable],
    toNode: (milestone) => createMilestoneNode(parent, milestone),
  });
  return isClosed ? nodes : [...nodes, createMilestonesNode(parent, owner, "closed")];
}

export async function loadKanbanNodes(
  { catalog, knownKanbans }: Pick<TreeContext, "catalog" | "knownKanbans">,
  { site, siteApi, projectId }: ProjectNode,
): Promise<readonly KanbanNode[]> {
  const account = await catalog.getSite(site).getAccount();
  return (await knownKanbans())
    .list(siteApi, account)
    .filter((kanban) => kanban.projectId === projectId)
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
