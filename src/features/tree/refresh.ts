import type { Catalog } from "../../store/catalog.ts";
import type { PagedList } from "../../store/pagedList.ts";
import type { TreeContext } from "./treeContext.ts";
import type { ArtifactListNode, ParentNode, TreeNode } from "./treeNodes.ts";

type AnyPagedList = Pick<PagedList<object>, "invalidate" | "loadMore" | "requestedCount">;

function getChildList(
  catalog: Catalog,
  node: Exclude<ParentNode, ArtifactListNode | { kind: "site" | "svnFolder" }>,
): AnyPagedList {
  const site = catalog.getSite(node.site);
  switch (node.kind) {
    case "allProjects":
      return site.allProjects;
    case "project":
      return site.trackers(node.project);
    case "milestones":
      return site.milestones(node.owner, node.status);
    case "milestone":
      return site.milestones({ milestoneId: node.milestoneId }, "open");
    case "artifact":
    case "fields":
      return site.fieldValues(node.artifact);
  }
}

/** Invalidates what is loaded below a node, or everything; the caller redraws. */
export async function invalidateChildren(
  { catalog, sites, getChildLoaders }: Pick<TreeContext, "catalog" | "sites" | "getChildLoaders">,
  node: TreeNode | undefined,
): Promise<void> {
  switch (node?.kind) {
    case undefined:
      for (const site of sites.list()) catalog.getSite(site).invalidate();
      break;
    case "site":
      catalog.getSite(node.site).invalidate();
      break;
    case "allProjects":
    case "artifact":
    case "fields":
      getChildList(catalog, node).invalidate();
      break;
    case "milestones":
    case "milestone":
      catalog.getSite(node.site).invalidateMilestones();
      break;
    case "project":
      getChildList(catalog, node).invalidate();
      catalog.getSite(node.site).invalidateMilestones();
      (await getChildLoaders()).projects.refresh(node);
      break;
    case "tracker":
    case "query":
    case "work":
      (await getChildLoaders()).lists.refresh(node);
      break;
    case "svnFolder":
      (await getChildLoaders()).projects.refresh(node);
      break;
    case "invalidQuery":
    case "recent":
    case "message":
    case "group":
    case "commits":
    case "commit":
    case "svnRepository":
    case "kanban":
    case "resources":
    case "resource":
    case "drafts":
    case "draft":
    case "attachment":
    case "field":
    case "unreadable":
    case "loadMore":
    case "failure":
    case "empty":
      break;
  }
}

/** Loads the next page of the list below a node. */
export async function loadNextChildrenPage(
  {
    catalog,
    projectFilters,
    getChildLoaders,
  }: Pick<TreeContext, "catalog" | "projectFilters" | "getChildLoaders">,
  parent: ParentNode,
): Promise<void> {
  if (parent.kind === "site") return;
  if (parent.kind === "tracker" || parent.kind === "query" || parent.kind === "work") {
    await (await getChildLoaders()).lists.loadMore(parent);
    return;
  }
  if (parent.kind === "svnFolder") {
    await (await getChildLoaders()).projects.loadMore(parent);
    return;
  }
  const list = getChildList(catalog, parent);
  const filter = parent.kind === "allProjects" ? projectFilters.get(parent.siteApi) : undefined;
  if (filter === undefined) await list.loadMore();
  else projectFilters.extend(parent.siteApi, filter, list.requestedCount ?? 0);
}
