// What was found at several sites, as one list.
import { type Failure, isOutOfReach, mayBeOutOfReach } from "../../model/failure.ts";
import type { PlacedRow } from "../../model/query/rows.ts";
import { byLikelihood, isMeant } from "../../model/query/titles.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { Opened } from "../../store/queries/recent.ts";
import type { Matches } from "../../store/queries/titleSearch.ts";

/** An artifact of a site, found or opened before. */
export interface Hit {
  readonly site: Site;
  readonly row: Opened & Partial<Pick<PlacedRow, "status" | "page">>;
}

/** What one site has to say to what was typed. */
export interface SiteFindings {
  readonly site: Site;
  /** What was opened there not long ago, the last one first. */
  readonly recent: readonly Opened[];
  readonly trackers: readonly TrackerSummary[];
  /** Why more trackers could not be found. */
  readonly failure: Failure | undefined;
  /** Undefined until something answered. */
  readonly matches: Matches | undefined;
}

/** What a list of hits does not show by itself. `tracker` is undefined for what is about the site. */
export interface Gap {
  readonly kind: "failed" | "unheeding" | "untitled" | "abounding";
  readonly site: Site;
  readonly tracker: string | undefined;
  readonly failure: Failure | undefined;
}

export interface Gathered {
  readonly recent: readonly Hit[];
  readonly found: readonly Hit[];
  readonly gaps: readonly Gap[];
}

function keyOf({ site, row }: Hit): string {
  return `${row.id} ${site.api}`;
}

/** Answers to an older text are shown as long as they fit the newer one, so that the list does not flicker. */
function fitting({ site, matches }: SiteFindings, text: string): readonly Hit[] {
  const rows = matches?.rows ?? [];
  const fit = matches?.text === text ? rows : rows.filter((row) => isMeant(row, text));
  return fit.map((row) => ({ site, row }));
}

function reasonOf({ failure }: Gap): string {
  const isUnavailable = failure !== undefined && (isOutOfReach(failure) || mayBeOutOfReach(failure));
  return isUnavailable ? "unavailable" : JSON.stringify([failure?.kind, failure?.request.status]);
}

/** What fails in the same way for several trackers is a matter of the site: said once. */
function failedOnce(failed: readonly Gap[]): readonly Gap[] {
  const byReason = new Map<string, Gap>();
  for (const gap of failed) {
    const reason = reasonOf(gap);
    byReason.set(reason, byReason.has(reason) ? { ...gap, tracker: undefined } : gap);
  }
  return [...byReason.values()];
}

function gapsOf({ site, trackers, failure: unread, matches }: SiteFindings): readonly Gap[] {
  if (matches === undefined) return [];
  const nameOf = (trackerId: number): string =>
    trackers.find(({ id }) => id === trackerId)?.label ?? `#${trackerId}`;
  const silent = (kind: "unheeding" | "untitled" | "abounding"): readonly Gap[] =>
    matches[kind].map((trackerId) => ({ kind, site, tracker: nameOf(trackerId), failure: undefined }));
  const failed = matches.failures.map(({ trackerId, failure }): Gap => {
    return {
      kind: "failed",
      site,
      tracker: trackerId === undefined ? undefined : nameOf(trackerId),
      failure,
    };
  });
  const unlisted: readonly Gap[] =
    unread === undefined ? [] : [{ kind: "failed", site, tracker: undefined, failure: unread }];
  return [
    ...failedOnce([...failed, ...unlisted]),
    ...silent("unheeding"),
    ...silent("untitled"),
    ...silent("abounding"),
  ];
}

/** Whether there is nothing: what could not be searched may hold it. */
export function isNothing({ recent, found, gaps }: Gathered): boolean {
  const isSearched = gaps.every(({ kind }) => kind !== "failed" && kind !== "unheeding");
  return recent.length + found.length === 0 && isSearched;
}

/** What was opened before comes first, and not a second time. */
export function gathered(findings: readonly SiteFindings[], text: string): Gathered {
  const opened = findings.flatMap(({ site, recent }) => recent.map((row) => ({ site, row })));
  if (text === "") return { recent: opened, found: [], gaps: [] };
  const hits = findings.flatMap((each) => fitting(each, text));
  const told = new Map(hits.map((hit) => [keyOf(hit), hit]));
  // What the server just said of one is newer than what was kept of it.
  const recent = opened.filter(({ row }) => isMeant(row, text)).map((hit) => told.get(keyOf(hit)) ?? hit);
  const before = new Set(recent.map(keyOf));
  const rest = hits.filter((hit) => !before.has(keyOf(hit)));
  return {
    recent: byLikelihood(recent, text, ({ row }) => row),
    found: byLikelihood(rest, text, ({ row }) => row),
    gaps: findings.filter(({ matches }) => matches?.text === text).flatMap(gapsOf),
  };
}
