// Lists of artifacts for views, each opened once per site and account: of trackers, of saved queries, and My Work.
import { type Failure, isFailure } from "../../model/failure.ts";
import type { RowTracker } from "../../model/query/sortAndGroup.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { CachedArtifactList, SiteCatalog } from "../catalog.ts";
import type { ListMemoryLimiter } from "../pagedList.ts";
import { RowList } from "./rowList.ts";
import { MyWork, type MyWorkLoaders, type MyWorkFilter } from "./myWork.ts";
import { type OpenQueryResult, openQuery, type QueryServices } from "./openQuery.ts";
import { createTrackerSource, NewestOpenRows, withNewestRows, type WorkRowLoaders } from "./rowSources.ts";

// A list is opened when it is first shown, and again when it is stale.

type FoundQuery = Extract<OpenQueryResult, { kind: "found" }>;

type OpenRowsResult =
  | (Omit<FoundQuery, "tracker"> & { readonly tracker: RowTracker | undefined })
  | Exclude<OpenQueryResult, FoundQuery>;

export type OpenArtifactListResult =
  | (Omit<FoundQuery, "tracker" | "source"> & {
      readonly tracker: RowTracker | undefined;
      readonly list: RowList;
    })
  | Exclude<OpenQueryResult, FoundQuery>;

interface ArtifactListOptions {
  readonly site: Site;
  /** `undefined` for several trackers. */
  readonly trackerId: number | undefined;
  /** Loads what the query needs, but no rows. */
  readonly open: () => Promise<OpenRowsResult>;
  readonly listCache: ListMemoryLimiter;
}

export class ArtifactList implements CachedArtifactList {
  readonly site: Site;
  readonly trackerId: number | undefined;
  readonly #open: () => Promise<OpenRowsResult>;
  readonly #listCache: ListMemoryLimiter;
  #opened: OpenArtifactListResult | undefined;
  #failure: Failure | undefined;
  #isStale = true;
  #opening: Promise<void> = Promise.resolve();

  constructor({ site, trackerId, open, listCache }: ArtifactListOptions) {
    this.site = site;
    this.trackerId = trackerId;
    this.#open = open;
    this.#listCache = listCache;
  }

  /** `undefined` before the first load. */
  get opened(): OpenArtifactListResult | undefined {
    return this.#opened;
  }

  /** Why it couldn't be opened again; the previous rows are still shown. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  get hasMore(): boolean {
    return this.#rowList?.hasMore ?? false;
  }

  readonly rows = (): RowList["items"] => this.#rowList?.items ?? [];

  readonly invalidate = (): void => {
    this.#isStale = true;
  };

  readonly invalidateRow = (artifactId: number): void => {
    if (this.#rowList === undefined) this.invalidate();
    else this.#rowList.invalidateRow(artifactId);
  };

  /** Loads the first rows, or at least `goal` rows. */
  async load(goal?: number): Promise<void> {
    await this.#openIfStale();
    const rowList = this.#rowList;
    if (goal === undefined) await rowList?.load();
    else await rowList?.loadUntil(() => rowList.items.length >= goal);
  }

  async loadMore(): Promise<void> {
    await this.#opening;
    await this.#rowList?.loadMore();
  }

  cancel(): void {
    this.#rowList?.cancel();
  }

  close(): void {
    this.#rowList?.close();
  }

  get #rowList(): RowList | undefined {
    return this.#opened?.kind === "found" ? this.#opened.list : undefined;
  }

  #openIfStale(): Promise<void> {
    if (this.#isStale) {
      this.#isStale = false;
      this.#opening = this.#opening.catch(() => undefined).then(() => this.#openAgain());
    }
    return this.#opening;
  }

  async #openAgain(): Promise<void> {
    const before = this.#opened;
    const opened = await this.#openOrFail();
    this.#failure = undefined;
    const previous = before?.kind === "found" ? before : undefined;
    if (previous !== undefined && opened.kind === "failed") {
      this.#failure = opened.failure;
    } else if (opened.kind !== "found") {
      previous?.list.close();
      this.#opened = opened;
    } else if (JSON.stringify(previous?.resolved) === JSON.stringify(opened.resolved)) {
      previous?.list.invalidate();
    } else {
      previous?.list.close();
      this.#opened = { ...opened, list: this.#createRowList(opened.source) };
    }
  }

  #createRowList(source: FoundQuery["source"]): RowList {
    const list = new RowList(source);
    list.setListCache(this.#listCache);
    return list;
  }

  async #openOrFail(): Promise<OpenRowsResult> {
    try {
      return await this.#open();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return { kind: "failed", site: this.site, failure };
    }
  }
}

interface CachedList {
  /** Identifies the query it was opened for. */
  readonly requestKey: string;
  readonly list: ArtifactList;
  readonly unregister: () => void;
}

interface SiteLists {
  readonly trackers: Map<number, CachedList>;
  readonly queries: Map<string, CachedList>;
  /** By filter. */
  readonly myWork: Map<string, MyWork>;
}

/** All open artifacts of a tracker. */
function createTrackerQuery({ api }: Site, { id, label }: TrackerSummary): SavedQuery {
  const unset = {
    openOnly: undefined,
    sort: undefined,
    group: undefined,
    text: undefined,
    report: undefined,
  };
  return { name: label, site: api, tracker: id, where: [], ...unset };
}

function createRowLoaders(catalog: SiteCatalog): Required<WorkRowLoaders> {
  return {
    connect: () => catalog.connectForReading(),
    findSaved: (artifactId) => catalog.findSavedArtifact(artifactId),
  };
}

