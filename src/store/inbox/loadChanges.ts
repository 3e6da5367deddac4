// Loads what others have changed since a time: one query over all projects, then the history of the artifacts that concern
// the user.
import type { Client } from "../../api/client.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import {
  concernsUser,
  toInboxChanges,
  type ArtifactInboxChange,
  type InboxInterests,
} from "../../model/inbox.ts";
import {
  allMyProjects,
  type CrossTrackerRow,
  maxCrossTrackerPageSize,
} from "../../model/query/crossTracker.ts";
import { formatEarliestMinute } from "../../model/query/serverTime.ts";
import { ArtifactHistory } from "../artifactHistory.ts";
import { mapConcurrent } from "../concurrency.ts";
import { type InboxGap, type InboxProgress, maxInboxAgeMs, maxInboxChanges } from "./inboxFiles.ts";

export type InboxClient = Pick<Client, "findAcrossTrackers" | "changesets">;

/** Requests of the query in one refresh. */
const maxPages = 4;
/**
 * Rows that two pages have in common. A deleted artifact moves later rows one page up; a changed one moves to the first
 * page, where the next refresh finds it.
 */
const pageOverlap = 5;
const maxConcurrentHistories = 4;
const secondMs = 1000;
/** Servers behind one address may have slightly different clocks. */
const clockToleranceMs = 60_000;

interface ChangedRow {
  readonly row: CrossTrackerRow;
  readonly modifiedAt: number;
  /** The server's time when it reported the row, if known. */
  readonly respondedAt: number | undefined;
}

interface RowsResult {
  readonly rows: readonly ChangedRow[];
  readonly pageCount: number;
  /** Artifacts that change while pages are loaded have at least this time. */
  readonly loadedUntil: number;
  /** Rows that are not loaded yet. */
  readonly gap: InboxGap | undefined;
}

interface LoadOptions {
  readonly client: InboxClient;
  /** Of the server's time zone, in minutes. */
  readonly utcOffset: number | undefined;
  readonly interests: InboxInterests;
  /** Artifacts whose changes up to that time are stored. */
  readonly knownTimes: ReadonlyMap<number, number>;
  /** Artifacts whose history can't be loaded again and again, with their time then. */
  readonly skippedTimes: ReadonlyMap<number, number>;
  readonly signal: AbortSignal;
}

/** An artifact whose history couldn't be loaded. */
export interface FailedHistory {
  readonly artifactId: number;
  readonly modifiedAt: number;
  readonly failure: Failure;
}

interface LoadedChanges {
  readonly changes: readonly ArtifactInboxChange[];
  /** The next refresh loads them again, so there is no progress unless this is empty. */
  readonly failedHistories: readonly FailedHistory[];
  readonly progress: InboxProgress;
  /** To add to the known times when the changes are stored. */
  readonly knownTimes: ReadonlyMap<number, number>;
}

/** The time before which everything has been found, from the first response. */
function toLoadedUntil(since: number, respondedAt: number | undefined, times: readonly number[]): number {
  if (respondedAt === undefined) return Math.max(since, ...times);
  const until = respondedAt - clockToleranceMs;
  // A wrong clock of this machine may have set a time in the future.
  return since > respondedAt ? until : Math.max(since, until);
}

/** Older changes aren't shown, so they aren't loaded after a long absence. By the server's clock, because that of this machine may be wrong. */
function toShownSince(since: number, respondedAt: number | undefined): number {
  return respondedAt === undefined ? since : Math.max(since, respondedAt - maxInboxAgeMs);
}

/**
 * Artifacts that have changed since a time, newest first, at most `maxCount` pages; `undefined` if the server has no such
 * query. Later changes only add rows before the others, so a gap can be loaded later from its offset on.
 */
async function loadRows(
  { since, offset: startOffset }: InboxGap,
  maxCount: number,
  { client, utcOffset, signal }: LoadOptions,
): Promise<RowsResult | undefined> {
  const query = {
    from: allMyProjects,
    where: `@last_update_date >= "${formatEarliestMinute(since, utcOffset)}"`,
    orderBy: "@last_update_date DESC",
  };
  const rows = new Map<number, ChangedRow>();
  let loadedUntil = since;
  let offset = startOffset;
  for (let pageCount = 1; pageCount <= maxCount; pageCount += 1) {
    const page = await client.findAcrossTrackers(query, { offset, signal });
    if (page === undefined) return undefined;
    const { respondedAt } = page;
    const found = page.items.flatMap((item) => {
      const modifiedAt = item.kind === "artifact" ? Date.parse(item.modifiedOn ?? "") : Number.NaN;
      return item.kind === "artifact" && !Number.isNaN(modifiedAt)
        ? [{ row: item, modifiedAt, respondedAt }]
        : [];
    });
    const times = found.map(({ modifiedAt }) => modifiedAt);
    if (pageCount === 1) loadedUntil = toLoadedUntil(since, respondedAt, times);
    const shownSince = toShownSince(since, respondedAt);
    for (const changed of found) {
      if (changed.modifiedAt >= shownSince && !rows.has(changed.row.id)) rows.set(changed.row.id, changed);
    }
    const isEnd = page.nextOffset === undefined || Math.min(...times) < shownSince;
    if (isEnd) return { rows: [...rows.values()], pageCount, loadedUntil, gap: undefined };
    offset += maxCrossTrackerPageSize - pageOverlap;
  }
  return { rows: [...rows.values()], pageCount: maxCount, loadedUntil, gap: { since, offset } };
}

