// Searches artifacts while the user types: with one query over all projects of the user, and tracker by tracker on
// sites without such queries. Results of an older text never replace those of a newer one.
import type { ReadClient } from "../../api/readClient.ts";
import { type Failure, isFailure, isInaccessible } from "../../model/failure.ts";
import { removeProjectIcon } from "../../model/project.ts";
import {
  createSearchQuery,
  findTitleField,
  type FoundArtifact,
  hasWordsToSearch,
  parseTypedArtifactId,
  rankSearchResults,
  splitSearchWords,
  titleContainsWords,
} from "../../model/query/artifactMatching.ts";
import { withTracker } from "../../model/query/sortAndGroup.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { Connection } from "../connections.ts";
import type { PinnedProjects } from "../mementos.ts";
import type { RecentArtifacts } from "./recentArtifacts.ts";
import { NewestFirstPageLoader } from "./rowList.ts";
import { createCriteriaSource } from "./rowSources.ts";
import {
  loadProjectTrackers,
  loadSearchedTrackers,
  type SearchedTrackers,
  type SearchedTrackersOptions,
} from "./searchedTrackers.ts";

/** Where words are searched. */
export interface SearchScope extends SearchedTrackers {
  /** Titles and descriptions in all projects that the user is a member of; only titles in `trackers`. */
  readonly includesMyProjects: boolean;
}

export interface SearchMatches {
  /** The searched text. */
  readonly text: string;
  /** Without duplicates, most relevant first. */
  readonly rows: readonly FoundArtifact[];
  /** `undefined` until it is known, and if only an ID is searched. */
  readonly scope: SearchScope | undefined;
  /** Number of matching artifacts in the user's projects that aren't in `rows`. */
  readonly moreCount: number;
  /** Number of trackers without a response yet. */
  readonly pendingTrackers: number;
  /** By tracker; without one for the site. */
  readonly failures: readonly { readonly trackerId: number | undefined; readonly failure: Failure }[];
  /** Trackers that ignored the condition, and those without a title field. */
  readonly ignoringTrackers: readonly number[];
  readonly untitledTrackers: readonly number[];
  /** Trackers with more results. */
  readonly truncatedTrackers: readonly number[];
}

interface ArtifactSearchOptions {
  readonly catalog: Catalog;
  readonly pinnedProjects: Pick<PinnedProjects, "list">;
  readonly recentlyOpened?: Pick<RecentArtifacts, "list">;
  /** Trackers to search if the site can't search all projects at once. */
  readonly loadTrackers: (signal: AbortSignal) => Promise<SearchedTrackers>;
}

export type SearchServices = SearchedTrackersOptions & Required<Omit<ArtifactSearchOptions, "loadTrackers">>;

