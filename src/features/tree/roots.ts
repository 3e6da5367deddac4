// The rows at the top of the two views.
import type { Failure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { TreeState } from "../../protocol/contributions.ts";
import { type KeptQuery, origins } from "../../store/queries/savedQueries.ts";
import { apiRootOf } from "../../store/sites.ts";
import { childrenOf } from "./children.ts";
import type { TreeContext } from "./context.ts";
import { isSameChoice } from "./countChoice.ts";
import { draftGroup } from "./drafts.ts";
import {
  type BrokenQueryNode,
  type NoteNode,
  noteRow,
  type QueryNode,
  type SiteNode,
  type TreeNode,
  type WorkNode,
} from "./nodes.ts";

// Saved queries as rows at the top of the tree.

function queryRoot(
  { about, counted, sites }: Pick<TreeContext, "about" | "counted" | "sites">,
  { key: queryKey, origin, parsed }: KeptQuery,
): QueryNode | BrokenQueryNode {
  const id = `query/${queryKey}`;
  if (parsed.kind === "problem") {
    const { name, problem, member } = parsed;
    const note = { kind: "unparsable", problem, member } as const;
    return { kind: "brokenQuery", id, queryKey, name, origin, note };
  }
  const { query } = parsed;
  const site = sites.find(apiRootOf(query.site) ?? "");
  if (site === undefined) {
    const note = { kind: "siteUnknown", address: query.site } as const;
    return { kind: "brokenQuery", id, queryKey, name: query.name, origin, note };
  }
  return {
    kind: "query",
    id,
    site,
    siteApi: site.api,
    queryKey,
    query,
    origin,
    isCounted: isSameChoice(counted(), { kind: "query", queryKey }),
    about: () => about.get(id),
  };
}

function queryRoots(
  context: Pick<TreeContext, "about" | "counted" | "sites" | "queries">,
): readonly (QueryNode | BrokenQueryNode | NoteNode)[] {
  const { queries } = context;
  return [
    ...queries.list().map((kept) => queryRoot(context, kept)),
    ...origins.flatMap((origin) => {
      const count = queries.leftOut(origin);
      return count === 0 ? [] : [noteRow(`query/${origin}`, { kind: "queriesLeftOut", origin, count })];
    }),
  ];
}

// The top of the tree, and what to say when there is nothing to show.

export interface Roots {
  readonly nodes: TreeNode[];
  readonly state: TreeState;
  /** The site that an empty tree is about. */
  readonly about?: Site;
}

async function siteNode(
  { catalog, reach }: Pick<TreeContext, "catalog" | "reach">,
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
async function firstLook(
  context: Parameters<typeof childrenOf>[0],
  node: SiteNode,
): Promise<readonly TreeNode[]> {
  const rows = await childrenOf(context, node);
  const all = rows.find((row) => row.kind === "allProjects");
  return rows.length === 1 && all !== undefined ? childrenOf(context, all) : rows;
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
  context: Parameters<typeof childrenOf>[0] &
    Pick<TreeContext, "sites" | "reach" | "queries" | "about" | "counted">,
): Promise<Roots> {
  const nodes = await Promise.all(context.sites.list().map((site) => siteNode(context, site)));
  const [only] = nodes;
  if (only === undefined) return { nodes: [], state: "noSite" };
  const queries = queryRoots(context);
  const filled: Roots = { nodes: [...queries, ...nodes], state: "filled" };
  if (nodes.length > 1) return filled;

  // What one has typed is something to see, whatever the server says.
  const drafts = context.showsDrafts() ? await context.unsent.of(only.siteApi, only.account?.id) : [];
  if (drafts.length > 0) return filled;
  const isFiltered = context.filters.of(only.siteApi) !== undefined;
  const state = emptyState(only, await firstLook(context, only), isFiltered);
  return givesWay(state, queries.length > 0) ? { nodes: [], state, about: only.site } : filled;
}

// The sections of "My Work", below their site where there are several.

function workNode(
  { counted }: Pick<TreeContext, "counted">,
  parent: SiteNode,
  concern: WorkNode["concern"],
): WorkNode {
  const { site, siteApi } = parent;
  const isCounted = isSameChoice(counted(), { kind: "work", siteApi, concern });
  return { kind: "work", id: `${siteApi}/concern/${concern}`, site, siteApi, concern, isCounted };
}

/** What was typed comes first: it is lost on others until it is sent. */
export async function workSections(
  context: Pick<TreeContext, "unsent" | "counted">,
  parent: SiteNode,
): Promise<TreeNode[]> {
  const { site, siteApi, account } = parent;
  return [
    ...(await draftGroup(context.unsent, parent)),
    ...(account === undefined
      ? [noteRow(`${siteApi}/work`, { kind: "signedOut", site: site.label }, { siteApi })]
      : [workNode(context, parent, "assigned"), workNode(context, parent, "submitted")]),
    { kind: "recent", id: `${siteApi}/recent`, site, siteApi },
  ];
}

export async function workRoots(
  context: Pick<TreeContext, "sites" | "catalog" | "reach" | "unsent" | "counted">,
): Promise<TreeNode[]> {
  const nodes = await Promise.all(context.sites.list().map((site) => siteNode(context, site)));
  const [only] = nodes;
  return only !== undefined && nodes.length === 1 ? workSections(context, only) : nodes;
}