export class ArtifactLists {
  readonly #services: QueryServices;
  /** Lists are dropped with the site's catalog, which is replaced when the account changes. */
  readonly #bySite = new WeakMap<SiteCatalog, SiteLists>();

  constructor(services: QueryServices) {
    this.#services = services;
  }

  getTrackerList(site: Site, tracker: TrackerSummary, openOnly: boolean): ArtifactList {
    const catalog = this.#services.catalog.getSite(site);
    const newestOpenRows = new NewestOpenRows(() => catalog.connectForReading(), tracker);
    const openOpenRows = async (): Promise<OpenRowsResult> => {
      newestOpenRows.start();
      const query = createTrackerQuery(site, tracker);
      const opened = await openQuery(this.#services, query, { openOnly, from: "offlineCache" });
      if (
        opened.kind === "found" &&
        opened.tracker !== undefined &&
        opened.resolved.kind === "criteria" &&
        opened.resolved.openOnly === "applied"
      ) {
        const { tracker: structure, resolved } = opened;
        const source = withNewestRows(opened.source, newestOpenRows, { ...resolved, tracker: structure });
        return { ...opened, source };
      }
      newestOpenRows.cancel();
      return opened;
    };
    const open = (): Promise<OpenRowsResult> =>
      openOnly ? openOpenRows() : Promise.resolve(this.#openAll(site, tracker));
    const requestKey = JSON.stringify([openOnly, tracker.artifactsUri]);
    return this.#getList(site, this.#getSiteLists(site).trackers, tracker.id, requestKey, tracker.id, open);
  }

  /** A query with the same key replaces the previous one. */
  getQueryList(site: Site, key: string, query: SavedQuery, openOnly: boolean): ArtifactList {
    const requestKey = JSON.stringify([openOnly, query]);
    const open = (): Promise<OpenRowsResult> =>
      openQuery(this.#services, query, { openOnly, from: "offlineCache" });
    const trackerId = typeof query.tracker === "number" ? query.tracker : undefined;
    return this.#getList(site, this.#getSiteLists(site).queries, key, requestKey, trackerId, open);
  }

  /** From the server if it supports that, otherwise from trackers of pinned projects. */
  getMyWork(site: Site, filter: MyWorkFilter): MyWork {
    const { myWork } = this.#getSiteLists(site);
    const key = `${filter.role} ${filter.openOnly}`;
    const cached = myWork.get(key);
    if (cached !== undefined) return cached;
    const catalog = this.#services.catalog.getSite(site);
    const work = new MyWork(this.#createWorkOptions(site, catalog), filter);
    myWork.set(key, work);
    catalog.registerArtifactList({
      trackerId: undefined,
      rows: () => (work.state.kind === "rows" ? work.state.rows : []),
      invalidate: () => work.invalidate(),
      invalidateRow: (artifactId, trackerId) => work.invalidateRow(artifactId, trackerId),
    });
    return work;
  }

  /** Call when the current user, or the trackers of My Work, have changed. */
  invalidateUserLists(site: Site): void {
    const { queries, myWork } = this.#getSiteLists(site);
    for (const { list } of queries.values()) list.invalidate();
    for (const work of myWork.values()) work.invalidate();
  }

  #getSiteLists(site: Site): SiteLists {
    const catalog = this.#services.catalog.getSite(site);
    const lists = this.#bySite.get(catalog) ?? { trackers: new Map(), queries: new Map(), myWork: new Map() };
    this.#bySite.set(catalog, lists);
    return lists;
  }

  #getList<Key>(
    site: Site,
    lists: Map<Key, CachedList>,
    key: Key,
    requestKey: string,
    trackerId: number | undefined,
    open: () => Promise<OpenRowsResult>,
  ): ArtifactList {
    const cached = lists.get(key);
    if (cached?.requestKey === requestKey) return cached.list;
    cached?.list.close();
    cached?.unregister();
    const { listCache } = this.#services.catalog.getSite(site);
    const list = new ArtifactList({ site, trackerId, open, listCache });
    lists.set(key, {
      requestKey,
      list,
      unregister: this.#services.catalog.getSite(site).registerArtifactList(list),
    });
    return list;
  }

  /** Without conditions nothing has to be loaded first. */
  #openAll(site: Site, tracker: TrackerSummary): OpenRowsResult {
    const catalog = this.#services.catalog.getSite(site);
    const source = createTrackerSource(createRowLoaders(catalog), tracker);
    const resolved = { kind: "criteria", criteria: [], openOnly: "notRequested" } as const;
    return { kind: "found", site, tracker, source, resolved, isOpenStateUnknown: false };
  }

  #createWorkOptions(site: Site, catalog: SiteCatalog): MyWorkLoaders {
    const { currentUser, pinnedProjects } = this.#services;
    return {
      ...createRowLoaders(catalog),
      currentUser,
      loadTracker: (trackerId) => catalog.loadTrackerOrCached(trackerId),
      loadTrackers: async () => {
        const projects = pinnedProjects.list(site.api, await catalog.getAccount());
        const lists = projects.map((project) => catalog.trackers(project));
        await Promise.all(lists.map((list) => list.loadUntil(() => false)));
        const failedList = lists.find(
          ({ items, lastFailure }) => lastFailure !== undefined && items.length === 0,
        );
        if (failedList?.lastFailure !== undefined) throw failedList.lastFailure.failure;
        return lists.flatMap(({ items }) => items.filter((item) => item.kind === "tracker"));
      },
    };
  }
}
