// Artifacts by their titles, searched as someone types, across trackers. What an older text finds never takes the place of
// what a newer one does.
import type { Reader } from "../../api/reader.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import type { Project } from "../../model/project.ts";
import { placed, type PlacedRow } from "../../model/query/rows.ts";
import { holdsWords, numberIn, ranked, titleField, wordsIn } from "../../model/query/titles.ts";
import type { Account, Site } from "../../model/site.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { severalAtOnce } from "../concurrency.ts";
import type { Memory, Pins } from "../mementos.ts";
import type { PagedList } from "../pagedList.ts";
import { NewestFirstPages } from "./rowList.ts";
import { type Connect, meeting } from "./sources.ts";

// The trackers of some projects.

export interface ProjectTrackers {
  readonly project: Project;
  readonly trackers: readonly TrackerSummary[];
  /** Why there are none, or not all. */
  readonly failure: Failure | undefined;
}

const trackersAtOnce = 4;

/** In the order of the projects; what fails in one leaves the others alone. */
export async function trackersOf(
  catalog: SiteCatalog,
  projects: readonly Project[],
  signal: AbortSignal,
): Promise<readonly ProjectTrackers[]> {
  const found = new Map<number, ProjectTrackers>();
  await severalAtOnce(projects, trackersAtOnce, async (project) => {
    if (signal.aborted) return;
    const listing = catalog.trackers(project);
    // One that failed before may work by now.
    if (listing.trouble !== undefined) listing.invalidate();
    await listing.loadUntil(() => false);
    const trackers = listing.items.filter((item) => item.kind === "tracker");
    found.set(project.id, { project, trackers, failure: listing.trouble?.failure });
  });
  return projects.flatMap(({ id }) => found.get(id) ?? []);
}

async function read(listing: PagedList<Project>, how: "all" | "first"): Promise<readonly Project[]> {
  await (how === "all" ? listing.loadUntil(() => false) : listing.load());
  const projects = listing.items.filter((item) => item.kind === "project");
  if (projects.length === 0 && listing.trouble !== undefined) throw listing.trouble.failure;
  return projects;
}

/** The projects that somebody belongs to; where the server knows of none, the first ones that there are. */
export async function ownProjects(catalog: SiteCatalog): Promise<readonly Project[]> {
  const mine = await read(catalog.memberProjects, "all");
  return mine.length > 0 ? mine : read(catalog.allProjects, "first");
}

// The trackers whose titles somebody searches: those that they chose, else those that are open or were expanded and those of
// the projects that they pinned.

const prefix = "searchedTrackers";

function memoryKey(api: string, account: Account | undefined): string {
  return `${prefix} ${api} ${account?.id ?? "anonymous"}`;
}

/** What another version of the program kept may look otherwise. */
function toTracker(kept: unknown): readonly TrackerSummary[] {
  if (typeof kept !== "object" || kept === null) return [];
  const { id, uri, label, color, artifactsUri } = kept as Readonly<Record<string, unknown>>;
  if (typeof id !== "number" || typeof label !== "string") return [];
  if (typeof uri !== "string" || typeof artifactsUri !== "string") return [];
  return [
    { kind: "tracker", id, uri, label, color: typeof color === "string" ? color : undefined, artifactsUri },
  ];
}

export class SearchScope {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Undefined where nothing was chosen. */
  chosen(api: string, account: Account | undefined): readonly TrackerSummary[] | undefined {
    const kept = this.#memory.get(memoryKey(api, account));
    return Array.isArray(kept) ? kept.flatMap(toTracker) : undefined;
  }

  /** Undefined leaves it to what is open, expanded and pinned again. */
  async choose(
    api: string,
    account: Account | undefined,
    trackers: readonly TrackerSummary[] | undefined,
  ): Promise<void> {
    await this.#memory.update(memoryKey(api, account), trackers);
  }
}

interface SearchedTrackersOptions {
  readonly catalog: Catalog;
  readonly pins: Pick<Pins, "list">;
  readonly scope: SearchScope;
}

interface SearchedTrackers {
  readonly trackers: readonly TrackerSummary[];
  /** Why some of them could not be read. */
  readonly failure: Failure | undefined;
}

export async function searchedTrackers(
  { catalog, pins, scope }: SearchedTrackersOptions,
  site: Site,
  signal: AbortSignal,
): Promise<SearchedTrackers> {
  const known = catalog.of(site);
  const account = await known.account();
  const chosen = scope.chosen(site.api, account);
  if (chosen !== undefined) return { trackers: chosen, failure: undefined };
  const pinned = await trackersOf(known, pins.list(site.api, account), signal);
  const all = [...known.usedTrackers, ...pinned.flatMap(({ trackers }) => trackers)];
  return {
    trackers: [...new Map(all.map((tracker) => [tracker.id, tracker])).values()],
    failure: pinned.find(({ failure }) => failure !== undefined)?.failure,
  };
}

