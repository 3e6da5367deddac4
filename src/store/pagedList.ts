// A collection as far as it has been read. What was shown once stays when a later request fails.
import { type Failure, isFailure, NotUnderstood } from "../model/failure.ts";
import type { Page, Unreadable } from "../model/page.ts";

// How much of what servers list is kept in memory, whatever they answer.

const mebibyte = 1024 * 1024;

/** A list stops reading when it has so much: about 150,000 ordinary rows. */
export const mostBytesPerList = 64 * mebibyte;
/** Beyond that, what was shown longest ago is let go, and read again when it is next shown. */
const mostBytesPerSite = 128 * mebibyte;

/** About what a value takes in memory. */
export function bytesOf(value: unknown): number {
  if (typeof value === "string") return 16 + value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce<number>((sum, member) => sum + 8 + bytesOf(member), 16);
}

/** Why a list stops reading although there is more. */
export function listTooLarge(): NotUnderstood {
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

type FetchPage<T> = (offset: number) => Promise<Page<T>>;

/** Pages can be empty although more remain; how many of them are passed over before a person is asked. */
const emptyPagesInARow = 10;
/** How many pages are read without a question where all of them are wanted. */
const pagesInARow = 100;

/** A request that failed: for what was to be seen first, or for what was to come after it. */
export interface Trouble {
  readonly failure: Failure;
  readonly where: "start" | "end";
}

export class Listing<T extends object> {
  readonly #fetchPage: FetchPage<T>;
  readonly #keyOf: (item: T) => string | number;
  readonly #memory: ListMemory;
  #items = new Map<string, T | Unreadable>();
  #bytes = 0;
  #next: number | undefined = 0;
  #size: number | undefined;
  #asOf: number | undefined;
  #trouble: Trouble | undefined;
  #isStale = false;
  #underWay: { readonly what: "look" | "more"; readonly done: Promise<void> } | undefined;

  /** `keyOf` tells elements apart: a collection that grows at its start gives some of them twice. */
  constructor(fetchPage: FetchPage<T>, keyOf: (item: T) => string | number, memory: ListMemory) {
    this.#fetchPage = fetchPage;
    this.#keyOf = keyOf;
    this.#memory = memory;
  }

  get items(): readonly (T | Unreadable)[] {
    return [...this.#items.values()];
  }

  /** Why the last request failed; the items are then those of before. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  get hasMore(): boolean {
    return this.#next !== undefined;
  }

  /** How many elements of the collection have been looked at, visible to us or not. */
  get lookedAt(): number | undefined {
    return this.#next ?? this.#size;
  }

  /** An upper bound of what the collection holds. */
  get size(): number | undefined {
    return this.#size;
  }

  /** When it was read, in milliseconds, where the server could not be asked now. */
  get asOf(): number | undefined {
    return this.#asOf;
  }

  /** Marks what was read as old: the next look reads it again, a failed request is tried again. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Makes sure of the first page. */
  load(): Promise<void> {
    return this.#look(async () => {
      if (this.#next === 0 && this.#trouble === undefined) await this.#readOn();
    });
  }

  /** Makes sure of as much as `enough` asks for, or of all there is, as long as pages bring something new. */
  loadUntil(enough: () => boolean): Promise<void> {
    return this.#look(async () => {
      for (let pages = 0; pages < pagesInARow; pages += 1) {
        if (this.#trouble !== undefined || !this.hasMore || enough()) return;
        const before = this.#items.size;
        await this.#readOn();
        if (this.#items.size === before) return;
      }
    });
  }

  /** Reads the next page. Two who ask at once get the same one. */
  async more(): Promise<void> {
    if (this.#underWay?.what === "more") return this.#underWay.done;
    return this.#inTurn("more", () => this.#readOn());
  }

  /** Lets go of what was read, as if it had never been; false while it is being read. */
  release(): boolean {
    if (this.#underWay !== undefined) return false;
    this.#items = new Map();
    this.#bytes = 0;
    this.#next = 0;
    this.#size = undefined;
    this.#asOf = undefined;
    this.#trouble = undefined;
    return true;
  }

  #look(read: () => Promise<void>): Promise<void> {
    return this.#inTurn("look", async () => {
      if (this.#isStale) {
        this.#isStale = false;
        await this.#readAgain();
      }
      await read();
    });
  }

  /** One after the other: what the one before has read, the next need not ask for again. */
  async #inTurn(what: "look" | "more", read: () => Promise<void>): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay.done;
    const done = read().finally(() => {
      this.#underWay = undefined;
      this.#memory.noteShown(this, this.#bytes);
    });
    this.#underWay = { what, done };
    return done;
  }

  /** Reads as much as was read before; for those who look nothing changes until all of it is there. */
  async #readAgain(): Promise<void> {
    const goal = this.#items.size === 0 ? 1 : (this.#next ?? Number.POSITIVE_INFINITY);
    const fresh = new Listing(this.#fetchPage, this.#keyOf, this.#memory);
    do {
      const before = fresh.#items.size;
      await fresh.#readOn();
      if (fresh.#items.size === before) break;
    } while (fresh.#trouble === undefined && fresh.#next !== undefined && fresh.#next < goal);
    if (fresh.#trouble !== undefined) {
      this.#trouble = { failure: fresh.#trouble.failure, where: "start" };
      return;
    }
    this.#trouble = undefined;
    this.#items = fresh.#items;
    this.#bytes = fresh.#bytes;
    this.#next = fresh.#next;
    this.#size = fresh.#size;
    this.#asOf = fresh.#asOf;
  }

  async #readOn(): Promise<void> {
    this.#trouble = undefined;
    for (let passed = 0; passed < emptyPagesInARow && this.#next !== undefined; passed += 1) {
      try {
        if (this.#bytes >= mostBytesPerList) throw listTooLarge();
        const page = await this.#fetchPage(this.#next);
        // An offset that does not grow would go on for ever.
        this.#next = page.next !== undefined && page.next > this.#next ? page.next : undefined;
        this.#size = page.size;
        this.#asOf = page.asOf;
        for (const item of page.items) {
          this.#items.set(this.#key(item), item);
          this.#bytes += bytesOf(item);
        }
        if (page.items.length > 0) return;
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        this.#trouble = { failure, where: this.#next === 0 ? "start" : "end" };
        return;
      }
    }
  }

  #key(item: T | Unreadable): string {
    return "position" in item ? `unreadable ${item.position}` : `known ${this.#keyOf(item)}`;
  }
}
