// A paged list of artifacts, newest first. Results that don't match the criteria are never shown.
import type { ArtifactRow } from "../../model/artifact.ts";
import type { Page, Unreadable } from "../../model/page.ts";
import type { Credibility } from "../../model/query/query.ts";
import type { Chosen } from "../../model/value.ts";
import { bytesOf, PagedList, type Pages } from "../pagedList.ts";

// Rows by the hundred thousand: strings and people that many of them have in common are stored once.

const nobody: readonly Chosen[] = [];

class CompactRows {
  readonly #texts = new Map<string, string>();
  readonly #people = new Map<string, Chosen>();
  readonly #groups = new Map<string, readonly Chosen[]>();

  /** The same row, of shared parts. It is changed in place: a copy would be a third larger than what is copied. */
  of<T extends ArtifactRow>(row: T): T {
    const mine: { -readonly [Name in keyof ArtifactRow]: ArtifactRow[Name] } = row;
    const { status, submittedBy, submittedOn, modifiedOn } = row;
    if (status !== undefined) mine.status = this.#text(status);
    if (submittedBy !== undefined) mine.submittedBy = this.#person(submittedBy);
    mine.assignees = this.#group(row.assignees);
    // Never changed since.
    if (submittedOn === modifiedOn) mine.modifiedOn = submittedOn;
    return row;
  }

  #text(text: string): string {
    const known = this.#texts.get(text) ?? text;
    this.#texts.set(text, known);
    return known;
  }

  #person(person: Chosen): Chosen {
    const key = `${person.id} ${person.label}`;
    const known = this.#people.get(key) ?? person;
    this.#people.set(key, known);
    return known;
  }

  #group(people: readonly Chosen[]): readonly Chosen[] {
    if (people.length === 0) return nobody;
    const key = JSON.stringify(people);
    const known = this.#groups.get(key) ?? people.map((person) => this.#person(person));
    this.#groups.set(key, known);
    return known;
  }
}

interface Part {
  readonly offset: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface FoundPart<T> extends Page<T> {
  /** Undefined where nothing was asked that could be passed over. */
  readonly credibility?: Credibility;
}

type Order = "newestFirst" | "oldestFirst";

/** Rows as they are now, by their ids; undefined for those that are not of the list any more. */
export type RowsNow<T> = ReadonlyMap<number, T | undefined>;

/** Where rows come from. */
export interface RowSource<T extends ArtifactRow> {
  /** Reads some of them again; answers nothing where only the whole list tells which are of it. */
  readonly readRows?: (ids: readonly number[], signal: AbortSignal) => Promise<RowsNow<T> | undefined>;
  /** Whether older artifacts can come into it, too: what all of a tracker are only grows by new ones. */
  readonly isFiltered?: boolean;
  /** Undefined where the server can't be asked this. */
  readonly fetch: (part: Part) => Promise<FoundPart<T> | undefined>;
  /** Which order to expect where a page does not show it. */
  readonly order: Order;
}

type Item<T> = T | Unreadable;

type Ahead<T> =
  | { readonly kind: "everything" }
  | { readonly kind: "forward"; readonly next: number }
  /** Read from `end` down to `floor`, below which lies what was read first: the oldest. */
  | {
      readonly kind: "backward";
      readonly end: number;
      /** The size of the list when that was its end. */
      readonly size: number;
      readonly floor: number;
      readonly oldest: readonly Item<T>[];
    }
  | { readonly kind: "nothing" };

function orderOf(items: readonly Item<ArtifactRow>[], expected: Order): Order {
  const ids = items.flatMap((item) => (item.kind === "artifact" ? [item.id] : []));
  const [first = 0, second = first] = ids;
  if (ids.length < 2) return expected;
  return second > first ? "oldestFirst" : "newestFirst";
}

function worse(one: Credibility, other: Credibility = "checked"): Credibility {
  const worst = (["contradicted", "unchecked"] as const).find((each) => each === one || each === other);
  return worst ?? "checked";
}

/**
 * Pages from the newest artifact on, whichever end the server begins with. With criteria the product returns the oldest first, some
 * servers always do: the IDs of the first page show it.
 */
export class NewestFirstPages<T extends ArtifactRow> implements Pages<T> {
  readonly items: Item<T>[] = [];
  /** Limited by memory only. */
  readonly pagesInARow = Number.POSITIVE_INFINITY;
  bytes = 0;
  /** Whether the server doesn't support the request. */
  isAbsent = false;
  size: number | undefined;
  credibility: Credibility = "checked";
  asOf: number | undefined;
  readonly #source: RowSource<T>;
  readonly #seen = new Set<number | string>();
  readonly #compact = new CompactRows();
  #ahead: Ahead<T> = { kind: "everything" };
  /** A server may hand out more at a time than it is asked for, or fewer. */
  #leastPage = 0;
  #largestPage = Number.POSITIVE_INFINITY;
  /** The size when the list was first looked at: what has left it since has moved the rest up. */
  #sizeAtFirst = 0;

