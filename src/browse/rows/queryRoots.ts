// Saved queries as rows at the top of the tree.
import { type KeptQuery, origins, type SavedQueries } from "../../store/queries/savedQueries.ts";
import { apiRootOf } from "../../store/siteAddress.ts";
import type { Sites } from "../../store/sites.ts";
import type { About, BrokenQueryNode, NoteNode, QueryNode } from "../nodes.ts";
import { noteRow } from "./noteRow.ts";

export interface QueryRootDependencies {
  readonly queries: Pick<SavedQueries, "list" | "leftOut">;
  readonly about: ReadonlyMap<string, About>;
  /** Whether the number at the icon counts it. */
  readonly isCounted: (queryKey: string) => boolean;
}

function queryRoot(
  { about, isCounted }: QueryRootDependencies,
  sites: Sites,
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
    isCounted: isCounted(queryKey),
    about: () => about.get(id),
  };
}

export function queryRoots(
  dependencies: QueryRootDependencies,
  sites: Sites,
): readonly (QueryNode | BrokenQueryNode | NoteNode)[] {
  const { queries } = dependencies;
  return [
    ...queries.list().map((kept) => queryRoot(dependencies, sites, kept)),
    ...origins.flatMap((origin) => {
      const count = queries.leftOut(origin);
      return count === 0 ? [] : [noteRow(`query/${origin}`, { kind: "queriesLeftOut", origin, count })];
    }),
  ];
}
