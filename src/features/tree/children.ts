// Which rows stand below which, and what has to be asked of the server for them.
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { TreeContext } from "./context.ts";
import { draftGroup, draftRows } from "./drafts.ts";
import { isKnown, listingRows, problemRows, unreadableRow } from "./listingRows.ts";
import { type AllProjectsNode, noteRow, type ProjectNode, type SiteNode, type TreeNode } from "./nodes.ts";
import { admits } from "./viewState.ts";

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

async function shownFirst(
  { catalog, pins }: Pick<TreeContext, "catalog" | "pins">,
  site: Site,
): Promise<ShownFirst> {
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

async function projectsOfSite(
  context: Pick<TreeContext, "catalog" | "pins" | "filters" | "unsent" | "ages" | "showsDrafts">,
  parent: SiteNode,
): Promise<TreeNode[]> {
  const { site, siteApi } = parent;
  const { memberProjects, allProjects, seenProjects } = context.catalog.of(site);
  const { pinned, member } = await shownFirst(context, site);
  const filter = context.filters.of(siteApi);
  const namesakes = namesakesAmong([...seenProjects, ...pinned, ...member]);
  const rowsOf = (projects: readonly Project[], isPinned: boolean): readonly TreeNode[] =>
    projects
      .filter((project) => admits(filter, project))
      .map((project) => projectRow(parent, project, isPinned, namesakes));
  context.ages.note(parent, memberProjects.asOf);
  const all: AllProjectsNode = {
    kind: "allProjects",
    id: `${siteApi}/allProjects`,
    site,
    siteApi,
    filter,
    startsOpen: pinned.length + member.length === 0,
  };
  return [
    ...(context.showsDrafts() ? await draftGroup(context.unsent, parent) : []),
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
  context: Pick<TreeContext, "catalog" | "pins" | "ages">,
  parent: AllProjectsNode,
): Promise<TreeNode[]> {
  const { filter } = parent;
  const { allProjects: listing } = context.catalog.of(parent.site);
  const { pinned, member } = await shownFirst(context, parent.site);
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
  context.ages.note(parent, listing.asOf);
  const { seenProjects } = context.catalog.of(parent.site);
  const namesakes = namesakesAmong([...seenProjects, ...pinned]);
  return listingRows(parent, listing, {
    of: filter === undefined ? "projects" : "matches",
    items: shown(),
    toRow: (project) => projectRow(parent, project, false, namesakes),
  });
}

export async function childrenOf(
  context: Pick<TreeContext, "catalog" | "pins" | "filters" | "unsent" | "ages" | "showsDrafts" | "loadRows">,
  parent: TreeNode,
): Promise<TreeNode[]> {
  switch (parent.kind) {
    case "site":
      return projectsOfSite(context, parent);
    case "drafts":
      return draftRows(context.unsent, parent);
    case "allProjects":
      return projectsOfAll(context, parent);
    case "tracker":
    case "query":
    case "work":
    case "recent":
      return (await context.loadRows()).lists.below(parent);
    case "brokenQuery":
      return [noteRow(parent.id, parent.note, { queryKey: parent.queryKey })];
    case "group":
      return [...parent.rows];
    case "artifact":
    case "fields":
      return (await context.loadRows()).parts(parent);
    case "commits":
      return (await context.loadRows()).commits.below(parent);
    case "project":
    case "svnFolder":
    case "resources":
      return (await context.loadRows()).resources.below(parent);
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
