// Loads the root nodes of the two views.
import type { Failure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { TreeState } from "../../protocol/contributions.ts";
import { type SavedQueryEntry, queryOrigins } from "../../store/queries/savedQueries.ts";
import { toApiRoot } from "../../store/sites.ts";
import { loadChildren } from "./loadChildren.ts";
import type { TreeContext } from "./treeContext.ts";
import { isSameBadgeSource } from "./badgeSource.ts";
import { loadDraftGroupNodes } from "./treeDrafts.ts";
import {
  type InvalidQueryNode,
  type MessageNode,
  createMessageNode,
  type QueryNode,
  type SiteNode,
  type TreeNode,
  type MyWorkNode,
} from "./treeNodes.ts";

function createQueryNode(
  { listDetails, getBadgeSource, sites }: Pick<TreeContext, "listDetails" | "getBadgeSource" | "sites">,
  { key: queryKey, origin, parsed }: SavedQueryEntry,
): QueryNode | InvalidQueryNode {
  const id = `query/${queryKey}`;
  if (parsed.kind === "problem") {
    const { name, problem, member } = parsed;
    const message = { kind: "invalidEntry", problem, property: member } as const;
    return { kind: "invalidQuery", id, queryKey, name, origin, message };
  }
  const { query } = parsed;
  const site = sites.find(toApiRoot(query.site) ?? "");
  if (site === undefined) {
    const message = { kind: "siteNotConnected", url: query.site } as const;
    return { kind: "invalidQuery", id, queryKey, name: query.name, origin, message };
  }
  return {
    kind: "query",
    id,
    site,
    siteApi: site.api,
    queryKey,
    query,
    origin,
    isBadgeSource: isSameBadgeSource(getBadgeSource(), { kind: "query", queryKey }),
    getListDetails: () => listDetails.get(id),
  };
}

function createQueryNodes(
  context: Pick<TreeContext, "listDetails" | "getBadgeSource" | "sites" | "savedQueries">,
): readonly (QueryNode | InvalidQueryNode | MessageNode)[] {
  const { savedQueries } = context;
  return [
    ...savedQueries.list().map((entry) => createQueryNode(context, entry)),
    ...queryOrigins.flatMap((origin) => {
      const count = savedQueries.countHidden(origin);
      return count === 0
        ? []
        : [createMessageNode(`query/${origin}`, { kind: "queriesNotShown", origin, count })];
    }),
  ];
}

export interface TreeRoots {
  readonly nodes: TreeNode[];
  readonly state: TreeState;
  /** The site that the welcome text of an empty tree is about. */
  readonly site?: Site;
}

async function createSiteNode(
  { catalog, connectivity }: Pick<TreeContext, "catalog" | "connectivity">,
  site: Site,
): Promise<SiteNode> {
  return {
    kind: "site",
    id: site.api,
    site,
    siteApi: site.api,
    page: "",
    account: await catalog.getSite(site).getAccount(),
    isOffline: connectivity.getOfflineState(site.api) !== undefined,
  };
}

/** The state for failures without a response; a failure with a response is shown as a node. */
function getOfflineState(failure: Failure): TreeState | undefined {
  if (failure.kind === "timedOut") return "offline";
  if (failure.kind !== "unreachable") return undefined;
  switch (failure.reason) {
    case "name":
      return "hostNotFound";
    case "refused":
      return "connectionRefused";
    case "closed":
    case "network":
      return "offline";
    case "certificate":
    case "tls":
    case "caFile":
    case "proxy":
      return undefined;
  }
}

/** Why a site has nothing to show; undefined if it has. */
function getEmptyState(
  node: SiteNode,
  rows: readonly TreeNode[],
  isFiltered: boolean,
): TreeState | undefined {
  const [row] = rows;
  if (row === undefined || rows.length > 1) return undefined;
  const isSignedOut = node.account === undefined;
  if (row.kind === "empty" && !isFiltered) return isSignedOut ? "signedOut" : "empty";
  if (row.kind !== "failure") return undefined;
  // The welcome text is for users who have not signed in; a refused access key is shown as a node.
  return row.failure.kind === "signedOut" && isSignedOut ? "signedOut" : getOfflineState(row.failure);
}

/** Loads what is visible below a site at first: its children, and those of "All Projects" if that starts expanded. */
async function loadInitialChildren(
  context: Parameters<typeof loadChildren>[0],
  node: SiteNode,
): Promise<readonly TreeNode[]> {
  const rows = await loadChildren(context, node);
  const allProjects = rows.find((row) => row.kind === "allProjects");
  return rows.length === 1 && allProjects !== undefined ? loadChildren(context, allProjects) : rows;
}

/** Whether the welcome text replaces the nodes. Queries are shown only if the site can be reached, as they need it too. */
function shouldShowWelcome(state: TreeState | undefined, hasQueries: boolean): state is TreeState {
  return state !== undefined && !(state === "empty" && hasQueries);
}

/**
 * Queries come before the sites. With several sites, each shows its failures below its node. A single site without
 * content is replaced by a welcome text.
 */
export async function loadTreeRoots(
  context: Parameters<typeof loadChildren>[0] &
    Pick<TreeContext, "sites" | "connectivity" | "savedQueries" | "listDetails" | "getBadgeSource">,
): Promise<TreeRoots> {
  const nodes = await Promise.all(context.sites.list().map((site) => createSiteNode(context, site)));
  const [onlySite] = nodes;
  if (onlySite === undefined) return { nodes: [], state: "noSite" };
  const queries = createQueryNodes(context);
  const roots: TreeRoots = { nodes: [...queries, ...nodes], state: "loaded" };
  if (nodes.length > 1) return roots;

  // Drafts are content, whatever the server answers.
  const drafts = context.shouldShowDrafts()
    ? await context.draftCache.getDrafts(onlySite.siteApi, onlySite.account?.id)
    : [];
  if (drafts.length > 0) return roots;
  const isFiltered = context.projectFilters.get(onlySite.siteApi) !== undefined;
  const state = getEmptyState(onlySite, await loadInitialChildren(context, onlySite), isFiltered);
  return shouldShowWelcome(state, queries.length > 0) ? { nodes: [], state, site: onlySite.site } : roots;
}

function createMyWorkNode(
  { getBadgeSource }: Pick<TreeContext, "getBadgeSource">,
  parent: SiteNode,
  concern: MyWorkNode["concern"],
): MyWorkNode {
  const { site, siteApi } = parent;
  const isBadgeSource = isSameBadgeSource(getBadgeSource(), { kind: "work", siteApi, concern });
  return { kind: "work", id: `${siteApi}/concern/${concern}`, site, siteApi, concern, isBadgeSource };
}

/** The children of a site in "My Work", or the roots if there is only one site. */
export async function loadMyWorkSections(
  context: Pick<TreeContext, "draftCache" | "getBadgeSource">,
  parent: SiteNode,
): Promise<TreeNode[]> {
  const { site, siteApi, account } = parent;
  return [
    ...(await loadDraftGroupNodes(context.draftCache, parent)),
    ...(account === undefined
      ? [createMessageNode(`${siteApi}/work`, { kind: "signedOut", site: site.label }, { siteApi })]
      : [createMyWorkNode(context, parent, "assigned"), createMyWorkNode(context, parent, "submitted")]),
    { kind: "recent", id: `${siteApi}/recent`, site, siteApi },
  ];
}

export async function loadMyWorkRoots(
  context: Pick<TreeContext, "sites" | "catalog" | "connectivity" | "draftCache" | "getBadgeSource">,
): Promise<TreeNode[]> {
  const nodes = await Promise.all(context.sites.list().map((site) => createSiteNode(context, site)));
  const [onlySite] = nodes;
  return onlySite !== undefined && nodes.length === 1 ? loadMyWorkSections(context, onlySite) : nodes;
}
