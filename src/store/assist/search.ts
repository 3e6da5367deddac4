// Artifacts that an assistant looks for: in one tracker by conditions, or by words of their titles in all that the person works with.
import { conditionsOf } from "../../model/assist/intent.ts";
import type { Objection, SearchRequest } from "../../model/assist/request.ts";
import type { Failure } from "../../model/failure.ts";
import type { QueryProblem } from "../../model/query/resolve.ts";
import { placed, type PlacedRow } from "../../model/query/rows.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { RowList } from "../queries/rowList.ts";
import { openQuery, type QueryStores } from "../queries/openQuery.ts";
import { ownProjects, type ProjectTrackers, TitleSearch, trackersOf } from "../queries/titleSearch.ts";

export type SearchFindings =
  | {
      readonly kind: "rows";
      readonly rows: readonly PlacedRow[];
      /** There are more. */
      readonly hasMore: boolean;
      /** Trackers whose titles could not be searched, and why where that is known. */
      readonly gaps: readonly { readonly tracker: string; readonly failure: Failure | undefined }[];
      /** Only open ones were wanted, and the server does not tell which those are. */
      readonly isOpenUntold: boolean;
    }
  | { readonly kind: "objection"; readonly objection: Objection }
  | { readonly kind: "problems"; readonly problems: readonly QueryProblem[]; readonly tracker: Tracker }
  /** The server answered another question than was asked, or knows none of this kind. */
  | { readonly kind: "unheeded" }
  /** Neither words nor a tracker. */
  | { readonly kind: "nothingAsked" };

/** Each takes a request or two. */
const mostTrackers = 30;

/** The trackers that somebody works with: of the projects that they pinned, else of those that they belong to. */
export async function trackersAtHand(
  { catalog, pins }: Pick<QueryStores, "catalog" | "pins">,
  site: Site,
  signal: AbortSignal,
): Promise<readonly ProjectTrackers[]> {
  const known = catalog.of(site);
  const pinned = pins.list(site.api, await known.account());
  return trackersOf(known, pinned.length > 0 ? pinned : await ownProjects(known), signal);
}

async function byTitle(
  stores: QueryStores,
  site: Site,
  { words = "", limit }: SearchRequest,
  signal: AbortSignal,
): Promise<SearchFindings> {
  const all = (await trackersAtHand(stores, site, signal)).flatMap(({ trackers }) => trackers);
  const trackers = all.slice(0, mostTrackers);
  const catalog = stores.catalog.of(site);
  const search = new TitleSearch({
    connect: () => catalog.connection(),
    structure: (trackerId) => catalog.tracker(trackerId),
  });
  const stop = (): void => search.cancel();
  signal.addEventListener("abort", stop);
  try {
    const matches = await search.search(words, trackers, () => undefined);
    signal.throwIfAborted();
    const labelOf = (id: number | undefined): string =>
      trackers.find((tracker) => tracker.id === id)?.label ?? `#${id ?? words}`;
    const silent = [...(matches?.unheeding ?? []), ...(matches?.untitled ?? [])];
    return {
      kind: "rows",
      rows: matches?.rows.slice(0, limit) ?? [],
      hasMore: (matches?.rows.length ?? 0) > limit || (matches?.abounding.length ?? 0) > 0,
      gaps: [
        ...(matches?.failures ?? []).map(({ trackerId, failure }) => ({
          tracker: labelOf(trackerId),
          failure,
        })),
        ...[...silent, ...all.slice(mostTrackers).map(({ id }) => id)].map((id) => ({
          tracker: all.find((tracker) => tracker.id === id)?.label ?? `#${id}`,
          failure: undefined,
        })),
      ],
      isOpenUntold: false,
    };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function readFound(found: RowList, limit: number, signal: AbortSignal): Promise<void> {
  const stop = (): void => found.cancel();
  signal.addEventListener("abort", stop);
  try {
    await found.loadUntil(() => found.items.length >= limit);
    signal.throwIfAborted();
    if (found.trouble !== undefined) throw found.trouble.failure;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function byConditions(
  stores: QueryStores,
  site: Site,
  trackerId: number,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchFindings> {
  const { limit, openOnly } = request;
  const where = conditionsOf(await stores.catalog.of(site).tracker(trackerId), request);
  if ("code" in where) return { kind: "objection", objection: where };
  const query = { name: "", site: site.api, tracker: trackerId, where, openOnly } as const;
  const rest = { sort: undefined, group: undefined, text: undefined, report: undefined };
  const opened = await openQuery(stores, { ...query, ...rest }, { openOnly });
  switch (opened.kind) {
    case "failed":
      throw opened.failure;
    case "siteUnknown":
      return { kind: "unheeded" };
    case "problems":
      return opened;
    case "found": {
      const { found, tracker, isOpenUntold } = opened;
      await readFound(found, limit, signal);
      if (found.isAbsent || found.credibility === "contradicted") return { kind: "unheeded" };
      const rows = found.items.filter((item) => item.kind === "artifact").map((row) => placed(row, tracker));
      const hasMore = found.hasMore || rows.length > limit;
      return { kind: "rows", rows: rows.slice(0, limit), hasMore, gaps: [], isOpenUntold };
    }
  }
}

export async function searchFor(
  stores: QueryStores,
  site: Site,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchFindings> {
  if (request.tracker !== undefined) return byConditions(stores, site, request.tracker, request, signal);
  // Conditions are about the fields of a tracker.
  return request.words === undefined || request.where.length > 0
    ? { kind: "nothingAsked" }
    : byTitle(stores, site, request, signal);
}