interface SearchOptions {
  /** Called with each partial result. */
  readonly onMatches?: ((matches: SearchMatches) => void) | undefined;
  /** Neither cancels the user's search on the same site, nor is canceled by it. */
  readonly isBackground?: boolean;
  /** Searches all texts, if the server can. It may take longer, so callers should show partial results. */
  readonly usesFullText?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export class ArtifactSearch {
  readonly #options: ArtifactSearchOptions;
  readonly #site: Site;
  #current: AbortController | undefined;

  constructor(options: ArtifactSearchOptions, site: Site) {
    this.#options = options;
    this.#site = site;
  }

  /** Searches the trackers that the user selected or works with, if the site can't search all projects at once. */
  static create(services: SearchServices, site: Site): ArtifactSearch {
    const loadTrackers = (signal: AbortSignal): Promise<SearchedTrackers> =>
      loadSearchedTrackers(services, site, signal);
    return new ArtifactSearch({ ...services, loadTrackers }, site);
  }

  /** Cancels the search in progress; its results are no longer shown. */
  cancel(): void {
    this.#current?.abort();
    this.#current = undefined;
  }

  /** Where words would be searched; `undefined` if only a search can show it. */
  async loadScope(signal: AbortSignal): Promise<SearchScope | undefined> {
    const siteCatalog = this.#options.catalog.getSite(this.#site);
    const { hasProjectQuery } = siteCatalog.search;
    if (hasProjectQuery === true) return { includesMyProjects: true, trackers: [], failure: undefined };
    const isSignedIn = (await siteCatalog.getAccount()) !== undefined;
    if (hasProjectQuery === undefined && isSignedIn) return undefined;
    return { includesMyProjects: false, ...(await this.#options.loadTrackers(signal)) };
  }

  /** Replaces the previous search. `undefined` if it was canceled or replaced. */
  async search(
    text: string,
    { onMatches, isBackground = false, usesFullText = false, signal: outerSignal }: SearchOptions = {},
  ): Promise<SearchMatches | undefined> {
    const state = this.#options.catalog.getSite(this.#site).search;
    this.cancel();
    const controller = new AbortController();
    this.#current = controller;
    if (!isBackground) {
      state.current?.abort();
      state.current = controller;
    }
    const signal = AbortSignal.any([controller.signal, ...(outerSignal === undefined ? [] : [outerSignal])]);
    const run = new SearchRun(this.#options, this.#site, { text, signal, onMatches });
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.race([aborted, run.start(usesFullText)]);
    return signal.aborted ? undefined : run.matches;
  }
}

const maxConcurrentTrackers = 4;
const maxRowsPerTracker = 20;
/** As many as the server returns in one response. */
const maxQueryRows = 50;
/** Servers reject shorter texts. */
const minFullTextLength = 3;

type TrackerMatches =
  | { readonly kind: "rows"; readonly rows: readonly FoundArtifact[]; readonly hasMore: boolean }
  | { readonly kind: "ignored" | "untitled" };

type RowSource = "fullText" | "tracker" | "id" | "query";

/** Sources with more complete rows last. */
const rowSources: readonly RowSource[] = ["fullText", "tracker", "id", "query"];

/** An artifact the user can't access counts as not found. */
async function findById(
  client: ReadClient,
  id: number,
  signal: AbortSignal,
): Promise<readonly FoundArtifact[]> {
  try {
    const artifact = await client.artifact(id, signal);
    const { id: trackerId, label = "" } = artifact.tracker;
    const tracker = trackerId === undefined ? undefined : { id: trackerId, label, color: undefined };
    return [{ ...artifact, tracker }];
  } catch (failure) {
    if (isFailure(failure) && isInaccessible(failure)) return [];
    throw failure;
  }
}

/** The user has no projects, the query is too complex for the server, or the server can't run it. */
function isQueryRefused({ kind, request: { status } }: Failure): boolean {
  return kind === "invalidRequest" || status === 500;
}

/** One search. */
class SearchRun {
  readonly #options: ArtifactSearchOptions;
  readonly #site: Site;
  readonly #siteCatalog: SiteCatalog;
  readonly #text: string;
  readonly #signal: AbortSignal;
  readonly #onMatches: SearchOptions["onMatches"];
  readonly #rows = new Map<RowSource, readonly FoundArtifact[]>();
  #isPreferred: (row: FoundArtifact) => boolean = () => false;
  #matches: SearchMatches;

  constructor(
    options: ArtifactSearchOptions,
    site: Site,
    {
      text,
      signal,
      onMatches,
    }: Pick<SearchOptions, "onMatches"> & { readonly text: string; readonly signal: AbortSignal },
  ) {
    this.#options = options;
    this.#site = site;
    this.#siteCatalog = options.catalog.getSite(site);
    this.#text = text;
    this.#signal = signal;
    this.#onMatches = onMatches;
    this.#matches = {
      text,
      rows: [],
      scope: undefined,
      moreCount: 0,
      pendingTrackers: 0,
      failures: [],
      ignoringTrackers: [],
      untitledTrackers: [],
      truncatedTrackers: [],
    };
  }

  get matches(): SearchMatches {
    return this.#matches;
  }

  async start(usesFullText: boolean): Promise<void> {
    const artifactId = parseTypedArtifactId(this.#text);
    const hasWords = hasWordsToSearch(this.#text);
    if (artifactId === undefined && !hasWords) return;
    await this.#collectFailure(undefined, async () => {
      const connection = await this.#siteCatalog.connect();
      this.#signal.throwIfAborted();
      this.#setPreferences(connection);
      await Promise.all([
        ...(artifactId === undefined ? [] : [this.#searchId(connection, artifactId)]),
        ...(hasWords ? [this.#searchWords(connection)] : []),
        ...(hasWords && usesFullText ? [this.#searchFullText(connection)] : []),
      ]);
    });
  }

  /** A failure of one part doesn't affect the others. */
  async #collectFailure(trackerId: number | undefined, work: () => Promise<void>): Promise<void> {
    try {
      this.#signal.throwIfAborted();
      await work();
    } catch (failure) {
      if (this.#signal.aborted) return;
      if (!isFailure(failure)) throw failure;
      this.#update({ failures: [...this.#matches.failures, { trackerId, failure }] });
    }
  }

  #update(changes: Partial<SearchMatches>): void {
    if (this.#signal.aborted) return;
    this.#matches = { ...this.#matches, ...changes };
    this.#onMatches?.(this.#matches);
  }

  #addRows(source: RowSource, rows: readonly FoundArtifact[], changes: Partial<SearchMatches> = {}): void {
    this.#rows.set(source, [...(this.#rows.get(source) ?? []), ...rows]);
    const all = rowSources.flatMap((each) => this.#rows.get(each) ?? []);
    const unique = [...new Map(all.map((row) => [row.id, row])).values()];
    this.#update({ ...changes, rows: rankSearchResults(unique, this.#text, this.#isPreferred) });
  }

  /** Recently opened artifacts and those of pinned projects come first among equally relevant ones. */
  #setPreferences({ account }: Connection): void {
    const { recentlyOpened, pinnedProjects } = this.#options;
    const { api } = this.#site;
    const recentIds = new Set(recentlyOpened?.list(api, account).map(({ id }) => id));
    const pinnedNames = new Set(
      pinnedProjects.list(api, account).map(({ label }) => removeProjectIcon(label)),
    );
    this.#isPreferred = ({ id, project, tracker }) => {
      const label =
        project ??
        (tracker?.id === undefined ? undefined : this.#siteCatalog.findProjectOfTracker(tracker.id)?.label);
      return recentIds.has(id) || (label !== undefined && pinnedNames.has(removeProjectIcon(label)));
    };
  }

  #searchId({ client }: Connection, artifactId: number): Promise<void> {
    return this.#collectFailure(undefined, async () => {
      this.#addRows("id", await findById(client, artifactId, this.#signal));
    });
  }

  #searchWords(connection: Connection): Promise<void> {
    return this.#collectFailure(undefined, async () => {
      if (await this.#searchMyProjects(connection)) {
        await this.#searchOtherPinnedProjects(connection);
      } else {
        const searched = await this.#options.loadTrackers(this.#signal);
        await this.#searchTrackers({ includesMyProjects: false, ...searched });
      }
    });
  }

  /** One request. `false` if the site can't search all projects for this text. */
  async #searchMyProjects({ client, account }: Connection): Promise<boolean> {
    const state = this.#siteCatalog.search;
    // Only users have projects.
    if (account === undefined || state.hasProjectQuery === false) return false;
    try {
      const page = await client.findAcrossTrackers(createSearchQuery(this.#text), {
        offset: 0,
        limit: maxQueryRows,
        signal: this.#signal,
      });
      state.hasProjectQuery = page !== undefined;
      if (page === undefined) return false;
      this.#addRows(
        "query",
        page.items.filter((item) => item.kind === "artifact"),
        {
          scope: { includesMyProjects: true, trackers: [], failure: undefined },
          moreCount: page.nextOffset === undefined ? 0 : (page.total ?? 0) - maxQueryRows,
        },
      );
      return true;
    } catch (failure) {
      if (isFailure(failure) && isQueryRefused(failure)) return false;
      throw failure;
    }
  }