/**
 * Whether every later change has another time. Changes within the same second have the same time, so one may follow until
 * the second is over; a time in the future comes from a wrong clock or an import.
 */
function isFinalTime({ modifiedAt, respondedAt }: ChangedRow): boolean {
  if (respondedAt === undefined) return false;
  return respondedAt >= modifiedAt + secondMs || modifiedAt > respondedAt + clockToleranceMs;
}

async function loadArtifactChanges(
  { row, respondedAt }: ChangedRow,
  changesSince: number,
  { client, interests, signal }: LoadOptions,
): Promise<readonly ArtifactInboxChange[]> {
  const since = toShownSince(changesSince, respondedAt);
  const uri = `artifacts/${row.id}/changesets`;
  const history = new ArtifactHistory((offset, limit) => client.changesets(uri, { offset, limit }, signal));
  try {
    await history.loadNewest();
  } catch (failure) {
    // It was deleted meanwhile, or its history can't be read.
    if (isFailure(failure) && (failure.kind === "notFound" || failure.kind === "forbidden")) return [];
    throw failure;
  }
  const isLoaded = (): boolean => {
    const { entries } = history;
    // More aren't stored.
    return entries.length >= maxInboxChanges || Date.parse(entries.at(-1)?.changeset.on ?? "") < since;
  };
  while (history.hasOlder && !isLoaded()) await history.loadOlder();
  return toInboxChanges(history.entries, row, interests.user, since).map((change) => ({
    ...change,
    artifactId: row.id,
    title: row.title,
    tracker: row.tracker?.label,
  }));
}

/** The server rejects or can't answer this request; others may succeed. */
const artifactFailures: ReadonlySet<Failure["kind"]> = new Set([
  "serverError",
  "invalidRequest",
  "unexpectedResponse",
]);

/** One artifact must not hide the changes of all others. */
async function tryLoadArtifactChanges(
  changed: ChangedRow,
  since: number,
  options: LoadOptions,
): Promise<readonly ArtifactInboxChange[] | FailedHistory> {
  try {
    return await loadArtifactChanges(changed, since, options);
  } catch (failure) {
    if (!isFailure(failure) || !artifactFailures.has(failure.kind)) throw failure;
    return { artifactId: changed.row.id, modifiedAt: changed.modifiedAt, failure };
  }
}

/** `undefined` if the server can't report changes. */
export async function loadChanges(
  progress: InboxProgress,
  options: LoadOptions,
): Promise<LoadedChanges | undefined> {
  const { loadedUntil, changesSince, gap } = progress;
  const newest = await loadRows({ since: loadedUntil, offset: 0 }, maxPages, options);
  if (newest === undefined) return undefined;
  const remainingPages = maxPages - newest.pageCount;
  const earlier =
    gap === undefined || remainingPages === 0 ? undefined : await loadRows(gap, remainingPages, options);
  const remainingGap = earlier === undefined ? gap : earlier.gap;
  const nextGap = newest.gap && { ...newest.gap, since: remainingGap?.since ?? newest.gap.since };

  const found = new Map([...(earlier?.rows ?? []), ...newest.rows].map((each) => [each.row.id, each]));
  const { interests, knownTimes, skippedTimes } = options;
  const changed = [...found.values()].filter(
    ({ row, modifiedAt }) =>
      concernsUser(row, interests) &&
      knownTimes.get(row.id) !== modifiedAt &&
      skippedTimes.get(row.id) !== modifiedAt,
  );
  const results = await mapConcurrent(changed, maxConcurrentHistories, (each) =>
    tryLoadArtifactChanges(each, changesSince, options),
  );
  const failedHistories = results.flatMap((result) => ("failure" in result ? [result] : []));
  const failedIds = new Set(failedHistories.map(({ artifactId }) => artifactId));
  const until = newest.loadedUntil;
  const isComplete = newest.pageCount === 1 && gap === undefined && newest.gap === undefined;
  const nextProgress = {
    loadedUntil: until,
    changesSince: isComplete ? until : changesSince,
    gap: nextGap ?? remainingGap,
  };
  return {
    changes: results.flatMap((result) => ("failure" in result ? [] : result)),
    failedHistories,
    progress: failedHistories.length === 0 ? nextProgress : progress,
    knownTimes: new Map(
      changed
        .filter((each) => isFinalTime(each) && !failedIds.has(each.row.id))
        .map(({ row, modifiedAt }) => [row.id, modifiedAt] as const),
    ),
  };
}
