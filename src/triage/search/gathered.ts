// What was found at several sites, as one list.
import type { PlacedRow } from "../../model/query/placedRow.ts";
import { byLikelihood, isMeant } from "../../model/query/titles.ts";
import type { Failure } from "../../model/failure.ts";
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
  /** Undefined until something answered. */
  readonly matches: Matches | undefined;
}

/** What a list of hits does not show by itself. `tracker` is undefined for the number that was typed. */
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

function gapsOf({ site, trackers, matches }: SiteFindings): readonly Gap[] {
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
  return [...failed, ...silent("unheeding"), ...silent("untitled"), ...silent("abounding")];
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