  constructor(source: RowSource<T>) {
    this.#source = source;
  }

  get isBegun(): boolean {
    return this.#ahead.kind !== "everything";
  }

  get itemsToReload(): number {
    return this.items.length;
  }

  get hasMore(): boolean {
    return this.#ahead.kind !== "nothing" && this.credibility !== "contradicted";
  }

  get lookedAt(): number | undefined {
    const ahead = this.#ahead;
    switch (ahead.kind) {
      case "everything":
        return 0;
      case "forward":
        return ahead.next;
      case "backward":
        return Math.max(0, this.#sizeAtFirst - ahead.end);
      case "nothing":
        return this.size;
    }
  }

  /** One request; two for the first page if the newest are at the end. */
  async read(limit: number, signal: AbortSignal): Promise<boolean> {
    const before = this.items.length;
    const ahead = this.#ahead;
    if (ahead.kind === "everything") await this.#begin(limit, signal);
    else if (ahead.kind === "forward") await this.#readForward(ahead.next, limit, signal);
    else if (ahead.kind === "backward") await this.#readBackward(ahead, limit, signal);
    return this.items.length > before;
  }

  has(id: number): boolean {
    return this.#seen.has(id);
  }

  /** Puts a row in the place of an older state of it. */
  replace(row: T): void {
    const place = this.#placeOf(row.id);
    const before = this.items[place];
    if (before === undefined) return;
    this.bytes += bytesOf(row) - bytesOf(before);
    this.items[place] = this.#compact.of(row);
  }

  /** Takes out a row that has left the list. */
  remove(id: number): void {
    const place = this.#placeOf(id);
    const [before] = place < 0 ? [] : this.items.splice(place, 1);
    if (before === undefined) return;
    this.bytes -= bytesOf(before);
    this.#seen.delete(id);
    // What comes after it has moved up.
    const ahead = this.#ahead;
    if (ahead.kind === "forward") this.#ahead = { ...ahead, next: Math.max(0, ahead.next - 1) };
  }

  #placeOf(id: number): number {
    return this.items.findIndex((item) => item.kind === "artifact" && item.id === id);
  }

  async #begin(limit: number, signal: AbortSignal): Promise<void> {
    const page = await this.#fetch({ offset: 0, limit, signal });
    if (page === undefined) return;
    this.#sizeAtFirst = page.size ?? page.items.length;
    const isBackward = orderOf(page.items, this.#source.order) === "oldestFirst";
    const items = isBackward ? page.items.toReversed() : page.items;
    if (page.next === undefined || this.credibility === "contradicted") {
      this.#add(items);
      this.#ahead = { kind: "nothing" };
    } else if (isBackward) {
      if (page.next > limit) this.#leastPage = page.next;
      // One fewer is the client's doing, which finds out so what the server heeds.
      if (page.next < limit - 1) this.#largestPage = page.next;
      const size = this.#sizeAtFirst;
      const ahead = { kind: "backward", end: size, size, floor: page.next, oldest: items } as const;
      this.#ahead = ahead;
      await this.#readBackward(ahead, limit, signal);
    } else {
      this.#add(items);
      this.#ahead = { kind: "forward", next: page.next };
    }
  }

  async #readForward(offset: number, limit: number, signal: AbortSignal): Promise<void> {
    const page = await this.#fetch({ offset, limit, signal });
    if (page === undefined) return;
    this.#add(page.items);
    // An offset that does not grow would go on for ever.
    const isFurther = page.next !== undefined && page.next > offset;
    this.#ahead = isFurther ? { kind: "forward", next: page.next } : { kind: "nothing" };
  }

