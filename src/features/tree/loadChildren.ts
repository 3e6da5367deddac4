// Loads the children of a node.
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { TreeContext } from "./treeContext.ts";
import { loadDraftGroupNodes, loadDraftNodes } from "./treeDrafts.ts";
import {
  isReadable,
  createPagedListNodes,
  createFailureNodes,
  createUnreadableNode,
} from "./pagedListNodes.ts";
import {
  type AllProjectsNode,
  createMessageNode,
  type ProjectNode,
  type SiteNode,
  type TreeNode,
} from "./treeNodes.ts";
import { matchesProjectFilter } from "./viewState.ts";

function compareLabels(a: { readonly label: string }, b: { readonly label: string }): number {
  return a.label.localeCompare(b.label);
}

/** The id doesn't depend on whether the project is pinned, so that pinning keeps it expanded. */
function createProjectNode(
  { site, siteApi }: SiteNode | AllProjectsNode,
  project: Project,
  isPinned: boolean,
  duplicateNameIds: ReadonlySet<number>,
): ProjectNode {
  const { id: projectId, shortName } = project;
  // `encodeURIComponent` throws on lone surrogates, which a server may send.
  const page = `projects/${encodeURIComponent(shortName.replace(/\p{Surrogate}/gu, ""))}`;
  return {
    kind: "project",
    id: `${siteApi}/project/${projectId}`,
    site,
    siteApi,
    page,
    projectId,
    project,
    isPinned,
    hasDuplicateName: duplicateNameIds.has(projectId),
  };
}

/** Ids of the loaded projects that share their name with another one. */
function findDuplicateNames(projects: readonly Project[]): ReadonlySet<number> {
  const firstIds = new Map<string, number>();
  const duplicateNameIds = new Set<number>();
  for (const { id, label } of projects) {
    const firstId = firstIds.get(label) ?? id;
    firstIds.set(label, firstId);
    if (firstId !== id) duplicateNameIds.add(firstId).add(id);
  }
  return duplicateNameIds;
}

interface OwnProjects {
  readonly pinned: readonly Project[];
  readonly member: readonly Project[];
}

async function loadOwnProjects(
  { catalog, pinnedProjects }: Pick<TreeContext, "catalog" | "pinnedProjects">,
  site: Site,
): Promise<OwnProjects> {
  const siteCatalog = catalog.getSite(site);
  await siteCatalog.memberProjects.loadUntil(() => false);
  const listed = new Map(
    siteCatalog.memberProjects.items.filter(isReadable).map((project) => [project.id, project]),
  );
  // Pinned projects are stored as they were when pinned; a loaded list may be newer.
  const pinned = pinnedProjects
    .list(site.api, await siteCatalog.getAccount())
    .map((project) => listed.get(project.id) ?? project);
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const member = siteCatalog.memberProjects.items.filter(isReadable).filter(({ id }) => !pinnedIds.has(id));
  return { pinned, member: member.toSorted(compareLabels) };
}

async function loadSiteChildren(
  context: Pick<
    TreeContext,
    "catalog" | "pinnedProjects" | "projectFilters" | "draftCache" | "offlineTimestamps" | "shouldShowDrafts"
  >,
  parent: SiteNode,
): Promise<TreeNode[]> {
  const { site, siteApi } = parent;
  const { memberProjects, allProjects, loadedProjects } = context.catalog.getSite(site);
  const { pinned, member } = await loadOwnProjects(context, site);
  const filter = context.projectFilters.get(siteApi);
  const duplicateNameIds = findDuplicateNames([...loadedProjects, ...pinned, ...member]);
  const toNodes = (projects: readonly Project[], isPinned: boolean): readonly TreeNode[] =>
    projects
      .filter((project) => matchesProjectFilter(filter, project))
      .map((project) => createProjectNode(parent, project, isPinned, duplicateNameIds));
  context.offlineTimestamps.set(parent, memberProjects.asOf);
  const all: AllProjectsNode = {
    kind: "allProjects",
    id: `${siteApi}/allProjects`,
    site,
    siteApi,
    filter,
    isInitiallyExpanded: pinned.length + member.length === 0,
  };
  return [
    ...(context.shouldShowDrafts() ? await loadDraftGroupNodes(context.draftCache, parent) : []),
    ...createFailureNodes(parent, memberProjects),
    ...toNodes(pinned, true),
    ...toNodes(member, false),
    ...memberProjects.items
      .filter((item) => item.kind === "unreadable")
      .map((item) => createUnreadableNode(parent, item)),
    // The same failure would occur for all projects, so "All Projects" is shown only if it has items already.
    ...(memberProjects.lastFailure === undefined || allProjects.items.length > 0 ? [all] : []),
  ];
}

async function loadAllProjects(
  context: Pick<TreeContext, "catalog" | "pinnedProjects" | "offlineTimestamps">,
  parent: AllProjectsNode,
): Promise<TreeNode[]> {
  const { filter } = parent;
  const { allProjects: list } = context.catalog.getSite(parent.site);
  const { pinned, member } = await loadOwnProjects(context, parent.site);
  const ownIds = new Set([...pinned, ...member].map(({ id }) => id));
  const getShownItems = (): typeof list.items =>
    list.items.filter(
      (item) => !isReadable(item) || (!ownIds.has(item.id) && matchesProjectFilter(filter, item)),
    );
  if (filter === undefined) {
    await list.load();
  } else {
    await list.loadUntil(
      () => getShownItems().length >= filter.maxMatches || (list.requestedCount ?? 0) >= filter.maxSearched,
    );
  }
  context.offlineTimestamps.set(parent, list.asOf);
  const { loadedProjects } = context.catalog.getSite(parent.site);
  const duplicateNameIds = findDuplicateNames([...loadedProjects, ...pinned]);
  return createPagedListNodes(parent, list, {
    missing: filter === undefined ? "projects" : "matches",
    items: getShownItems(),
    toNode: (project) => createProjectNode(parent, project, false, duplicateNameIds),
  });
}

export async function loadChildren(
  context: Pick<
    TreeContext,
    | "catalog"
    | "pinnedProjects"
    | "projectFilters"
    | "draftCache"
    | "offlineTimestamps"
    | "shouldShowDrafts"
    | "getChildLoaders"
  >,
  parent: TreeNode,
): Promise<TreeNode[]> {
  switch (parent.kind) {
    case "site":
      return loadSiteChildren(context, parent);
    case "drafts":
      return loadDraftNodes(context.draftCache, parent);
    case "allProjects":
      return loadAllProjects(context, parent);
    case "tracker":
    case "query":
    case "work":
    case "recent":
      return (await context.getChildLoaders()).lists.getChildren(parent);
    case "invalidQuery":
      return [createMessageNode(parent.id, parent.message, { queryKey: parent.queryKey })];
    case "group":
      return [...parent.artifacts];
    case "artifact":
    case "fields":
      return (await context.getChildLoaders()).artifacts(parent);
    case "commits":
      return (await context.getChildLoaders()).commits.getChildren(parent);
    case "project":
    case "svnFolder":
    case "milestones":
    case "milestone":
    case "resources":
      return (await context.getChildLoaders()).projects.getChildren(parent);
    case "draft":
    case "commit":
    case "svnRepository":
    case "kanban":
    case "resource":
    case "message":
    case "attachment":
    case "field":
    case "unreadable":
    case "loadMore":
    case "failure":
    case "empty":
      return [];
  }
}