  /** The query doesn't include projects that the user isn't a member of. */
  async #searchOtherPinnedProjects({ account }: Connection): Promise<void> {
    const pinned = this.#options.pinnedProjects.list(this.#site.api, account);
    const others = pinned.filter(({ isMember }) => isMember === false);
    if (others.length === 0) return;
    const loaded = await loadProjectTrackers(this.#siteCatalog, others, this.#signal);
    await this.#searchTrackers({
      includesMyProjects: true,
      trackers: loaded.flatMap(({ trackers }) => trackers),
      failure: loaded.find(({ failure }) => failure !== undefined)?.failure,
    });
  }

  async #searchTrackers(scope: SearchScope): Promise<void> {
    this.#update({ scope, pendingTrackers: scope.trackers.length });
    await mapConcurrent(scope.trackers, maxConcurrentTrackers, async (tracker) => {
      await this.#collectFailure(tracker.id, async () => {
        this.#addTrackerMatches(tracker.id, await this.#searchTracker(tracker));
      });
      this.#update({ pendingTrackers: this.#matches.pendingTrackers - 1 });
    });
  }

  async #searchTracker(summary: TrackerSummary): Promise<TrackerMatches> {
    const tracker = await this.#siteCatalog.loadTracker(summary.id);
    const title = findTitleField(tracker);
    if (title === undefined) return { kind: "untitled" };
    const words = splitSearchWords(this.#text);
    const criteria = [{ kind: "contains", field: title.field.name, text: words.join(" ") }] as const;
    const loaders = { connect: () => this.#siteCatalog.connect() };
    const list = new NewestFirstPageLoader(createCriteriaSource(loaders, tracker, criteria));
    await list.loadPage(maxRowsPerTracker, this.#signal);
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

  #addTrackerMatches(trackerId: number, result: TrackerMatches): void {
    const { truncatedTrackers, ignoringTrackers, untitledTrackers } = this.#matches;
    switch (result.kind) {
      case "rows":
        this.#addRows("tracker", result.rows, {
          truncatedTrackers: result.hasMore ? [...truncatedTrackers, trackerId] : truncatedTrackers,
        });
        break;
      case "ignored":
        this.#update({ ignoringTrackers: [...ignoringTrackers, trackerId] });
        break;
      case "untitled":
        this.#update({ untitledTrackers: [...untitledTrackers, trackerId] });
        break;
    }
  }

  /** An addition to the other results, so its failures aren't reported. */
  async #searchFullText({ client }: Connection): Promise<void> {
    const state = this.#siteCatalog.search;
    const keywords = this.#text.trim();
    if (keywords.length < minFullTextLength) return;
    while (state.fullTextCheck !== undefined) await state.fullTextCheck;
    if (this.#signal.aborted || state.hasFullText === false) return;
    const search = async (signal?: AbortSignal): Promise<void> => {
      const rows = await client.findByFullText(keywords, signal);
      state.hasFullText = rows !== undefined;
      if (rows !== undefined) this.#addRows("fullText", rows);
    };
    const isCheck = state.hasFullText === undefined;
    // The first request isn't canceled, so that a server without full-text search gets no other.
    const searching = search(isCheck ? undefined : this.#signal);
    if (isCheck) {
      const endCheck = (): void => {
        state.fullTextCheck = undefined;
      };
      state.fullTextCheck = searching.then(endCheck, endCheck);
    }
    try {
      await searching;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
    }
  }
}
