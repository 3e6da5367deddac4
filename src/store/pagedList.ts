// A list that is loaded page by page. Items stay when a later request fails.
import { type Failure, isFailure, UnexpectedResponse } from "../model/failure.ts";
import type { CollectionPage, UnreadableItem } from "../model/collectionPage.ts";

const mebibyte = 1024 * 1024;

/** Limit per list: about 150,000 ordinary rows. */
const maxBytesPerList = 64 * mebibyte;
/** Limit per site: above it, lists shown longest ago are released, and reloaded when they are next shown. */
const maxBytesPerSite = 128 * mebibyte;

/** Approximate size of a value in memory. */
export function estimateBytes(value: unknown): number {
  if (typeof value === "string") return 16 + value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce<number>((sum, member) => sum + 8 + estimateBytes(member), 16);
}

function createTooLargeFailure(): UnexpectedResponse {
  return new UnexpectedResponse({ method: "GET", url: "" }, "listTooLarge");
}

interface ReleasableList {
  /** Returns false while the list is loading. */
  release(): boolean;
}

/** Loaded lists of a site, in order of last display. */
export class ListMemoryLimiter {
  readonly #lists = new Map<ReleasableList, number>();
  #total = 0;

  /** Call whenever a list was shown. */
  touch(list: ReleasableList, bytes: number): void {
    this.#remove(list);
    this.#lists.set(list, bytes);
    this.#total += bytes;
    for (const other of this.#lists.keys()) {
      if (this.#total <= maxBytesPerSite) return;
      if (other !== list && other.release()) this.#remove(other);
    }
  }

  #remove(list: ReleasableList): void {
    this.#total -= this.#lists.get(list) ?? 0;
    this.#lists.delete(list);
  }
}

type Item<T> = T | UnreadableItem;

/** A failed request: for the first page, or for a later one. */
export interface ListFailure {
  readonly failure: Failure;
  readonly position: "start" | "end";
}

/** Loads the pages of a collection one after the other. */
export interface PageLoader<T extends object> {
  /** Grows in place. */
  readonly items: readonly Item<T>[];
  /** Approximate size of the items in memory. */
  readonly bytes: number;
  readonly hasStarted: boolean;
  readonly hasMore: boolean;
  /** How many elements of the collection have been requested, visible to the user or not. */
  readonly requestedCount: number | undefined;
  /** An upper bound: servers count what the user can't see. */
  readonly size: number | undefined;
  /** When it was cached, in milliseconds, if the server couldn't be reached. */
  readonly asOf: number | undefined;
  /** Maximum number of pages for one `loadUntil`. */
  readonly maxPagesPerLoad: number;
  /** How many items to load when the list is reloaded. */
  readonly itemsToReload: number;
  /**
   * Loads the next page, of about `limit` items if the page size can be chosen. Resolves to whether the page had items.
   */
  loadPage(limit: number, signal: AbortSignal): Promise<boolean>;
}

type FetchPage<T> = (offset: number) => Promise<CollectionPage<T>>;

class ForwardPageLoader<T extends object> implements PageLoader<T> {
  readonly items: Item<T>[] = [];
  readonly maxPagesPerLoad = 100;
  bytes = 0;
  size: number | undefined;
  asOf: number | undefined;
  readonly #fetchPage: FetchPage<T>;
  readonly #getKey: (item: T) => string | number;
  readonly #indexes = new Map<string, number>();
  #next: number | undefined = 0;

  constructor(fetchPage: FetchPage<T>, getKey: (item: T) => string | number) {
    this.#fetchPage = fetchPage;
    this.#getKey = getKey;
  }

  get hasStarted(): boolean {
    return this.#next !== 0;
  }

  get hasMore(): boolean {
    return this.#next !== undefined;
  }

  get requestedCount(): number | undefined {
    return this.#next ?? this.size;
  }

  /** A completely loaded list is reloaded completely: these lists are short. */
  get itemsToReload(): number {
    return this.hasMore || this.items.length === 0 ? this.items.length : Number.POSITIVE_INFINITY;
  }

