// Searches artifact titles across trackers while the user types. Results of an older text never replace those of a
// newer one.
import type { ReadClient } from "../../api/readClient.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import type { Project } from "../../model/project.ts";
import { withTracker, type RowWithTracker } from "../../model/query/sortAndGroup.ts";
import {
  titleContainsWords,
  parseTypedArtifactId,
  rankSearchResults,
  findTitleField,
  splitTitleSearch,
} from "../../model/query/titleMatching.ts";
import type { Account, Site } from "../../model/site.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { Memento, PinnedProjects } from "../mementos.ts";
import type { PagedList } from "../pagedList.ts";
import { NewestFirstPageLoader } from "./rowList.ts";
import { type ConnectForReading, createCriteriaSource } from "./rowSources.ts";

export interface ProjectTrackers {
  readonly project: Project;
  readonly trackers: readonly TrackerSummary[];
  /** Why trackers are missing. */
  readonly failure: Failure | undefined;
}

const maxConcurrentProjects = 4;

/** In order of the projects; a failure doesn't affect the other projects. */
export async function loadProjectTrackers(
  catalog: SiteCatalog,
  projects: readonly Project[],
  signal: AbortSignal,
): Promise<readonly ProjectTrackers[]> {
  const byProject = new Map<number, ProjectTrackers>();
  await mapConcurrent(projects, maxConcurrentProjects, async (project) => {
    if (signal.aborted) return;
    const list = catalog.trackers(project);
    // Retry a failed load.
    if (list.lastFailure !== undefined) list.invalidate();
    await list.loadUntil(() => false);
    const trackers = list.items.filter((item) => item.kind === "tracker");
    byProject.set(project.id, { project, trackers, failure: list.lastFailure?.failure });
  });
  return projects.flatMap(({ id }) => byProject.get(id) ?? []);
}

async function loadProjects(list: PagedList<Project>, extent: "all" | "first"): Promise<readonly Project[]> {
  await (extent === "all" ? list.loadUntil(() => false) : list.load());
  const projects = list.items.filter((item) => item.kind === "project");
  if (projects.length === 0 && list.lastFailure !== undefined) throw list.lastFailure.failure;
  return projects;
}

/** The user's projects; if the server reports none, the first page of all projects. */
export async function loadMemberOrFirstProjects(catalog: SiteCatalog): Promise<readonly Project[]> {
  const memberProjects = await loadProjects(catalog.memberProjects, "all");
  return memberProjects.length > 0 ? memberProjects : loadProjects(catalog.allProjects, "first");
}

// The searched trackers: those the user selected, else those that are open or expanded and those of pinned projects.

const prefix = "searchedTrackers";

function getMementoKey(api: string, account: Account | undefined): string {
  return `${prefix} ${api} ${account?.id ?? "anonymous"}`;
}

/** Another version of the extension may have stored other data. */
function toTrackers(stored: unknown): readonly TrackerSummary[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { id, uri, label, color, artifactsUri } = stored as Readonly<Record<string, unknown>>;
  if (typeof id !== "number" || typeof label !== "string") return [];
  if (typeof uri !== "string" || typeof artifactsUri !== "string") return [];
  return [
    { kind: "tracker", id, uri, label, color: typeof color === "string" ? color : undefined, artifactsUri },
  ];
}

export class SearchScopeStore {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** `undefined` if nothing was selected. */
  get(api: string, account: Account | undefined): readonly TrackerSummary[] | undefined {
    const stored = this.#memento.get(getMementoKey(api, account));
    return Array.isArray(stored) ? stored.flatMap(toTrackers) : undefined;
  }

  /** `undefined` restores the default. */
  async set(
    api: string,
    account: Account | undefined,
    trackers: readonly TrackerSummary[] | undefined,
  ): Promise<void> {
    await this.#memento.update(getMementoKey(api, account), trackers);
  }
}

interface SearchedTrackersOptions {
  readonly catalog: Catalog;
  readonly pinnedProjects: Pick<PinnedProjects, "list">;
  readonly scope: SearchScopeStore;
}

interface SearchedTrackers {
  readonly trackers: readonly TrackerSummary[];
  /** Why some couldn't be loaded. */
  readonly failure: Failure | undefined;
}

export async function loadSearchedTrackers(
  { catalog, pinnedProjects, scope }: SearchedTrackersOptions,
  site: Site,
  signal: AbortSignal,
): Promise<SearchedTrackers> {
  const siteCatalog = catalog.getSite(site);
  const account = await siteCatalog.getAccount();
  const selected = scope.get(site.api, account);
  if (selected !== undefined) return { trackers: selected, failure: undefined };
  const pinned = await loadProjectTrackers(siteCatalog, pinnedProjects.list(site.api, account), signal);
  const all = [...siteCatalog.usedTrackers, ...pinned.flatMap(({ trackers }) => trackers)];
  return {
    trackers: [...new Map(all.map((tracker) => [tracker.id, tracker])).values()],
    failure: pinned.find(({ failure }) => failure !== undefined)?.failure,
  };
}

