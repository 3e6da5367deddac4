// What a query would find, before anybody reads it.
import type { ArtifactRow } from "../../model/artifact.ts";
import { isFailure } from "../../model/failure.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { RowSource } from "./rowList.ts";
import { type OpenedQuery, openQuery, type QueryStores } from "./openQuery.ts";
import { sourceOf } from "./sources.ts";

// How many a query finds, without reading them.

export type Count =
  /** An upper bound: servers count what we may not see. */
  | { readonly kind: "atMost"; readonly size: number }
  /** The server answered another question than was asked. */
  | { readonly kind: "contradicted" }
  /** The server can't be asked this, or does not count. */
  | { readonly kind: "untold" };

/** As few as show whether a criterion was heeded. */
const rowsToBelieve = 10;

export async function countOf(source: RowSource<ArtifactRow>, signal: AbortSignal): Promise<Count> {
  const page = await source.fetch({ offset: 0, limit: rowsToBelieve, signal });
  if (page === undefined) return { kind: "untold" };
  if (page.credibility === "contradicted") return { kind: "contradicted" };
  const size = page.size ?? (page.next === undefined ? page.items.length : undefined);
  return size === undefined ? { kind: "untold" } : { kind: "atMost", size };
}

export type Preview =
  | { readonly kind: "counted"; readonly count: Count; readonly isOpenUntold: boolean }
  | Exclude<OpenedQuery, { kind: "found" }>;

export async function previewOf(
  stores: Omit<QueryStores, "pins">,
  query: SavedQuery,
  view: { readonly openOnly: boolean },
  signal: AbortSignal,
): Promise<Preview> {
  const opened = await openQuery(stores, query, view);
  if (opened.kind !== "found") return opened;
  const { site, tracker, asked, isOpenUntold } = opened;
  const source = sourceOf(() => stores.catalog.of(site).connection(), tracker, asked);
  try {
    return { kind: "counted", count: await countOf(source, signal), isOpenUntold };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", site, failure };
  }
}
