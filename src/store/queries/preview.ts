// What a query would find, before anybody reads it.
import { isFailure } from "../../model/failure.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import { type Count, countOf } from "./count.ts";
import { type OpenedQuery, openQuery, type QueryWorld } from "./openQuery.ts";
import { sourceOf } from "./sources.ts";

export type Preview =
  | { readonly kind: "counted"; readonly count: Count; readonly isOpenUntold: boolean }
  | Exclude<OpenedQuery, { kind: "found" }>;

export async function previewOf(
  world: QueryWorld,
  query: SavedQuery,
  view: { readonly openOnly: boolean },
  signal: AbortSignal,
): Promise<Preview> {
  const opened = await openQuery(world, query, view);
  if (opened.kind !== "found") return opened;
  const { site, tracker, asked, isOpenUntold } = opened;
  const source = sourceOf(() => world.catalog.of(site).connection(), tracker, asked);
  try {
    return { kind: "counted", count: await countOf(source, signal), isOpenUntold };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", site, failure };
  }
}
