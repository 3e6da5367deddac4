// What a project has: its trackers, Subversion repositories, and what we have no feature for.
import type { Unreadable } from "../../model/page.ts";
import type { Project } from "../../model/project.ts";
import type { SvnSummary } from "../../model/svn.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import { svnPage } from "../../store/svn/readSettings.ts";
import type { SvnRepositories } from "../../store/svn/repositories.ts";
import type { TreeContext } from "./context.ts";
import { isKnown, lastRows, listingRows, problemRows, unreadableRow } from "./listingRows.ts";
import {
  type NoteNode,
  noteRow,
  type ProjectNode,
  type ResourceNode,
  type ResourcesNode,
  type SvnFolderNode,
  type SvnRepositoryNode,
  type TreeNode,
} from "./nodes.ts";

/** Those that stand in the tree in their own right. */
const shownElsewhere: ReadonlySet<string> = new Set(["trackers", "svn"]);

function svnFolder({ id, site, siteApi, projectId, project }: ProjectNode): readonly SvnFolderNode[] {
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

function others({ resources }: Project): Project["resources"] {
  return resources.filter(({ type }) => !shownElsewhere.has(type));
}

function resourcesRow({ id, site, siteApi, project }: ProjectNode): readonly ResourcesNode[] {
  if (others(project).length === 0) return [];
  return [{ kind: "resources", id: `${id}/resources`, site, siteApi, project }];
}

function resourceRows({ id, site, siteApi, project }: ResourcesNode): TreeNode[] {
  return others(project)
    .map(({ type, uri }, at): ResourceNode => {
      return { kind: "resource", id: `${id}/${at}`, site, siteApi, type, resource: uri };
    })
    .toSorted((a, b) => a.type.localeCompare(b.type));
}

function byName(a: SvnSummary, b: SvnSummary): number {
  return (a.name ?? "").localeCompare(b.name ?? "") || a.id - b.id;
}

function repositoryRow(parent: SvnFolderNode, { id, name, address }: SvnSummary): SvnRepositoryNode {
  const { site, siteApi, projectId } = parent;
  return {
    kind: "svnRepository",
    id: `${parent.id}/${id}`,
    site,
    siteApi,
    projectId,
    repositoryId: id,
    name,
    address,
    page: svnPage(address),
  };
}

function byLabel(a: TrackerSummary | Unreadable, b: TrackerSummary | Unreadable): number {
  return isKnown(a) && isKnown(b) ? a.label.localeCompare(b.label) : 0;
}

export class ResourceRows {
  readonly #context: Pick<TreeContext, "catalog" | "about" | "ages">;
  readonly #repositories: SvnRepositories;
  /** The rows that VS Code knows: it draws no other ones again. */
  readonly #shown = new Map<string, SvnFolderNode>();

  constructor(
    context: Pick<TreeContext, "catalog" | "about" | "ages" | "redraw">,
    repositories: SvnRepositories,
  ) {
    this.#context = context;
    this.#repositories = repositories;
    repositories.changed.listen(({ siteApi, projectId }) => {
      for (const row of this.#shown.values()) {
        if (row.siteApi === siteApi && row.projectId === projectId) context.redraw(row);
      }
    });
  }

  async below(parent: ProjectNode | SvnFolderNode | ResourcesNode): Promise<TreeNode[]> {
    switch (parent.kind) {
      case "project":
        return [...(await this.#trackersOf(parent)), ...svnFolder(parent), ...resourcesRow(parent)];
      case "svnFolder":
        return this.#repositoriesOf(parent);
      case "resources":
        return resourceRows(parent);
    }
  }

  refresh({ site, project }: ProjectNode | SvnFolderNode): void {
    this.#repositories.of(site, project).listing.invalidate();
  }

  async more({ site, project }: SvnFolderNode): Promise<void> {
    await this.#repositories.of(site, project).listing.more();
  }

  async #trackersOf(parent: ProjectNode): Promise<TreeNode[]> {
    const { catalog, about, ages } = this.#context;
    const { site, siteApi, project } = parent;
    const listing = catalog.of(site).trackers(project);
    await listing.loadUntil(() => false);
    ages.note(parent, listing.asOf);
    return listingRows(parent, listing, {
      of: "trackers",
      items: listing.items.toSorted(byLabel),
      toRow: (tracker) => {
        const id = `${siteApi}/tracker/${tracker.id}`;
        return {
          kind: "tracker",
          id,
          site,
          siteApi,
          page: `plugins/tracker/?tracker=${tracker.id}`,
          trackerId: tracker.id,
          tracker,
          about: () => about.get(id),
        };
      },
    });
  }

  async #repositoriesOf(parent: SvnFolderNode): Promise<TreeNode[]> {
    this.#shown.set(parent.id, parent);
    const { listing, isTold } = this.#repositories.of(parent.site, parent.project);
    await listing.loadUntil(() => false);
    const { items } = listing;
    return [
      ...problemRows(parent, listing),
      ...items
        .filter(isKnown)
        .toSorted(byName)
        .map((repository) => repositoryRow(parent, repository)),
      ...items.filter((item) => item.kind === "unreadable").map((item) => unreadableRow(parent, item)),
      ...lastRows(parent, listing),
      ...(listing.trouble === undefined ? notes(parent, items.length === 0, isTold()) : []),
    ];
  }
}

function notes(
  { id, site, siteApi, projectId }: SvnFolderNode,
  isEmpty: boolean,
  isTold: boolean | undefined,
): readonly NoteNode[] {
  const project = { siteApi, projectId };
  if (isTold === false) return [noteRow(id, { kind: "svnUntold", site: site.label, project, isEmpty })];
  return isEmpty ? [noteRow(id, { kind: "noRepositories", project })] : [];
}
