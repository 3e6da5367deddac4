// The lists of artifacts that views show, each opened once per site and account: of trackers, of queries, and of what
// concerns oneself.
import { type Failure, isFailure } from "../../model/failure.ts";
import type { Place } from "../../model/query/rows.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { ShownList, SiteCatalog } from "../catalog.ts";
import { RowList } from "./rowList.ts";
import { MyWork, type WorkOptions, type WorkWanted } from "./myWork.ts";
import { type OpenedQuery, openQuery, type QueryStores } from "./openQuery.ts";
import { allOf } from "./sources.ts";

// A list of artifacts as a view shows it: opened when it is first looked at, and again when something says that it is old.

type OpenedFound = Extract<OpenedQuery, { kind: "found" }>;

export type OpenedList =
  (Omit<OpenedFound, "tracker"> & { readonly tracker: Place }) | Exclude<OpenedQuery, OpenedFound>;

interface ListOptions {
  readonly site: Site;
  readonly trackerId: number;
  /** Reads what is needed to ask, but no rows. */
  readonly open: () => Promise<OpenedList>;
}

function isSameQuestion(one: OpenedList, other: OpenedList): boolean {
  if (one.kind !== "found" || other.kind !== "found") return false;
  return JSON.stringify(one.asked) === JSON.stringify(other.asked);
}

export class ArtifactList implements ShownList {
  readonly site: Site;
  readonly trackerId: number;
  readonly #open: () => Promise<OpenedList>;
  #opened: OpenedList | undefined;
  #failure: Failure | undefined;
  #isStale = true;
  #opening: Promise<void> = Promise.resolve();

  constructor({ site, trackerId, open }: ListOptions) {
    this.site = site;
    this.trackerId = trackerId;
    this.#open = open;
  }

  /** Undefined before the first look. */
  get opened(): OpenedList | undefined {
    return this.#opened;
  }

  /** Why it could not be opened again; what is shown then is what was there before. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Whether there is more than was read. */
  get hasMore(): boolean {
    return this.#found?.hasMore ?? false;
  }

  readonly rows = (): RowList["items"] => this.#found?.items ?? [];

  readonly invalidate = (): void => {
    this.#isStale = true;
  };

  readonly invalidateRow = (artifactId: number): void => {
    if (this.#found === undefined) this.invalidate();
    else this.#found.invalidateRow(artifactId);
  };

  /** Makes sure of the first rows, or of so many. */
  async load(goal?: number): Promise<void> {
    await this.#openIfStale();
    const found = this.#found;
    if (goal === undefined) await found?.load();
    else await found?.loadUntil(() => found.items.length >= goal);
  }

  async more(): Promise<void> {
    await this.#opening;
    await this.#found?.more();
  }

  /** Calls off what is under way. */
  cancel(): void {
    this.#found?.cancel();
  }

  /** Nobody looks any more. */
  close(): void {
    this.#found?.close();
  }

  get #found(): RowList | undefined {
    return this.#opened?.kind === "found" ? this.#opened.found : undefined;
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
    if (before?.kind !== "found") {
      this.#opened = opened;
    } else if (opened.kind === "failed") {
      this.#failure = opened.failure;
    } else if (isSameQuestion(before, opened)) {
      before.found.invalidate();
    } else {
      before.found.close();
      this.#opened = opened;
    }
  }

  async #openOrFail(): Promise<OpenedList> {
    try {
      return await this.#open();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return { kind: "failed", site: this.site, failure };
    }
  }
}

interface Kept {
  /** What it was opened for. */
  readonly wanted: string;
  readonly list: ArtifactList;
  readonly leave: () => void;
}

interface SiteLists {
  readonly trackers: Map<number, Kept>;
  readonly queries: Map<string, Kept>;
  /** By what is wanted. */
  readonly work: Map<string, MyWork>;
}

/** All of a tracker that is open. */
function wholeTracker({ api }: Site, { id, label }: TrackerSummary): SavedQuery {
  const unsaid = {
    openOnly: undefined,
    sort: undefined,
    group: undefined,
    text: undefined,
    report: undefined,
  };
  return { name: label, site: api, tracker: id, where: [], ...unsaid };
}

export class Lists {
  readonly #stores: QueryStores;
  /** What is known of a site goes with its catalog, which is another one for whoever signs in next. */
  readonly #bySite = new WeakMap<SiteCatalog, SiteLists>();

