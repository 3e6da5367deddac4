// The top of the tree, and what to say when there is nothing to show.
import type { Failure } from "../model/failure.ts";
import type { Site } from "../model/site.ts";
import type { TreeState } from "../protocol/contextKeys.ts";
import type { Sites } from "../store/sites.ts";
import { type ChildrenDependencies, childrenOf } from "./children.ts";
import type { SiteNode, TreeNode } from "./nodes.ts";
import { type QueryRootDependencies, queryRoots } from "./rows/queryRoots.ts";

export interface Roots {
  readonly nodes: TreeNode[];
  readonly state: TreeState;
  /** The site that an empty tree is about. */
  readonly about?: Site;
}

export async function siteNode(
  { catalog, reach }: Pick<ChildrenDependencies, "catalog" | "reach">,
  site: Site,
): Promise<SiteNode> {
  return {
    kind: "site",
    id: site.api,
    site,
    siteApi: site.api,
    page: "",
    account: await catalog.of(site).account(),
    isOutOfReach: reach.outOf(site.api) !== undefined,
  };
}

/** No network, or nobody at the other end. What a server answers, however odd, is not that: a row says it. */
function offlineState(failure: Failure): TreeState | undefined {
  if (failure.kind === "timedOut") return "offline";
  if (failure.kind !== "unreachable") return undefined;
  switch (failure.reason) {
    case "name":
      return "nameUnknown";
    case "refused":
      return "nobodyListens";
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

/** Why there is nothing to show below a site; undefined if there is something. */
function emptyState(node: SiteNode, rows: readonly TreeNode[], isFiltered: boolean): TreeState | undefined {
  const [row] = rows;
  if (row === undefined || rows.length > 1) return undefined;
  const isSignedOut = node.account === undefined;
  if (row.kind === "nothing" && !isFiltered) return isSignedOut ? "signedOut" : "empty";
  if (row.kind !== "problem") return undefined;
  // With a key that is refused the row says so; the text is for those who have not signed in yet.
  return row.failure.kind === "signedOut" && isSignedOut ? "signedOut" : offlineState(row.failure);
}

/** Looks below a site as a person will: its own rows, and those of "All Projects" where these start open. */
async function firstLook(dependencies: ChildrenDependencies, node: SiteNode): Promise<readonly TreeNode[]> {
  const rows = await childrenOf(dependencies, node);
  const all = rows.find((row) => row.kind === "allProjects");
  return rows.length === 1 && all !== undefined ? childrenOf(dependencies, all) : rows;
}

/** Whether a text has to take the place of the rows: what can't be read at all, its queries can't be either. */
function givesWay(state: TreeState | undefined, hasQueries: boolean): state is TreeState {
  return state !== undefined && !(state === "empty" && hasQueries);
}

/**
 * Queries stand above the sites. With several sites each is a row, and its trouble stands below it. A single site that has
 * nothing to show gives way to a text that says what to do.
 */
export async function rootsOf(
  dependencies: ChildrenDependencies & QueryRootDependencies,
  sites: Sites,
): Promise<Roots> {
  const nodes = await Promise.all(sites.list().map((site) => siteNode(dependencies, site)));
  const [only] = nodes;
  if (only === undefined) return { nodes: [], state: "noSite" };
  const queries = queryRoots(dependencies, sites);
  const filled: Roots = { nodes: [...queries, ...nodes], state: "filled" };
  if (nodes.length > 1) return filled;

  // What one has typed is something to see, whatever the server says.
  const drafts = dependencies.showsDrafts()
    ? await dependencies.unsent.of(only.siteApi, only.account?.id)
    : [];
  if (drafts.length > 0) return filled;
  const isFiltered = dependencies.filters.of(only.siteApi) !== undefined;
  const state = emptyState(only, await firstLook(dependencies, only), isFiltered);
  return givesWay(state, queries.length > 0) ? { nodes: [], state, about: only.site } : filled;
}
