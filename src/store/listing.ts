// A collection as far as it has been read. What was shown once stays when a later request fails.
import { type Failure, isFailure } from "../model/failure.ts";
import type { Page, Unreadable } from "../model/page.ts";

type FetchPage<T> = (offset: number) => Promise<Page<T>>;

/** Pages can be empty although more remain; how many of them are passed over before a person is asked. */
const emptyPagesInARow = 10;

export class Listing<T> {
  readonly #fetchPage: FetchPage<T>;
  #items: readonly (T | Unreadable)[] = [];
  #next: number | undefined = 0;
  #size: number | undefined;
  #failure: Failure | undefined;
  #isStale = false;
  #underWay: Promise<void> | undefined;

  constructor(fetchPage: FetchPage<T>) {
    this.#fetchPage = fetchPage;
  }

  get items(): readonly (T | Unreadable)[] {
    return this.#items;
  }

  /** Why the last request failed; the items are then those of before. */
  get failure(): Failure | undefined {
    return this.#failure;
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

  /** Marks what was read as old: the next look reads it again, a failed request is tried again. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Makes sure of the first page. */
  load(): Promise<void> {
    return this.#once(() =>
      this.#refreshOr(async () => {
        if (this.#next === 0 && this.#failure === undefined) await this.#readOn();
      }),
    );
  }

  /** Makes sure of the whole collection, or of as much of it as `enough` asks for. */
  loadUntil(enough: () => boolean): Promise<void> {
    return this.#once(() =>
      this.#refreshOr(async () => {
        while (this.#failure === undefined && this.hasMore && !enough()) await this.#readOn();
      }),
    );
  }

  /** Reads the next page. */
  more(): Promise<void> {
    return this.#once(() => this.#readOn());
  }

  async #refreshOr(read: () => Promise<void>): Promise<void> {
    if (this.#isStale) {
      this.#isStale = false;
      await this.#readAgain();
    }
    await read();
  }

  /** Reads as much as was read before; for those who look nothing changes until all of it is there. */
  async #readAgain(): Promise<void> {
    const goal = this.#items.length === 0 ? 1 : (this.#next ?? Number.POSITIVE_INFINITY);
    const fresh = new Listing(this.#fetchPage);
    do await fresh.#readOn();
    while (fresh.#failure === undefined && fresh.#next !== undefined && fresh.#next < goal);
    this.#failure = fresh.#failure;
    if (fresh.#failure !== undefined) return;
    this.#items = fresh.#items;
    this.#next = fresh.#next;
    this.#size = fresh.#size;
  }

  /** One request at a time; whoever comes while one is under way waits for that one. */
  #once(read: () => Promise<void>): Promise<void> {
    this.#underWay ??= read().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  async #readOn(): Promise<void> {
    this.#failure = undefined;
    for (let passed = 0; passed < emptyPagesInARow && this.#next !== undefined; passed += 1) {
      try {
        const page = await this.#fetchPage(this.#next);
        // An offset that does not grow would go on for ever.
        this.#next = page.next !== undefined && page.next > this.#next ? page.next : undefined;
        this.#size = page.size;
        this.#items = [...this.#items, ...page.items];
        if (page.items.length > 0) return;
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        this.#failure = failure;
        return;
      }
    }
  }
}
