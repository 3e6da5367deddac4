// What a query finds in one list of artifacts, newest first, as far as it has been read. What was shown once stays when
// a later request fails; what the server answers to another question than the one that was asked is never shown.
import type { ArtifactRow } from "../../model/artifact.ts";
import { isFailure } from "../../model/failure.ts";
import type { Unreadable } from "../../model/page.ts";
import type { Credibility } from "../../model/query/query.ts";
import { type ListMemory, listTooLarge, mostBytesPerList, type Trouble } from "../pagedList.ts";
import { NewestFirst, type RowSource } from "./newestFirst.ts";

/** What a person sees at once. */
const rowsAtOnce = 50;
/** Where many are wanted: half a second of the server's time. */
const manyAtOnce = 250;
/** Pages can come out empty although more remain; how many of them are passed over before a person is asked. */
const emptyPagesInARow = 10;
/** What a server tells in one answer at most. */
const mostRowsOneByOne = 100;

interface UnderWay {
  readonly what: "look" | "more";
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

export class Found<T extends ArtifactRow = ArtifactRow> {
  readonly #source: RowSource<T>;
  #list: NewestFirst<T>;
  #trouble: Trouble | undefined;
  #isStale = false;
  /** Artifacts that were written to since they were read. */
  readonly #written = new Set<number>();
  #isClosed = false;
  #underWay: UnderWay | undefined;
  #memory: ListMemory | undefined;

  constructor(source: RowSource<T>) {
    this.#source = source;
    this.#list = new NewestFirst(source);
  }

  /** Newest first; none if the answer is contradicted. Grows in place, and is another one after it was read again. */
  get items(): readonly (T | Unreadable)[] {
    return this.credibility === "contradicted" ? [] : this.#list.items;
  }

  /** Whether the rows are what was asked for, as far as they show it. */
  get credibility(): Credibility {
    return this.#list.credibility;
  }

  /** The server can't be asked such a thing. */
  get isAbsent(): boolean {
    return this.#list.isAbsent;
  }

  /** Why the last request failed; the items are then those of before. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** Whether anything of it was read, though there may be nothing in it. */
  get isBegun(): boolean {
    return this.#list.isBegun;
  }

  get hasMore(): boolean {
    return this.#list.hasMore;
  }

  /** How many places of the list have been looked at, visible to us or not. */
  get lookedAt(): number | undefined {
    return this.#list.lookedAt;
  }

  /** An upper bound: servers count what we may not see. */
  get size(): number | undefined {
    return this.#list.size;
  }

  /** When it was read, in milliseconds, where the server could not be asked now. */
  get asOf(): number | undefined {
    return this.#list.asOf;
  }

  /** Marks what was read as old: the next look reads it again, a failed request is tried again. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Marks one artifact as written to: the next look reads it again, and the rest only where the list is in doubt. */
  invalidateRow(id: number): void {
    const { readRows, isFiltered = false } = this.#source;
    if (readRows === undefined) this.#isStale = true;
    else if (isFiltered || this.#list.has(id)) this.#written.add(id);
    else if (this.#isNew(id)) this.#isStale = true;
  }

  /** Makes sure of the first rows. */
  load(): Promise<void> {
    return this.#look(async (signal) => {
      if (!this.#list.isBegun && this.#trouble === undefined) await this.#readOn(rowsAtOnce, signal);
    });
  }

  /** Makes sure of as many as `enough` asks for, or of all there are. It is asked after each page. */
  loadUntil(enough: () => boolean): Promise<void> {
    return this.#look(async (signal) => {
      while (this.#trouble === undefined && this.hasMore && !enough()) {
        const before = this.#list.items.length;
        await this.#readOn(this.#list.isBegun ? manyAtOnce : rowsAtOnce, signal);
        if (this.#list.items.length === before) return;
      }
    });
  }