  constructor(stores: QueryStores) {
    this.#stores = stores;
  }

  tracker(site: Site, tracker: TrackerSummary, openOnly: boolean): ArtifactList {
    const open = (): Promise<OpenedList> =>
      openOnly
        ? openQuery(this.#stores, wholeTracker(site, tracker), { openOnly, from: "lastSeen" })
        : Promise.resolve(this.#all(site, tracker));
    const wanted = JSON.stringify([openOnly, tracker.artifactsUri]);
    return this.#list(site, this.#of(site).trackers, tracker.id, wanted, tracker.id, open);
  }

  /** By the key of the query, so that another one that takes its name takes its place. */
  query(site: Site, key: string, query: SavedQuery, openOnly: boolean): ArtifactList {
    const wanted = JSON.stringify([openOnly, query]);
    const open = (): Promise<OpenedList> => openQuery(this.#stores, query, { openOnly, from: "lastSeen" });
    return this.#list(site, this.#of(site).queries, key, wanted, query.tracker, open);
  }

  /** What concerns oneself: asked of the server, else of the trackers of pinned projects. */
  work(site: Site, wanted: WorkWanted): MyWork {
    const { work } = this.#of(site);
    const key = `${wanted.concern} ${wanted.openOnly}`;
    const known = work.get(key);
    if (known !== undefined) return known;
    const catalog = this.#stores.catalog.of(site);
    const made = new MyWork(this.#workOptions(site, catalog), wanted);
    work.set(key, made);
    catalog.show({
      trackerId: undefined,
      rows: () => (made.work.kind === "rows" ? made.work.rows : []),
      invalidate: () => made.invalidate(),
      // What concerns one is the server's to say.
      invalidateRow: () => made.invalidate(),
    });
    return made;
  }

  /** Who one is, or where one's work is looked for, is another by now. */
  concernsChanged(site: Site): void {
    const { queries, work } = this.#of(site);
    for (const { list } of queries.values()) list.invalidate();
    for (const each of work.values()) each.invalidate();
  }

  #of(site: Site): SiteLists {
    const catalog = this.#stores.catalog.of(site);
    const lists = this.#bySite.get(catalog) ?? { trackers: new Map(), queries: new Map(), work: new Map() };
    this.#bySite.set(catalog, lists);
    return lists;
  }

  #list<Key>(
    site: Site,
    kept: Map<Key, Kept>,
    key: Key,
    wanted: string,
    trackerId: number,
    open: () => Promise<OpenedList>,
  ): ArtifactList {
    const known = kept.get(key);
    if (known?.wanted === wanted) return known.list;
    known?.list.close();
    known?.leave();
    const { memory } = this.#stores.catalog.of(site);
    const openWithin = async (): Promise<OpenedList> => {
      const opened = await open();
      if (opened.kind === "found") opened.found.keepWithin(memory);
      return opened;
    };
    const list = new ArtifactList({ site, trackerId, open: openWithin });
    kept.set(key, { wanted, list, leave: this.#stores.catalog.of(site).show(list) });
    return list;
  }

  /** Needs nothing to be read first. */
  #all(site: Site, tracker: TrackerSummary): OpenedList {
    const known = this.#stores.catalog.of(site);
    const found = new RowList(allOf(() => known.showing(), tracker));
    const asked = { kind: "criteria", criteria: [], open: "notWanted" } as const;
    return { kind: "found", site, tracker, found, asked, isOpenUntold: false };
  }

  #workOptions(site: Site, catalog: SiteCatalog): WorkOptions {
    const { me, pins } = this.#stores;
    return {
      connect: () => catalog.showing(),
      me,
      structure: (trackerId) => catalog.shownTracker(trackerId),
      trackers: async () => {
        const projects = pins.list(site.api, await catalog.account());
        const listings = projects.map((project) => catalog.trackers(project));
        await Promise.all(listings.map((listing) => listing.loadUntil(() => false)));
        const failed = listings.find(({ items, trouble }) => trouble !== undefined && items.length === 0);
        if (failed?.trouble !== undefined) throw failed.trouble.failure;
        return listings.flatMap(({ items }) => items.filter((item) => item.kind === "tracker"));
      },
    };
  }
}