export interface TitleMatches {
  /** The searched text. */
  readonly text: string;
  /**
   * Without duplicates: the artifact with the typed ID, then titles with words that start with the text, then others.
   */
  readonly rows: readonly RowWithTracker[];
  /** Number of trackers without a response yet. */
  readonly pendingTrackers: number;
  /** By tracker; without one for the typed ID. */
  readonly failures: readonly { readonly trackerId: number | undefined; readonly failure: Failure }[];
  /** Trackers that ignored the condition, and those without a title field. */
  readonly ignoringTrackers: readonly number[];
  readonly untitledTrackers: readonly number[];
  /** Trackers with more results. */
  readonly truncatedTrackers: readonly number[];
}

interface TitleSearchOptions {
  readonly connect: ConnectForReading;
  readonly loadTracker: (trackerId: number) => Promise<Tracker>;
}

const maxConcurrentTrackers = 4;
const maxRowsPerTracker = 20;

type MutableTitleMatches = { -readonly [Name in keyof TitleMatches]: TitleMatches[Name] };

type TrackerMatches =
  | { readonly kind: "rows"; readonly rows: readonly RowWithTracker[]; readonly hasMore: boolean }
  | { readonly kind: "ignored" | "untitled" };

/** An artifact the user can't access counts as not found. */
async function findById(
  client: ReadClient,
  id: number,
  signal: AbortSignal,
): Promise<readonly RowWithTracker[]> {
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

  /** Cancels the search in progress; its results are no longer shown. */
  cancel(): void {
    this.#current?.abort();
    this.#current = undefined;
  }

  /**
   * Replaces the previous search. `show` is called with each partial result; the last one is returned. `undefined` if
   * the search was canceled or replaced.
   */
  async search(
    text: string,
    trackers: readonly TrackerSummary[],
    show: (matches: TitleMatches) => void,
  ): Promise<TitleMatches | undefined> {
    this.cancel();
    const controller = new AbortController();
    this.#current = controller;
    const { signal } = controller;
    const words = splitTitleSearch(text);
    const artifactId = parseTypedArtifactId(text);
    // "#12" is an ID, not a title.
    const searchedTrackers =
      words.length === 0 || (artifactId !== undefined && text.includes("#")) ? [] : trackers;
    const matches: MutableTitleMatches = {
      text,
      rows: [],
      pendingTrackers: searchedTrackers.length,
      failures: [],
      ignoringTrackers: [],
      untitledTrackers: [],
      truncatedTrackers: [],
    };
    const showMatches = (): void => {
      if (!signal.aborted) show({ ...matches });
    };

    const idSearch = this.#collectFailure(matches, undefined, signal, async () => {
      if (artifactId === undefined) return;
      const { client } = await this.#options.connect();
      const rows = await findById(client, artifactId, signal);
      matches.rows = rankSearchResults([...rows, ...matches.rows], text);
      showMatches();
    });
    const titleSearch = mapConcurrent(searchedTrackers, maxConcurrentTrackers, async (tracker) => {
      await this.#collectFailure(matches, tracker.id, signal, async () => {
        addMatches(matches, tracker.id, await this.#searchTracker(tracker, words, signal));
      });
      matches.pendingTrackers -= 1;
      showMatches();
    });
    await Promise.all([idSearch, titleSearch]);
    return signal.aborted ? undefined : { ...matches };
  }

  /** A failure doesn't affect the other trackers. */
  async #collectFailure(
    matches: MutableTitleMatches,
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

  async #searchTracker(
    summary: TrackerSummary,
    words: readonly string[],
    signal: AbortSignal,
  ): Promise<TrackerMatches> {
    const tracker = await this.#options.loadTracker(summary.id);
    const title = findTitleField(tracker);
    if (title === undefined) return { kind: "untitled" };
    const criteria = [{ kind: "contains", field: title.field.name, text: words.join(" ") }] as const;
    const list = new NewestFirstPageLoader(createCriteriaSource(this.#options, tracker, criteria));
    await list.loadPage(maxRowsPerTracker, signal);
    const rows = list.items.filter((item) => item.kind === "artifact");
    const matching = rows.filter((row) => titleContainsWords(row.title, words));
    // A guessed title field is only trusted if the titles match.
    const isIgnored = list.credibility === "contradicted" || (rows.length > 0 && matching.length === 0);
    if (isIgnored) return { kind: title.isGuess ? "untitled" : "ignored" };
    return {
      kind: "rows",
      rows: matching.map((row) => withTracker(row, summary)),
      hasMore: list.hasMore,
    };
  }
}

function addMatches(matches: MutableTitleMatches, trackerId: number, result: TrackerMatches): void {
  switch (result.kind) {
    case "rows":
      matches.rows = rankSearchResults([...result.rows, ...matches.rows], matches.text);
      if (result.hasMore) matches.truncatedTrackers = [...matches.truncatedTrackers, trackerId];
      break;
    case "ignored":
      matches.ignoringTrackers = [...matches.ignoringTrackers, trackerId];
      break;
    case "untitled":
      matches.untitledTrackers = [...matches.untitledTrackers, trackerId];
      break;
  }
}
