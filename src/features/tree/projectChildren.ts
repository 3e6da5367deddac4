// Loads the children of a project: trackers, Subversion repositories and other resources.
import type { UnreadableItem } from "../../model/collectionPage.ts";
import type { Project } from "../../model/project.ts";
import type { SvnRepositorySummary } from "../../model/svn.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import { toSvnPagePath } from "../../store/svn/svnSettingsReader.ts";
import type { SvnRepositories } from "../../store/svn/svnRepositories.ts";
import { createMilestonesNodes, loadKanbanNodes, loadMilestoneNodes } from "./milestoneChildren.ts";
import type { TreeContext } from "./treeContext.ts";
import {
  isReadable,
  createTrailingNodes,
  createPagedListNodes,
  createFailureNodes,
  createUnreadableNode,
} from "./pagedListNodes.ts";
import {
  type MessageNode,
  createMessageNode,
  type ProjectNode,
  type ProjectParentNode,
  type UnsupportedResourceNode,
  type UnsupportedResourcesNode,
  type SvnRepositoriesNode,
  type SvnRepositoryNode,
  type TreeNode,
} from "./treeNodes.ts";

/** Resource types that the tree shows as nodes of their own. */
const typesWithOwnNodes: ReadonlySet<string> = new Set(["trackers", "svn"]);

function createSvnFolderNodes({
  id,
  site,
  siteApi,
  projectId,
  project,
}: ProjectNode): readonly SvnRepositoriesNode[] {
  const listed = project.resources.find(({ type }) => type === "svn");
  if (listed === undefined) return [];
  return [
    {
      kind: "svnFolder",
      id: `${id}/svn`,
      site,
      siteApi,
      projectId,
      project,
      resource: listed.uri,
      page: `plugins/svn/?group_id=${projectId}`,
    },
  ];
}

function getOtherResources({ resources, hasMilestones }: Project): Project["resources"] {
  return resources.filter(
    ({ type }) => !typesWithOwnNodes.has(type) && !(type === "milestones" && hasMilestones),
  );
}

function createResourcesNodes({
  id,
  site,
  siteApi,
  project,
}: ProjectNode): readonly UnsupportedResourcesNode[] {
  if (getOtherResources(project).length === 0) return [];
  return [{ kind: "resources", id: `${id}/resources`, site, siteApi, project }];
}

function createResourceNodes({ id, site, siteApi, project }: UnsupportedResourcesNode): TreeNode[] {
  return getOtherResources(project)
    .map(({ type, uri }, at): UnsupportedResourceNode => {
      return { kind: "resource", id: `${id}/${at}`, site, siteApi, type, resource: uri };
    })
    .toSorted((a, b) => a.type.localeCompare(b.type));
}

function compareNames(a: SvnRepositorySummary, b: SvnRepositorySummary): number {
  return (a.name ?? "").localeCompare(b.name ?? "") || a.id - b.id;
}

function createRepositoryNode(
  parent: SvnRepositoriesNode,
  { id, name, address: url }: SvnRepositorySummary,
): SvnRepositoryNode {
  const { site, siteApi, projectId } = parent;
  return {
    kind: "svnRepository",
    id: `${parent.id}/${id}`,
    site,
    siteApi,
    projectId,
    repositoryId: id,
    name,
    url,
    page: toSvnPagePath(url),
  };
}

function compareLabels(a: TrackerSummary | UnreadableItem, b: TrackerSummary | UnreadableItem): number {
  return isReadable(a) && isReadable(b) ? a.label.localeCompare(b.label) : 0;
}

export class ProjectChildrenLoader {
  readonly #context: Pick<TreeContext, "catalog" | "listDetails" | "offlineTimestamps" | "knownKanbans">;
  readonly #repositories: SvnRepositories;
  /** The nodes that VS Code holds: it redraws no other instances. */
  readonly #svnFolderNodes = new Map<string, SvnRepositoriesNode>();

  constructor(
    context: Pick<TreeContext, "catalog" | "listDetails" | "offlineTimestamps" | "knownKanbans" | "redraw">,
    repositories: SvnRepositories,
  ) {
    this.#context = context;
    this.#repositories = repositories;
    repositories.onDidChange.event(({ siteApi, projectId }) => {
      for (const row of this.#svnFolderNodes.values()) {
        if (row.siteApi === siteApi && row.projectId === projectId) context.redraw(row);
      }
    });
  }

  async getChildren(parent: ProjectParentNode): Promise<TreeNode[]> {
    switch (parent.kind) {
      case "project":
        return [
          ...createMilestonesNodes(parent),
          ...(await loadKanbanNodes(this.#context, parent)),
          ...(await this.#loadTrackers(parent)),
          ...createSvnFolderNodes(parent),
          ...createResourcesNodes(parent),
        ];
      case "svnFolder":
        return this.#loadRepositories(parent);
      case "milestones":
      case "milestone":
        return loadMilestoneNodes(this.#context, parent);
      case "resources":
        return createResourceNodes(parent);
    }
  }

  refresh({ site, project }: ProjectNode | SvnRepositoriesNode): void {
    this.#repositories.forProject(site, project).list.invalidate();
  }

  async loadMore({ site, project }: SvnRepositoriesNode): Promise<void> {
    await this.#repositories.forProject(site, project).list.loadMore();
  }

  async #loadTrackers(parent: ProjectNode): Promise<TreeNode[]> {
    const { catalog, listDetails, offlineTimestamps } = this.#context;
    const { site, siteApi, project } = parent;
    const list = catalog.getSite(site).trackers(project);
    await list.loadUntil(() => false);
    offlineTimestamps.set(parent, list.asOf);
    return createPagedListNodes(parent, list, {
      missing: "trackers",
      items: list.items.toSorted(compareLabels),
      toNode: (tracker) => {
        const id = `${siteApi}/tracker/${tracker.id}`;
        return {
          kind: "tracker",
          id,
          site,
          siteApi,
          page: `plugins/tracker/?tracker=${tracker.id}`,
          trackerId: tracker.id,
          tracker,
          getListDetails: () => listDetails.get(id),
        };
      },
    });
  }

  async #loadRepositories(parent: SvnRepositoriesNode): Promise<TreeNode[]> {
    this.#svnFolderNodes.set(parent.id, parent);
    const { list, isListedByServer } = this.#repositories.forProject(parent.site, parent.project);
    await list.loadUntil(() => false);
    const { items } = list;
    return [
      ...createFailureNodes(parent, list),
      ...items
        .filter(isReadable)
        .toSorted(compareNames)
        .map((repository) => createRepositoryNode(parent, repository)),
      ...items.filter((item) => item.kind === "unreadable").map((item) => createUnreadableNode(parent, item)),
      ...createTrailingNodes(parent, list),
      ...(list.lastFailure === undefined
        ? createSvnMessages(parent, items.length === 0, isListedByServer())
        : []),
    ];
  }
}

function createSvnMessages(
  { id, site, siteApi, projectId }: SvnRepositoriesNode,
  isEmpty: boolean,
  isListedByServer: boolean | undefined,
): readonly MessageNode[] {
  const project = { siteApi, projectId };
  if (isListedByServer === false) {
    return [createMessageNode(id, { kind: "svnNotListed", site: site.label, project, isEmpty })];
  }
  return isEmpty ? [createMessageNode(id, { kind: "noRepositories", project })] : [];
}
