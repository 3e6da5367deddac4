// A list that is read page by page. Items stay when a later request fails.
import { type Failure, isFailure, NotUnderstood } from "../model/failure.ts";
import type { Page, Unreadable } from "../model/page.ts";

// How much of what servers list is kept in memory, whatever they answer.

const mebibyte = 1024 * 1024;

/** A list stops reading when it has so much: about 150,000 ordinary rows. */
const mostBytesPerList = 64 * mebibyte;
/** Beyond that, what was shown longest ago is let go, and read again when it is next shown. */
const mostBytesPerSite = 128 * mebibyte;

/** About what a value takes in memory. */
export function bytesOf(value: unknown): number {
  if (typeof value === "string") return 16 + value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce<number>((sum, member) => sum + 8 + bytesOf(member), 16);
}

/** Why a list stops reading although there is more. */
function listTooLarge(): NotUnderstood {
  return new NotUnderstood({ method: "GET", url: "" }, "listTooLarge");
}

interface ReleasableList {
  /** Releases what was read; false while it is being read. */
  release(): boolean;
}

/** What the lists of one site keep, in the order in which they were last shown. */
export class ListMemory {
  readonly #lists = new Map<ReleasableList, number>();
  #total = 0;

  /** To be told whenever a list was shown. */
  noteShown(list: ReleasableList, bytes: number): void {
    this.#remove(list);
    this.#lists.set(list, bytes);
    this.#total += bytes;
    for (const other of this.#lists.keys()) {
      if (this.#total <= mostBytesPerSite) return;
      if (other !== list && other.release()) this.#remove(other);
    }
  }

  #remove(list: ReleasableList): void {
    this.#total -= this.#lists.get(list) ?? 0;
    this.#lists.delete(list);
  }
}

type Item<T> = T | Unreadable;

/** A failed request: for the first page, or for a later one. */
export interface Trouble {
  readonly failure: Failure;
  readonly where: "start" | "end";
}

/** Reads the pages of a collection one after the other. */
export interface Pages<T extends object> {
  /** Grows in place. */
  readonly items: readonly Item<T>[];
  /** Approximate size of the items in memory. */
  readonly bytes: number;
  readonly isBegun: boolean;
  readonly hasMore: boolean;
  /** How many elements of the collection have been requested, visible to the user or not. */
  readonly lookedAt: number | undefined;
  /** An upper bound: servers count what the user can't see. */
  readonly size: number | undefined;
  /** When it was cached, in milliseconds, if the server couldn't be reached. */
  readonly asOf: number | undefined;
  /** How many pages are read without being asked for more. */
  readonly pagesInARow: number;
  /** How many items to read when the collection is read again. */
  readonly itemsToReload: number;
  /** Reads the next page, of about `limit` items where that can be chosen. Resolves to whether the page had any. */
  read(limit: number, signal: AbortSignal): Promise<boolean>;
}

type FetchPage<T> = (offset: number) => Promise<Page<T>>;

/** From the first page to the last. */
class ForwardPages<T extends object> implements Pages<T> {
  readonly items: Item<T>[] = [];
  readonly pagesInARow = 100;
  bytes = 0;
  size: number | undefined;
  asOf: number | undefined;
  readonly #fetchPage: FetchPage<T>;
  readonly #keyOf: (item: T) => string | number;
  readonly #indexes = new Map<string, number>();
  #next: number | undefined = 0;

  constructor(fetchPage: FetchPage<T>, keyOf: (item: T) => string | number) {
    this.#fetchPage = fetchPage;
    this.#keyOf = keyOf;
  }

  get isBegun(): boolean {
    return this.#next !== 0;
  }

  get hasMore(): boolean {
    return this.#next !== undefined;
  }

  get lookedAt(): number | undefined {
    return this.#next ?? this.size;
  }

  /** To its end, if it was read to its end: these lists are short. */
  get itemsToReload(): number {
    return this.hasMore || this.items.length === 0 ? this.items.length : Number.POSITIVE_INFINITY;
  }

  async read(_limit: number, signal: AbortSignal): Promise<boolean> {
    const offset = this.#next;
    if (offset === undefined) return false;
    const page = await this.#fetchPage(offset);
    signal.throwIfAborted();
    // An offset that doesn't grow would never end.
    this.#next = page.next !== undefined && page.next > offset ? page.next : undefined;
    this.size = page.size;
    this.asOf = page.asOf;
    for (const item of page.items) this.#add(item);
    return page.items.length > 0;
  }

  /** A collection that grows at its start returns some elements twice. */
  #add(item: Item<T>): void {
    const key = "position" in item ? `unreadable ${item.position}` : `known ${this.#keyOf(item)}`;
    const index = this.#indexes.get(key) ?? this.items.length;
    const before = this.items[index];
    this.bytes += bytesOf(item) - (before === undefined ? 0 : bytesOf(before));
    this.#indexes.set(key, index);
    this.items[index] = item;
  }
}

const rowsPerPage = 50;
/** For long lists: about half a second of the server's time. */
const rowsPerLargePage = 250;
/** Pages can be empty although there are more; how many are skipped in one go. */
const emptyPagesInARow = 10;
/** How often that is done while a list is read again. */
const readsInVain = 10;

interface UnderWay {
  readonly what: "load" | "more";
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

export class PagedList<T extends object, P extends Pages<T> = Pages<T>> {
  readonly #createPages: () => P;
  #pages: P;
  #trouble: Trouble | undefined;
  #isStale = false;
  #isClosed = false;
  #underWay: UnderWay | undefined;
  #memory: ListMemory | undefined;

