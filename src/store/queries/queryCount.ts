// Counts the results of a query without loading them.
import type { ArtifactRow } from "../../model/artifact.ts";
import { isFailure } from "../../model/failure.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { RowSource } from "./rowList.ts";
import { type OpenQueryResult, openQuery, type QueryServices } from "./openQuery.ts";

export type RowCountResult =
  /** An upper bound: servers count artifacts the user can't see. */
  | { readonly kind: "atMost"; readonly size: number }
  /** The server ignored the conditions. */
  | { readonly kind: "contradicted" }
  /** The server doesn't support the query, or doesn't report a count. */
  | { readonly kind: "notReported" };

/** Enough rows to verify that the criteria were applied. */
const sampleSize = 10;

export async function countRows(
  source: RowSource<ArtifactRow>,
  signal: AbortSignal,
): Promise<RowCountResult> {
  const page = await source.fetchPage({ offset: 0, limit: sampleSize, signal });
  if (page === undefined) return { kind: "notReported" };
  if (page.credibility === "contradicted") return { kind: "contradicted" };
  const size = page.total ?? (page.nextOffset === undefined ? page.items.length : undefined);
  return size === undefined ? { kind: "notReported" } : { kind: "atMost", size };
}

export type QueryCountResult =
  /** The server can't search several trackers. */
  | { readonly kind: "severalTrackersNotSupported" }
  | { readonly kind: "counted"; readonly count: RowCountResult; readonly isOpenStateUnknown: boolean }
  | Exclude<OpenQueryResult, { kind: "found" }>;

export async function countQueryResults(
  services: Omit<QueryServices, "pinnedProjects">,
  query: SavedQuery,
  view: { readonly openOnly: boolean },
  signal: AbortSignal,
): Promise<QueryCountResult> {
  const opened = await openQuery(services, query, view);
  if (opened.kind !== "found") return opened;
  const { site, source, resolved, isOpenStateUnknown } = opened;
  try {
    const count = await countRows(source, signal);
    return resolved.kind === "crossTracker" && count.kind === "notReported"
      ? { kind: "severalTrackersNotSupported" }
      : { kind: "counted", count, isOpenStateUnknown };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", site, failure };
  }
}
