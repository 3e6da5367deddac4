// Which rows stand below which, and what has to be asked of the server for them.
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Pins } from "../../store/mementos.ts";
import type { Reach } from "../../store/reach.ts";
import type { CommitRows, PartRows } from "./artifactDetailRows.ts";
import { draftGroup, draftRows, type Unsent } from "./drafts.ts";
import type { ListRows } from "./listRows.ts";
import { isKnown, listingRows, problemRows, unreadableRow } from "./listingRows.ts";
import {
  type About,
  type AllProjectsNode,
  noteRow,
  type ProjectNode,
  type SiteNode,
  type TreeNode,
} from "./nodes.ts";
import type { ResourceRows } from "./resourceRows.ts";
import { admits, type Ages, type ProjectFilters } from "./viewState.ts";

export interface ChildrenDependencies {
  readonly catalog: Catalog;
  readonly pins: Pins;
  readonly filters: ProjectFilters;
  readonly unsent: Unsent;
  /** What shows lists of artifacts; loaded when somebody first looks at one. */
  readonly lists: () => Promise<Pick<ListRows, "below" | "recentlyOpened" | "more" | "refresh">>;
  readonly commits: () => Promise<Pick<CommitRows, "below">>;
  readonly parts: () => Promise<PartRows>;
  /** What shows what projects have. */
  readonly resources: () => Promise<Pick<ResourceRows, "below" | "more" | "refresh">>;
  /** What is known of lists that were looked at, by the id of the row above. */
  readonly about: ReadonlyMap<string, About>;
  readonly ages: Ages;
  readonly reach: Reach;
  /** Whether the tree has to show unsent drafts, because nothing else does. */
  readonly showsDrafts: () => boolean;
}

function byLabel(a: { readonly label: string }, b: { readonly label: string }): number {
  return a.label.localeCompare(b.label);
}

/** A project has one row, pinned or not, so that pinning it keeps it expanded. */
function projectRow(
  { site, siteApi }: SiteNode | AllProjectsNode,
  project: Project,
  isPinned: boolean,
  namesakes: ReadonlySet<number>,
): ProjectNode {
  const { id: projectId, shortName } = project;
  // Half of a character, which a server may send but no address can hold.
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
    isNamesake: namesakes.has(projectId),
  };
}

/** Those whose names alone don't tell them apart, among all that are known. */
function namesakesAmong(projects: readonly Project[]): ReadonlySet<number> {
  const firsts = new Map<string, number>();
  const namesakes = new Set<number>();
  for (const { id, label } of projects) {
    const first = firsts.get(label) ?? id;
    firsts.set(label, first);
    if (first !== id) namesakes.add(first).add(id);
  }
  return namesakes;
}

interface ShownFirst {
  readonly pinned: readonly Project[];
  readonly member: readonly Project[];
}

async function shownFirst({ catalog, pins }: ChildrenDependencies, site: Site): Promise<ShownFirst> {
  const known = catalog.of(site);
  await known.memberProjects.loadUntil(() => false);
  const listed = new Map(known.memberProjects.items.filter(isKnown).map((project) => [project.id, project]));
  // Pinned ones are kept as they were then; a list may know better by now.
  const pinned = pins
    .list(site.api, await known.account())
    .map((project) => listed.get(project.id) ?? project);
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const member = known.memberProjects.items.filter(isKnown).filter(({ id }) => !pinnedIds.has(id));
  return { pinned, member: member.toSorted(byLabel) };
}

async function projectsOfSite(dependencies: ChildrenDependencies, parent: SiteNode): Promise<TreeNode[]> {
  const { site, siteApi } = parent;
  const { memberProjects, allProjects, seenProjects } = dependencies.catalog.of(site);
  const { pinned, member } = await shownFirst(dependencies, site);
  const filter = dependencies.filters.of(siteApi);
  const namesakes = namesakesAmong([...seenProjects, ...pinned, ...member]);
  const rowsOf = (projects: readonly Project[], isPinned: boolean): readonly TreeNode[] =>
    projects
      .filter((project) => admits(filter, project))
      .map((project) => projectRow(parent, project, isPinned, namesakes));
  dependencies.ages.note(parent, memberProjects.asOf);
  const all: AllProjectsNode = {
    kind: "allProjects",
    id: `${siteApi}/allProjects`,
    site,
    siteApi,
    filter,
    startsOpen: pinned.length + member.length === 0,
  };
  return [
    ...(dependencies.showsDrafts() ? await draftGroup(dependencies.unsent, parent) : []),
    ...problemRows(parent, memberProjects),
    ...rowsOf(pinned, true),
    ...rowsOf(member, false),
    ...memberProjects.items
      .filter((item) => item.kind === "unreadable")
      .map((item) => unreadableRow(parent, item)),
    // What failed above would fail for all projects too: one reason is enough, but what was shown stays.
    ...(memberProjects.trouble === undefined || allProjects.items.length > 0 ? [all] : []),
  ];
}

async function projectsOfAll(
  dependencies: ChildrenDependencies,
  parent: AllProjectsNode,
): Promise<TreeNode[]> {
  const { filter } = parent;
  const { allProjects: listing } = dependencies.catalog.of(parent.site);
  const { pinned, member } = await shownFirst(dependencies, parent.site);
  const elsewhere = new Set([...pinned, ...member].map(({ id }) => id));
  const shown = (): typeof listing.items =>
    listing.items.filter((item) => !isKnown(item) || (!elsewhere.has(item.id) && admits(filter, item)));
  if (filter === undefined) {
    await listing.load();
  } else {
    await listing.loadUntil(
      () => shown().length >= filter.enoughMatches || (listing.lookedAt ?? 0) >= filter.enoughLookedAt,
    );
  }
  dependencies.ages.note(parent, listing.asOf);
  const { seenProjects } = dependencies.catalog.of(parent.site);
  const namesakes = namesakesAmong([...seenProjects, ...pinned]);
  return listingRows(parent, listing, {
    of: filter === undefined ? "projects" : "matches",
    items: shown(),
    toRow: (project) => projectRow(parent, project, false, namesakes),
  });
}

export async function childrenOf(dependencies: ChildrenDependencies, parent: TreeNode): Promise<TreeNode[]> {
  switch (parent.kind) {
    case "site":
      return projectsOfSite(dependencies, parent);
    case "drafts":
      return draftRows(dependencies.unsent, parent);
    case "allProjects":
      return projectsOfAll(dependencies, parent);
    case "tracker":
    case "query":
    case "work":
      return (await dependencies.lists()).below(parent);
    case "recent":
      return (await dependencies.lists()).recentlyOpened(parent);
    case "brokenQuery":
      return [noteRow(parent.id, parent.note, { queryKey: parent.queryKey })];
    case "group":
      return [...parent.rows];
    case "artifact":
    case "fields":
      return (await dependencies.parts())(parent);
    case "commits":
      return (await dependencies.commits()).below(parent);
    case "project":
    case "svnFolder":
    case "resources":
      return (await dependencies.resources()).below(parent);
    case "draft":
    case "commit":
    case "svnRepository":
    case "resource":
    case "note":
    case "attachment":
    case "field":
    case "unreadable":
    case "more":
    case "problem":
    case "nothing":
      return [];
  }
}