  async #readBackward(
    ahead: Ahead<T> & { readonly kind: "backward" },
    limit: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { end, size, floor, oldest } = ahead;
    const length = Math.min(Math.max(limit, this.#leastPage), this.#largestPage);
    const start = Math.max(this.#movedUp(floor), end - length);
    const items: Item<T>[] = [];
    let sizeAtStart = size;
    // What came into the list meanwhile, among the older ones, has moved what stood before the end beyond it.
    const endNow = (): number => end + Math.max(0, (this.size ?? size) - size);
    for (let place = start; place < endNow();) {
      const page = await this.#fetch({ offset: place, limit: endNow() - place, signal });
      if (page === undefined) return;
      items.push(...page.items);
      if (place === start) sizeAtStart = this.size ?? size;
      if (page.next === undefined || page.next <= place) break;
      if (page.next < end) {
        // Between two pages that are read upwards something may slip through: smaller steps, then, from the end.
        this.#largestPage = page.next - place;
        return this.#readBackward(ahead, limit, signal);
      }
      place = page.next;
    }
    this.#add(items.toReversed());
    if (start > this.#movedUp(floor)) {
      this.#ahead = { kind: "backward", end: start, size: sizeAtStart, floor, oldest };
    } else {
      this.#add(oldest);
      this.#ahead = { kind: "nothing" };
    }
  }

  /** What stood at a place may stand before it by now. */
  #movedUp(place: number): number {
    return Math.max(0, place - Math.max(0, this.#sizeAtFirst - (this.size ?? this.#sizeAtFirst)));
  }

  async #fetch(part: Part): Promise<FoundPart<T> | undefined> {
    const page = await this.#source.fetch(part);
    // Whoever asked may have turned away, and someone else be asking, while this was on its way.
    part.signal.throwIfAborted();
    if (page === undefined) {
      this.isAbsent = true;
      this.#ahead = { kind: "nothing" };
      return undefined;
    }
    this.size = page.size ?? this.size;
    this.asOf = page.asOf;
    this.credibility = worse(this.credibility, page.credibility);
    return page;
  }

  /** A list that grows, or shrinks, meanwhile gives some rows twice. */
  #add(items: readonly Item<T>[]): void {
    for (const item of items) {
      const key = item.kind === "artifact" ? item.id : `unreadable ${item.id ?? `at ${item.position}`}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.bytes += bytesOf(item);
      this.items.push(item.kind === "artifact" ? this.#compact.of(item) : item);
    }
  }
}

/** Servers return so many artifacts by their IDs at once. */
const mostRowsById = 100;

export class RowList<T extends ArtifactRow = ArtifactRow> extends PagedList<T, NewestFirstPages<T>> {
  readonly #source: RowSource<T>;
  /** IDs of artifacts that were saved since they were read. */
  readonly #written = new Set<number>();

  constructor(source: RowSource<T>) {
    super(() => new NewestFirstPages(source));
    this.#source = source;
  }

  /** None if the server ignored the criteria. */
  override get items(): readonly Item<T>[] {
    return this.credibility === "contradicted" ? [] : this.pages.items;
  }

  /** Whether the rows match the criteria, as far as they show it. */
  get credibility(): Credibility {
    return this.pages.credibility;
  }

  get isAbsent(): boolean {
    return this.pages.isAbsent;
  }

  /** One artifact was saved: the next load reads it again, and the rest only if the list may have changed otherwise. */
  invalidateRow(id: number): void {
    const { readRows, isFiltered = false } = this.#source;
    if (readRows === undefined) this.invalidate();
    else if (isFiltered || this.pages.has(id)) this.#written.add(id);
    else if (this.#isNewer(id)) this.invalidate();
  }

  protected override get hasChangedItems(): boolean {
    return this.#written.size > 0;
  }

  protected override async updateItems(isStale: boolean, signal: AbortSignal): Promise<boolean> {
    const ids = [...this.#written];
    this.#written.clear();
    if (isStale || ids.length > mostRowsById) return false;
    const now = await this.#readById(ids, signal);
    const isAdded = ids.some((id) => now?.get(id) !== undefined && !this.pages.has(id));
    if (now === undefined || isAdded) return false;
    for (const id of ids) {
      const row = now.get(id);
      if (row === undefined) this.pages.remove(id);
      else this.pages.replace(row);
    }
    return true;
  }

  async #readById(ids: readonly number[], signal: AbortSignal): Promise<RowsNow<T> | undefined> {
    try {
      const rows = await this.#source.readRows?.(ids, signal);
      signal.throwIfAborted();
      return rows;
    } catch (reason) {
      if (signal.aborted) for (const id of ids) this.#written.add(id);
      throw reason;
    }
  }

  /** Whether it was created after the newest row, rather than not read yet. */
  #isNewer(id: number): boolean {
    const newest = this.pages.items.find((item) => item.kind === "artifact");
    return newest === undefined || newest.id < id;
  }
}