export interface Matches {
  /** What was typed for them. */
  readonly text: string;
  /** Each once: the number that was typed, then titles whose words begin so, then the rest. */
  readonly rows: readonly PlacedRow[];
  /** How many trackers have not answered yet. */
  readonly pending: number;
  /** Of a tracker, or of the number that was typed. */
  readonly failures: readonly { readonly trackerId: number | undefined; readonly failure: Failure }[];
  /** Trackers that answered another question than was asked, and those whose titles can't be searched. */
  readonly unheeding: readonly number[];
  readonly untitled: readonly number[];
  /** Trackers that have more than was read. */
  readonly abounding: readonly number[];
}

interface TitleSearchOptions {
  readonly connect: Connect;
  readonly structure: (trackerId: number) => Promise<Tracker>;
}

const atOnce = 4;
const perTracker = 20;

type Gathering = { -readonly [Name in keyof Matches]: Matches[Name] };

type TrackerAnswer =
  | { readonly kind: "rows"; readonly rows: readonly PlacedRow[]; readonly hasMore: boolean }
  | { readonly kind: "unheeding" | "untitled" };

/** One that a number names is as good as not there if it may not be read. */
async function numbered(client: Reader, id: number, signal: AbortSignal): Promise<readonly PlacedRow[]> {
  try {
    const artifact = await client.artifact(id, signal);
    const { id: trackerId, label = "" } = artifact.tracker;
    const tracker = trackerId === undefined ? undefined : { id: trackerId, label, color: undefined };
    return [{ ...artifact, tracker }];
  } catch (failure) {
    if (isFailure(failure) && (failure.kind === "notFound" || failure.kind === "forbidden")) return [];
    throw failure;
  }
}

export class TitleSearch {
  readonly #options: TitleSearchOptions;
  #current: AbortController | undefined;

  constructor(options: TitleSearchOptions) {
    this.#options = options;
  }

  /** Calls off what is under way; nothing more of it is shown. */
  cancel(): void {
    this.#current?.abort();
    this.#current = undefined;
  }

  /**
   * Searches in place of what was searched before. `show` is told of what there is each time that something answered; the
   * last of it is the result. Undefined if another search, or nobody, has taken its place.
   */
  async search(
    text: string,
    trackers: readonly TrackerSummary[],
    show: (matches: Matches) => void,
  ): Promise<Matches | undefined> {
    this.cancel();
    const controller = new AbortController();
    this.#current = controller;
    const { signal } = controller;
    const words = wordsIn(text);
    const number = numberIn(text);
    // "#12" names one and is no title.
    const asked = words.length === 0 || (number !== undefined && text.includes("#")) ? [] : trackers;
    const matches: Gathering = {
      text,
      rows: [],
      pending: asked.length,
      failures: [],
      unheeding: [],
      untitled: [],
      abounding: [],
    };
    const tell = (): void => {
      if (!signal.aborted) show({ ...matches });
    };

    const byNumber = this.#guarded(matches, undefined, signal, async () => {
      if (number === undefined) return;
      const { client } = await this.#options.connect();
      const rows = await numbered(client, number, signal);
      matches.rows = ranked([...rows, ...matches.rows], text);
      tell();
    });
    const byTitle = severalAtOnce(asked, atOnce, async (tracker) => {
      await this.#guarded(matches, tracker.id, signal, async () => {
        take(matches, tracker.id, await this.#titlesIn(tracker, words, signal));
      });
      matches.pending -= 1;
      tell();
    });
    await Promise.all([byNumber, byTitle]);
    return signal.aborted ? undefined : { ...matches };
  }

  /** What one tracker fails in leaves the others alone. */
  async #guarded(
    matches: Gathering,
    trackerId: number | undefined,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      signal.throwIfAborted();
      await work();
    } catch (failure) {
      if (signal.aborted) return;
      if (!isFailure(failure)) throw failure;
      matches.failures = [...matches.failures, { trackerId, failure }];
    }
  }

  async #titlesIn(
    summary: TrackerSummary,
    words: readonly string[],
    signal: AbortSignal,
  ): Promise<TrackerAnswer> {
    const tracker = await this.#options.structure(summary.id);
    const title = titleField(tracker);
    if (title === undefined) return { kind: "untitled" };
    const criteria = [{ kind: "contains", field: title.field.name, text: words.join(" ") }] as const;
    const list = new NewestFirstPages(meeting(this.#options.connect, tracker, criteria));
    await list.read(perTracker, signal);
    const rows = list.items.filter((item) => item.kind === "artifact");
    const fitting = rows.filter((row) => holdsWords(row.title, words));
    // A server that does not say what its fields mean is believed only as far as titles show it.
    const isUnheeded = list.credibility === "contradicted" || (rows.length > 0 && fitting.length === 0);
    if (isUnheeded) return { kind: title.isGuess ? "untitled" : "unheeding" };
    return {
      kind: "rows",
      rows: fitting.map((row) => placed(row, summary)),
      hasMore: list.hasMore,
    };
  }
}

function take(matches: Gathering, trackerId: number, answer: TrackerAnswer): void {
  switch (answer.kind) {
    case "rows":
      matches.rows = ranked([...answer.rows, ...matches.rows], matches.text);
      if (answer.hasMore) matches.abounding = [...matches.abounding, trackerId];
      break;
    case "unheeding":
      matches.unheeding = [...matches.unheeding, trackerId];
      break;
    case "untitled":
      matches.untitled = [...matches.untitled, trackerId];
      break;
  }
}