  async loadPage(_limit: number, signal: AbortSignal): Promise<boolean> {
    const offset = this.#next;
    if (offset === undefined) return false;
    const page = await this.#fetchPage(offset);
    signal.throwIfAborted();
    // An offset that doesn't grow would never end.
    this.#next = page.nextOffset !== undefined && page.nextOffset > offset ? page.nextOffset : undefined;
    this.size = page.total;
    this.asOf = page.asOf;
    for (const item of page.items) this.#add(item);
    return page.items.length > 0;
  }

  /** A collection that grows at its start returns some elements twice. */
  #add(item: Item<T>): void {
    const key = "position" in item ? `unreadable ${item.position}` : `known ${this.#getKey(item)}`;
    const index = this.#indexes.get(key) ?? this.items.length;
    const before = this.items[index];
    this.bytes += estimateBytes(item) - (before === undefined ? 0 : estimateBytes(before));
    this.#indexes.set(key, index);
    this.items[index] = item;
  }
}

const rowsPerPage = 50;
/** For long lists: about half a second of the server's time. */
const rowsPerLargePage = 250;
/** Pages can be empty although there are more; maximum skipped in one load. */
const maxEmptyPages = 10;
/** Maximum number of such loads during a reload. */
const maxEmptyLoads = 10;

interface LoadInFlight {
  readonly operation: "load" | "more";
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

export class PagedList<T extends object, P extends PageLoader<T> = PageLoader<T>> {
  readonly #createLoader: () => P;
  #loader: P;
  #lastFailure: ListFailure | undefined;
  #isStale = false;
  #isClosed = false;
  #inFlight: LoadInFlight | undefined;
  #listCache: ListMemoryLimiter | undefined;

  constructor(createLoader: () => P) {
    this.#createLoader = createLoader;
    this.#loader = createLoader();
  }

  /** `keyOf` identifies elements that are returned twice. */
  static createForward<T extends object>(
    fetchPage: FetchPage<T>,
    getKey: (item: T) => string | number,
    listCache: ListMemoryLimiter,
  ): PagedList<T> {
    const list = new PagedList<T>(() => new ForwardPageLoader(fetchPage, getKey));
    list.setListCache(listCache);
    return list;
  }

  get items(): readonly Item<T>[] {
    return this.#loader.items;
  }

  /** Why the last request failed; the items are then those from before. */
  get lastFailure(): ListFailure | undefined {
    return this.#lastFailure;
  }

  /** Whether a page was loaded, even an empty one. */
  get hasStarted(): boolean {
    return this.#loader.hasStarted;
  }

  get hasMore(): boolean {
    return this.#loader.hasMore;
  }

  get requestedCount(): number | undefined {
    return this.#loader.requestedCount;
  }

  get size(): number | undefined {
    return this.#loader.size;
  }

  get asOf(): number | undefined {
    return this.#loader.asOf;
  }

  /** The next load reloads everything, and retries a failed request. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Loads the first page. */
  load(): Promise<void> {
    return this.#load(async (signal) => {
      if (!this.hasStarted && this.#lastFailure === undefined) await this.#loadNext(rowsPerPage, signal);
    });
  }

  /** Loads until `isEnough`, which is checked after each page, or to the end. */
  loadUntil(isEnough: () => boolean): Promise<void> {
    return this.#load(async (signal) => {
      for (let pages = 0; pages < this.#loader.maxPagesPerLoad; pages += 1) {
        if (this.#lastFailure !== undefined || !this.hasMore || isEnough()) return;
        const before = this.#loader.items.length;
        await this.#loadNext(this.hasStarted ? rowsPerLargePage : rowsPerPage, signal);
        if (this.#loader.items.length === before) return;
      }
    });
  }