  /** Reads the next rows. Two who ask at once get the same ones. */
  more(): Promise<void> {
    if (this.#underWay?.what === "more") return this.#underWay.done;
    return this.#inTurn("more", (signal) => this.#readOn(rowsAtOnce, signal));
  }

  /** From now on it is let go of when other lists need the memory, and read again when it is next looked at. */
  keepWithin(memory: ListMemory): void {
    this.#memory = memory;
  }

  /** Lets go of what was read, as if it had never been; false while it is being read. */
  release(): boolean {
    if (this.#underWay !== undefined) return false;
    this.#list = new NewestFirst(this.#source);
    this.#trouble = undefined;
    return true;
  }

  /** Calls off what is under way. What was read stays, and reading can go on from there. */
  cancel(): void {
    this.#underWay?.controller.abort();
  }

  /** Nobody looks any more: nothing is asked from now on. */
  close(): void {
    this.#isClosed = true;
    this.cancel();
  }

  #look(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#inTurn("look", async (signal) => {
      if (this.#isStale) await this.#readAgain(signal);
      else if (this.#written.size > 0) await this.#readWritten(signal);
      await read(signal);
    });
  }

  /** One after the other: what the one before has read, the next need not ask for again. */
  async #inTurn(what: UnderWay["what"], read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay.done;
    if (this.#isClosed) return;
    const controller = new AbortController();
    const done = this.#unlessCancelled(read, controller.signal).finally(() => {
      this.#underWay = undefined;
      this.#memory?.noteShown(this, this.#list.bytes);
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

  /** One that came into the list after what was read, rather than one that was not read yet. */
  #isNew(id: number): boolean {
    const newest = this.#list.items.find((item) => item.kind === "artifact");
    return newest === undefined || newest.id < id;
  }

  /** Reads those again that were written to; all, where these alone don't tell what the list holds now. */
  async #readWritten(signal: AbortSignal): Promise<void> {
    const ids = [...this.#written];
    const { readRows } = this.#source;
    try {
      const isFew = ids.length <= mostRowsOneByOne;
      const now = isFew ? await readRows?.(ids, signal) : undefined;
      signal.throwIfAborted();
      const hasCome = ids.some((id) => now?.get(id) !== undefined && !this.#list.has(id));
      if (now === undefined || hasCome) {
        await this.#readAgain(signal);
        return;
      }
      for (const id of ids) {
        this.#written.delete(id);
        const row = now.get(id);
        if (row === undefined) this.#list.remove(id);
        else this.#list.replace(row);
      }
    } catch (failure) {
      if (!isFailure(failure) || signal.aborted) throw failure;
      this.#written.clear();
      this.#trouble = { failure, where: "start" };
    }
  }

  /** Reads as much as was read before; for those who look nothing changes until all of it is there. */
  async #readAgain(signal: AbortSignal): Promise<void> {
    const fresh = new NewestFirst(this.#source);
    const goal = this.#list.items.length;
    this.#written.clear();
    try {
      do {
        await readRows(fresh, goal > rowsAtOnce ? manyAtOnce : rowsAtOnce, signal);
      } while (fresh.hasMore && fresh.items.length < goal);
    } catch (failure) {
      if (!isFailure(failure) || signal.aborted) throw failure;
      this.#isStale = false;
      this.#trouble = { failure, where: "start" };
      return;
    }
    this.#isStale = false;
    this.#trouble = undefined;
    this.#list = fresh;
  }

  async #readOn(limit: number, signal: AbortSignal): Promise<void> {
    this.#trouble = undefined;
    try {
      await readRows(this.#list, limit, signal);
    } catch (failure) {
      if (!isFailure(failure) || signal.aborted) throw failure;
      this.#trouble = { failure, where: this.#list.items.length === 0 ? "start" : "end" };
    }
  }
}

/** Passes over pages without anything that we may see. */
async function readRows<T extends ArtifactRow>(
  list: NewestFirst<T>,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  const before = list.items.length;
  for (let passed = 0; passed < emptyPagesInARow && list.hasMore; passed += 1) {
    if (list.bytes >= mostBytesPerList) throw listTooLarge();
    await list.read(limit, signal);
    if (list.items.length > before) return;
  }
}