  constructor(createPages: () => P) {
    this.#createPages = createPages;
    this.#pages = createPages();
  }

  /** `keyOf` identifies elements that are returned twice. */
  static forward<T extends object>(
    fetchPage: FetchPage<T>,
    keyOf: (item: T) => string | number,
    memory: ListMemory,
  ): PagedList<T> {
    const list = new PagedList<T>(() => new ForwardPages(fetchPage, keyOf));
    list.keepWithin(memory);
    return list;
  }

  get items(): readonly Item<T>[] {
    return this.#pages.items;
  }

  /** Why the last request failed; the items are then those from before. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** Whether a page was read, even an empty one. */
  get isBegun(): boolean {
    return this.#pages.isBegun;
  }

  get hasMore(): boolean {
    return this.#pages.hasMore;
  }

  get lookedAt(): number | undefined {
    return this.#pages.lookedAt;
  }

  get size(): number | undefined {
    return this.#pages.size;
  }

  get asOf(): number | undefined {
    return this.#pages.asOf;
  }

  /** The next load reads everything again, and retries a failed request. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Loads the first page. */
  load(): Promise<void> {
    return this.#load(async (signal) => {
      if (!this.isBegun && this.#trouble === undefined) await this.#readNext(rowsPerPage, signal);
    });
  }

  /** Loads until `isEnough`, which is asked after each page, or to the end. */
  loadUntil(isEnough: () => boolean): Promise<void> {
    return this.#load(async (signal) => {
      for (let pages = 0; pages < this.#pages.pagesInARow; pages += 1) {
        if (this.#trouble !== undefined || !this.hasMore || isEnough()) return;
        const before = this.#pages.items.length;
        await this.#readNext(this.isBegun ? rowsPerLargePage : rowsPerPage, signal);
        if (this.#pages.items.length === before) return;
      }
    });
  }

  /** Loads the next page. Concurrent calls share one request. */
  more(): Promise<void> {
    if (this.#underWay?.what === "more") return this.#underWay.done;
    return this.#inTurn("more", (signal) => this.#readNext(rowsPerPage, signal));
  }

  /** The list may be released from now on when other lists need the memory. */
  keepWithin(memory: ListMemory): void {
    this.#memory = memory;
  }

  /** Forgets all items; false while it is loading. */
  release(): boolean {
    if (this.#underWay !== undefined) return false;
    this.#pages = this.#createPages();
    this.#trouble = undefined;
    return true;
  }

  /** Cancels the request in flight. Items stay, and loading can continue from there. */
  cancel(): void {
    this.#underWay?.controller.abort();
  }

  /** No more requests from now on. */
  close(): void {
    this.#isClosed = true;
    this.cancel();
  }

  protected get pages(): P {
    return this.#pages;
  }

  /** Whether single items have to be brought up to date before a load. */
  protected get hasChangedItems(): boolean {
    return false;
  }

  /** Brings them up to date; everything is read again if it returns false. */
  protected updateItems(isStale: boolean, _signal: AbortSignal): Promise<boolean> {
    return Promise.resolve(!isStale);
  }

  #load(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#inTurn("load", async (signal) => {
      if (this.#isStale || this.hasChangedItems) await this.#update(signal);
      await read(signal);
    });
  }

  /** One after the other, so that a call can use what the one before has loaded. */
  async #inTurn(what: UnderWay["what"], read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay.done;
    if (this.#isClosed) return;
    const controller = new AbortController();
    const done = this.#unlessCancelled(read, controller.signal).finally(() => {
      this.#underWay = undefined;
      this.#memory?.noteShown(this, this.#pages.bytes);
    });
    this.#underWay = { what, controller, done };
    return done;
  }

  async #unlessCancelled(read: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await read(signal);
    } catch (reason) {
      if (!signal.aborted) throw reason;
    }
  }

  async #update(signal: AbortSignal): Promise<void> {
    let isStale = this.#isStale;
    // Before anything is asked: what is invalidated meanwhile is read again by the next load.
    this.#isStale = false;
    try {
      if (await this.updateItems(isStale, signal)) return;
      isStale = true;
      await this.#readAgain(signal);
    } catch (failure) {
      if (isFailure(failure) && !signal.aborted) {
        this.#trouble = { failure, where: "start" };
        return;
      }
      this.#isStale ||= isStale;
      throw failure;
    }
  }

  /** Reads as much as before, and replaces the items only once all of it is there. */
  async #readAgain(signal: AbortSignal): Promise<void> {
    const goal = this.#pages.itemsToReload;
    const limit = this.#pages.items.length > rowsPerPage ? rowsPerLargePage : rowsPerPage;
    const fresh = this.#createPages();
    let inVain = 0;
    do {
      const before = fresh.items.length;
      await readPage(fresh, limit, signal);
      if (fresh.items.length === before) inVain += 1;
    } while (fresh.hasMore && fresh.items.length < goal && inVain < readsInVain);
    this.#trouble = undefined;
    this.#pages = fresh;
  }

  async #readNext(limit: number, signal: AbortSignal): Promise<void> {
    this.#trouble = undefined;
    try {
      await readPage(this.#pages, limit, signal);
    } catch (failure) {
      if (!isFailure(failure) || signal.aborted) throw failure;
      this.#trouble = { failure, where: this.#pages.items.length === 0 ? "start" : "end" };
    }
  }
}

/** Skips pages without items. */
async function readPage<T extends object>(
  pages: Pages<T>,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  for (let skipped = 0; skipped < emptyPagesInARow && pages.hasMore; skipped += 1) {
    if (pages.bytes >= mostBytesPerList) throw listTooLarge();
    if (await pages.read(limit, signal)) return;
  }
}