  /** Loads the next page. Concurrent calls share one request. */
  loadMore(): Promise<void> {
    if (this.#inFlight?.operation === "more") return this.#inFlight.done;
    return this.#enqueue("more", (signal) => this.#loadNext(rowsPerPage, signal));
  }

  /** The list may be released from now on when other lists need the memory. */
  setListCache(listCache: ListMemoryLimiter): void {
    this.#listCache = listCache;
  }

  /** Drops all items; returns false while loading. */
  release(): boolean {
    if (this.#inFlight !== undefined) return false;
    this.#loader = this.#createLoader();
    this.#lastFailure = undefined;
    return true;
  }

  /** Cancels the request in flight. Items stay, and loading can continue from there. */
  cancel(): void {
    this.#inFlight?.controller.abort();
  }

  /** No more requests from now on. */
  close(): void {
    this.#isClosed = true;
    this.cancel();
  }

  protected get loader(): P {
    return this.#loader;
  }

  /** Whether single items must be updated before a load. */
  protected get hasChangedItems(): boolean {
    return false;
  }

  /** Updates changed items; everything is reloaded if it returns false. */
  protected updateItems(isStale: boolean, _signal: AbortSignal): Promise<boolean> {
    return Promise.resolve(!isStale);
  }

  #load(load: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#enqueue("load", async (signal) => {
      if (this.#isStale || this.hasChangedItems) await this.#update(signal);
      await load(signal);
    });
  }

  /** One after the other, so that a call can use what the one before has loaded. */
  async #enqueue(
    operation: LoadInFlight["operation"],
    load: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    while (this.#inFlight !== undefined) await this.#inFlight.done;
    if (this.#isClosed) return;
    const controller = new AbortController();
    const done = this.#ignoreAbort(load, controller.signal).finally(() => {
      this.#inFlight = undefined;
      this.#listCache?.touch(this, this.#loader.bytes);
    });
    this.#inFlight = { operation, controller, done };
    return done;
  }

  async #ignoreAbort(load: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await load(signal);
    } catch (reason) {
      if (!signal.aborted) throw reason;
    }
  }

  async #update(signal: AbortSignal): Promise<void> {
    let isStale = this.#isStale;
    // Reset before loading, so that an invalidation meanwhile triggers the next reload.
    this.#isStale = false;
    try {
      if (await this.updateItems(isStale, signal)) return;
      isStale = true;
      await this.#reload(signal);
    } catch (failure) {
      if (isFailure(failure) && !signal.aborted) {
        this.#lastFailure = { failure, position: "start" };
        return;
      }
      this.#isStale ||= isStale;
      throw failure;
    }
  }

  /** Loads as many items as before, and replaces the items only when all are loaded. */
  async #reload(signal: AbortSignal): Promise<void> {
    const itemCount = this.#loader.itemsToReload;
    const limit = this.#loader.items.length > rowsPerPage ? rowsPerLargePage : rowsPerPage;
    const fresh = this.#createLoader();
    let emptyLoads = 0;
    do {
      const before = fresh.items.length;
      await loadNonEmptyPage(fresh, limit, signal);
      if (fresh.items.length === before) emptyLoads += 1;
    } while (fresh.hasMore && fresh.items.length < itemCount && emptyLoads < maxEmptyLoads);
    this.#lastFailure = undefined;
    this.#loader = fresh;
  }

  async #loadNext(limit: number, signal: AbortSignal): Promise<void> {
    this.#lastFailure = undefined;
    try {
      await loadNonEmptyPage(this.#loader, limit, signal);
    } catch (failure) {
      if (!isFailure(failure) || signal.aborted) throw failure;
      this.#lastFailure = { failure, position: this.#loader.items.length === 0 ? "start" : "end" };
    }
  }
}

/** Skips pages without items. */
async function loadNonEmptyPage<T extends object>(
  loader: PageLoader<T>,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  for (let skipped = 0; skipped < maxEmptyPages && loader.hasMore; skipped += 1) {
    if (loader.bytes >= maxBytesPerList) throw createTooLargeFailure();
    if (await loader.loadPage(limit, signal)) return;
  }
}
