// The top of the tree, and what to say when there is nothing to show.
import type { Failure } from "../model/failure.ts";
import type { Site } from "../model/site.ts";
import type { TreeState } from "../protocol/contextKeys.ts";
import type { Sites } from "../store/sites.ts";
import { type ChildrenDependencies, childrenOf } from "./children.ts";
import type { SiteNode, TreeNode } from "./nodes.ts";

export interface Roots {
  readonly nodes: TreeNode[];
  readonly state: TreeState;
  /** The site that the state is about, and why, where there is only one. */
  readonly about?: { readonly site: Site; readonly failure?: Failure };
}

async function siteNode({ catalog }: ChildrenDependencies, site: Site): Promise<SiteNode> {
  return {
    kind: "site",
    id: site.api,
    site,
    siteApi: site.api,
    page: "",
    account: await catalog.of(site).account(),
  };
}

/** No network, or nobody at the other end; what a server answers, however odd, is not that. */
function isOffline(failure: Failure): boolean {
  if (failure.kind === "timedOut") return true;
  return failure.kind === "unreachable" && !["certificate", "tls", "caFile"].includes(failure.reason);
}

/** Looks below a site as a person will: its own rows, and those of "All Projects" where these start open. */
async function firstLook(dependencies: ChildrenDependencies, node: SiteNode): Promise<readonly TreeNode[]> {
  const rows = await childrenOf(dependencies, node);
  const all = rows.find((row) => row.kind === "allProjects");
  return rows.length === 1 && all !== undefined ? childrenOf(dependencies, all) : rows;
}

/**
 * With several sites each is a row, and its trouble stands below it. A single site that has nothing to show
 * gives way to a text that says what to do.
 */
export async function rootsOf(dependencies: ChildrenDependencies, sites: Sites): Promise<Roots> {
  const nodes = await Promise.all(sites.list().map((site) => siteNode(dependencies, site)));
  const [only] = nodes;
  if (only === undefined) return { nodes, state: "noSite" };
  if (nodes.length > 1) return { nodes, state: "filled" };

  const rows = await firstLook(dependencies, only);
  const { site } = only;
  if (rows.length === 1 && rows[0] !== undefined) {
    const [row] = rows;
    if (row.kind === "nothing" && dependencies.filters.of(site.api) === undefined) {
      return { nodes: [], state: only.account === undefined ? "signedOut" : "empty", about: { site } };
    }
    if (row.kind === "problem") {
      const about = { site, failure: row.failure };
      if (isOffline(row.failure)) return { nodes: [], state: "offline", about };
      // With a key that is refused the row says so; the text is for those who have not signed in yet.
      const isWelcome = row.failure.kind === "signedOut" && only.account === undefined;
      if (isWelcome) return { nodes: [], state: "signedOut", about };
    }
  }
  return { nodes, state: "filled" };
}
