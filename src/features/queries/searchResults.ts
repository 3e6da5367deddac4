// Merges the search results of all sites.
import { type Failure, isOfflineFailure, mayBeOfflineFailure } from "../../model/failure.ts";
import { matchesSearch, sortByRelevance } from "../../model/query/artifactMatching.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { Site } from "../../model/site.ts";
import type { SearchMatches } from "../../store/queries/artifactSearch.ts";
import type { RecentArtifact } from "../../store/queries/recentArtifacts.ts";

/** A search result, or a recently opened artifact. */
export interface SearchHit {
  readonly site: Site;
  readonly row: RecentArtifact & Partial<Pick<RowWithTracker, "status" | "assignees" | "page">>;
}

export interface SiteSearchResult {
  readonly site: Site;
  /** Most recent first. */
  readonly recent: readonly RecentArtifact[];
  /** `undefined` until the first response. */
  readonly matches: SearchMatches | undefined;
}

/** Why results may be incomplete. `tracker` is `undefined` for the whole site. */
export interface SearchNotice {
  readonly kind: "failed" | "ignored" | "untitled" | "truncated" | "more";
  readonly site: Site;
  readonly tracker: string | undefined;
  readonly failure: Failure | undefined;
  /** How many artifacts match that aren't shown, if that is known. */
  readonly moreCount?: number;
}

export interface SearchResults {
  readonly recent: readonly SearchHit[];
  readonly found: readonly SearchHit[];
  readonly notices: readonly SearchNotice[];
}

function toHitKey({ site, row }: SearchHit): string {
  return `${row.id} ${site.api}`;
}

/** Matches of an older text are shown while they match the current one, so that the list doesn't flicker. */
function findMatchingHits({ site, matches }: SiteSearchResult, text: string): readonly SearchHit[] {
  const rows = matches?.rows ?? [];
  const matchingRows = matches?.text === text ? rows : rows.filter((row) => matchesSearch(row, text));
  return matchingRows.map((row) => ({ site, row }));
}

function toFailureKey({ failure }: SearchNotice): string {
  const isUnavailable = failure !== undefined && (isOfflineFailure(failure) || mayBeOfflineFailure(failure));
  return isUnavailable ? "unavailable" : JSON.stringify([failure?.kind, failure?.request.status]);
}

/** The same failure in several trackers is shown once, for the site. */
function mergeFailures(notices: readonly SearchNotice[]): readonly SearchNotice[] {
  const byReason = new Map<string, SearchNotice>();
  for (const notice of notices) {
    const reason = toFailureKey(notice);
    byReason.set(reason, byReason.has(reason) ? { ...notice, tracker: undefined } : notice);
  }
  return [...byReason.values()];
}

function listSearchNotices({ site, matches }: SiteSearchResult): readonly SearchNotice[] {
  if (matches === undefined) return [];
  const { scope, moreCount } = matches;
  const getTrackerName = (trackerId: number): string =>
    scope?.trackers.find(({ id }) => id === trackerId)?.label ?? `#${trackerId}`;
  const createNotice = (kind: SearchNotice["kind"], tracker?: string, failure?: Failure): SearchNotice => ({
    kind,
    site,
    tracker,
    failure,
  });
  const toNotices = (kind: SearchNotice["kind"], trackerIds: readonly number[]): readonly SearchNotice[] =>
    trackerIds.map((trackerId) => createNotice(kind, getTrackerName(trackerId)));
  const failures = matches.failures.map(({ trackerId, failure }) =>
    createNotice("failed", trackerId === undefined ? undefined : getTrackerName(trackerId), failure),
  );
  const scopeFailures =
    scope?.failure === undefined ? [] : [createNotice("failed", undefined, scope.failure)];
  return [
    ...mergeFailures([...failures, ...scopeFailures]),
    ...toNotices("ignored", matches.ignoringTrackers),
    ...toNotices("untitled", matches.untitledTrackers),
    ...toNotices("truncated", matches.truncatedTrackers),
    ...(moreCount > 0 ? [{ ...createNotice("more"), moreCount }] : []),
  ];
}

/** `false` if some trackers could not be searched, since they may have results. */
export function hasNoResults({ recent, found, notices }: SearchResults): boolean {
  const isSearched = notices.every(({ kind }) => kind !== "failed" && kind !== "ignored");
  return recent.length + found.length === 0 && isSearched;
}

/** Recently opened artifacts come first, and aren't repeated in the results. */
export function mergeSearchResults(siteResults: readonly SiteSearchResult[], text: string): SearchResults {
  const recentHits = siteResults.flatMap(({ site, recent }) => recent.map((row) => ({ site, row })));
  if (text === "") return { recent: recentHits, found: [], notices: [] };
  const hits = siteResults.flatMap((each) => findMatchingHits(each, text));
  const hitsByKey = new Map(hits.map((hit) => [toHitKey(hit), hit]));
  // Results from the server are newer than the stored data of recent artifacts.
  const recent = recentHits
    .filter(({ row }) => matchesSearch(row, text))
    .map((hit) => hitsByKey.get(toHitKey(hit)) ?? hit);
  const recentKeys = new Set(recent.map(toHitKey));
  const otherHits = hits.filter((hit) => !recentKeys.has(toHitKey(hit)));
  return {
    recent: sortByRelevance(recent, text, ({ row }) => row),
    found: sortByRelevance(otherHits, text, ({ row }) => row),
    notices: siteResults.filter(({ matches }) => matches?.text === text).flatMap(listSearchNotices),
  };
}
