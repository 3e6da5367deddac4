// A paged list of artifacts, newest first. Results that don't match the criteria are never shown.
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { isFailure, UnexpectedResponse } from "../../model/failure.ts";
import type { CollectionPage, UnreadableItem } from "../../model/collectionPage.ts";
import type { FilterVerification } from "../../model/query/criteria.ts";
import type { LabeledId } from "../../model/valueTypes.ts";
import { estimateBytes, PagedList, type PageLoader } from "../pagedList.ts";

// Lists can have hundreds of thousands of rows, so strings and users are shared between them.

const noUsers: readonly LabeledId[] = [];

class CompactRows {
  readonly #texts = new Map<string, string>();
  readonly #users = new Map<string, LabeledId>();
  readonly #userLists = new Map<string, readonly LabeledId[]>();

  /** Changes the row in place: a copy would be a third larger than the original. */
  compact<T extends ArtifactRow>(row: T): T {
    const mutableRow: { -readonly [Name in keyof ArtifactRow]: ArtifactRow[Name] } = row;
    const { status, submittedBy, submittedOn, modifiedOn } = row;
    if (status !== undefined) mutableRow.status = this.#shareText(status);
    if (submittedBy !== undefined) mutableRow.submittedBy = this.#shareUser(submittedBy);
    mutableRow.assignees = this.#shareUsers(row.assignees);
    // The artifact was never changed.
    if (submittedOn === modifiedOn) mutableRow.modifiedOn = submittedOn;
    return row;
  }

  #shareText(text: string): string {
    const shared = this.#texts.get(text) ?? text;
    this.#texts.set(text, shared);
    return shared;
  }

  #shareUser(user: LabeledId): LabeledId {
    const key = `${user.id} ${user.label}`;
    const shared = this.#users.get(key) ?? user;
    this.#users.set(key, shared);
    return shared;
  }

  #shareUsers(users: readonly LabeledId[]): readonly LabeledId[] {
    if (users.length === 0) return noUsers;
    const key = JSON.stringify(users);
    const shared = this.#userLists.get(key) ?? users.map((user) => this.#shareUser(user));
    this.#userLists.set(key, shared);
    return shared;
  }
}

interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface RowPage<T> extends CollectionPage<T> {
  /** `undefined` without conditions. */
  readonly credibility?: FilterVerification;
}

/** `asListed`: the query has its own order, which is kept. */
type RowOrder = "newestFirst" | "oldestFirst" | "asListed";

/** Current rows by ID; `undefined` for rows that are no longer in the list. */
export type CurrentRowsById<T> = ReadonlyMap<number, T | undefined>;

export interface NewestRows<T extends ArtifactRow> {
  readonly rows: readonly T[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
  readonly asOf: number | undefined;
}

export interface RowSource<T extends ArtifactRow> {
  /** Reloads single rows; `undefined` if the whole list has to be reloaded. */
  readonly loadRows?: (
    ids: readonly number[],
    signal: AbortSignal,
  ) => Promise<CurrentRowsById<T> | undefined>;
  /** Whether the list has this artifact of its trackers; `undefined` if only the server knows. */
  readonly isListed?: (artifact: Artifact) => boolean | undefined;
  /** Whether older artifacts can enter the list. An unfiltered tracker only gets new ones. */
  readonly isFiltered?: boolean;
  /** The newest rows, if they can be loaded faster than by `fetchPage`; `undefined` if they can't. */
  readonly fetchNewest?: (signal: AbortSignal) => Promise<NewestRows<T> | undefined>;
  /** Call after a save: what was requested before it must not be used. */
  readonly dropNewest?: () => void;
  /** `undefined` if the server doesn't support the request. */
  readonly fetchPage: (request: PageRequest) => Promise<RowPage<T> | undefined>;
  /** The expected order, if a page doesn't show it. */
  readonly order: RowOrder;
}

type Item<T> = T | UnreadableItem;

type RemainingPages<T> =
  | { readonly kind: "everything" }
  /** The newest rows were loaded with `fetchNewest`, and no page yet. */
  | { readonly kind: "older" }
  | { readonly kind: "forward"; readonly next: number }
  /** Loaded from `end` down to `floor`, below which are the oldest items, which were loaded first. */
  | {
      readonly kind: "backward";
      readonly end: number;
      /** The list's size when `end` was determined. */
      readonly size: number;
      readonly floor: number;
      readonly oldest: readonly Item<T>[];
    }
  | { readonly kind: "nothing" };

export function detectOrder(items: readonly Item<ArtifactRow>[], expected: RowOrder): RowOrder {
  if (expected === "asListed") return expected;
  const ids = items.flatMap((item) => (item.kind === "artifact" ? [item.id] : []));
  const [first = 0, second = first] = ids;
  if (ids.length < 2) return expected;
  return second > first ? "oldestFirst" : "newestFirst";
}

function pickWorse(one: FilterVerification, other: FilterVerification = "checked"): FilterVerification {
  const worse = (["contradicted", "unchecked"] as const).find((value) => value === one || value === other);
  return worse ?? "checked";
}

/**
 * Loads pages from the newest artifact on, whichever order the server uses. With criteria Tuleap returns the oldest
 * first, and some servers always do; the IDs of the first page show it.
 */
export class NewestFirstPageLoader<T extends ArtifactRow> implements PageLoader<T> {
  readonly items: Item<T>[] = [];
  /** Limited by memory only. */
  readonly maxPagesPerLoad = Number.POSITIVE_INFINITY;
  bytes = 0;
  /** Whether the server doesn't support the request. */
  isUnsupported = false;
  size: number | undefined;
  credibility: FilterVerification = "checked";
  asOf: number | undefined;
  readonly #source: RowSource<T>;
  readonly #knownKeys = new Set<number | string>();
  readonly #compact = new CompactRows();
  #remaining: RemainingPages<T> = { kind: "everything" };
  /** A server may return more or fewer rows than requested. */
  #minPageSize = 0;
  #maxPageSize = Number.POSITIVE_INFINITY;
  /** The last row that `fetchNewest` returned. */
  #oldestOfNewest: number | undefined;
  /** The size at the first load: rows that have left the list since then have moved the others. */
  #initialSize = 0;

  constructor(source: RowSource<T>) {
    this.#source = source;
  }

  get hasStarted(): boolean {
    return this.#remaining.kind !== "everything";
  }

  get itemsToReload(): number {
    return this.items.length;
  }

  get hasMore(): boolean {
    return this.#remaining.kind !== "nothing" && this.credibility !== "contradicted";
  }

  get requestedCount(): number | undefined {
    const remaining = this.#remaining;
    switch (remaining.kind) {
      case "everything":
        return 0;
      case "older":
        return undefined;
      case "forward":
        return remaining.next;
      case "backward":
        return Math.max(this.items.length, this.#initialSize - remaining.end);
      case "nothing":
        return this.size;
    }
  }

  /** One request; two for the first page if the newest are at the end. */
  async loadPage(limit: number, signal: AbortSignal): Promise<boolean> {
    const before = this.items.length;
    const remaining = this.#remaining;
    const { fetchNewest } = this.#source;
    if (remaining.kind === "everything" && fetchNewest !== undefined) {
      if (await this.#loadNewest(fetchNewest, signal)) return this.items.length > before;
    }
    if (remaining.kind === "everything" || remaining.kind === "older") await this.#loadFirst(limit, signal);
    else if (remaining.kind === "forward") await this.#loadForward(remaining.next, limit, signal);
    else if (remaining.kind === "backward") await this.#loadBackward(remaining, limit, signal);
    return this.items.length > before;
  }

  has(id: number): boolean {
    return this.#knownKeys.has(id);
  }

  /** Replaces an older version of the row. */
  replace(row: T): void {
    const index = this.#findIndex(row.id);
    const previous = this.items[index];
    if (previous === undefined) return;
    this.bytes += estimateBytes(row) - estimateBytes(previous);
    this.items[index] = this.#compact.compact(row);
  }

  remove(id: number): void {
    const index = this.#findIndex(id);
    const [previous] = index < 0 ? [] : this.items.splice(index, 1);
    if (previous === undefined) return;
    this.bytes -= estimateBytes(previous);
    this.#knownKeys.delete(id);
    // Later rows have moved up.
    const remaining = this.#remaining;
    if (remaining.kind === "forward") {
      this.#remaining = { ...remaining, next: Math.max(0, remaining.next - 1) };
    }
  }

  #findIndex(id: number): number {
    return this.items.findIndex((item) => item.kind === "artifact" && item.id === id);
  }

  async #loadNewest(
    fetchNewest: NonNullable<RowSource<T>["fetchNewest"]>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const newest = await fetchNewest(signal).catch((failure: unknown) => {
      if (!isFailure(failure) || signal.aborted) throw failure;
      // The pages may be cached, or fail with the same reason.
      return undefined;
    });
    signal.throwIfAborted();
    if (newest === undefined) return false;
    this.asOf = newest.asOf;
    this.#add(newest.rows);
    this.#oldestOfNewest = newest.rows.at(-1)?.id;
    this.#remaining = { kind: newest.isComplete ? "nothing" : "older" };
    if (newest.isComplete) this.size = newest.rows.length;
    return true;
  }

  async #loadFirst(limit: number, signal: AbortSignal): Promise<void> {
    const page = await this.#fetch({ offset: 0, limit, signal });
    if (page === undefined) return;
    this.#initialSize = page.total ?? page.items.length;
    const isBackward = detectOrder(page.items, this.#source.order) === "oldestFirst";
    const items = isBackward ? page.items.toReversed() : page.items;
    if (page.nextOffset === undefined || this.credibility === "contradicted") {
      this.#add(items);
      this.#remaining = { kind: "nothing" };
    } else if (isBackward) {
      if (page.nextOffset > limit) this.#minPageSize = page.nextOffset;
      // The client itself requests one row less, to detect whether the server respects the limit.
      if (page.nextOffset < limit - 1) this.#maxPageSize = page.nextOffset;
      const size = this.#initialSize;
      const remaining = { kind: "backward", end: size, size, floor: page.nextOffset, oldest: items } as const;
      this.#remaining = remaining;
      // The newest rows may be known already.
      await this.#loadBackward(remaining, limit + this.items.length, signal);
    } else {
      this.#add(items);
      this.#remaining = { kind: "forward", next: page.nextOffset };
    }
  }

  async #loadForward(offset: number, limit: number, signal: AbortSignal): Promise<void> {
    const page = await this.#fetch({ offset, limit, signal });
    if (page === undefined) return;
    this.#add(page.items);
    // An offset that doesn't grow would never end.
    const hasNext = page.nextOffset !== undefined && page.nextOffset > offset;
    this.#remaining = hasNext ? { kind: "forward", next: page.nextOffset } : { kind: "nothing" };
  }

  async #loadBackward(
    remaining: RemainingPages<T> & { readonly kind: "backward" },
    limit: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { end, size, floor, oldest } = remaining;
    const length = Math.min(Math.max(limit, this.#minPageSize), this.#maxPageSize);
    const start = Math.max(this.#adjustOffset(floor), end - length);
    const items: Item<T>[] = [];
    let sizeAtStart = size;
    // Rows inserted meanwhile have moved the rows before `end` beyond it.
    const getCurrentEnd = (): number => end + Math.max(0, (this.size ?? size) - size);
    for (let offset = start; offset < getCurrentEnd();) {
      const page = await this.#fetch({ offset, limit: getCurrentEnd() - offset, signal });
      if (page === undefined) return;
      if (offset > 0 && this.#isFirstPage(page.items, oldest)) {
        throw new UnexpectedResponse({ method: "GET", url: "" }, "shape");
      }
      items.push(...page.items);
      if (offset === start) sizeAtStart = this.size ?? size;
      if (page.nextOffset === undefined || page.nextOffset <= offset) break;
      if (page.nextOffset < end) {
        // Rows may be missed between two pages, so use smaller pages from the end.
        this.#maxPageSize = page.nextOffset - offset;
        return this.#loadBackward(remaining, limit, signal);
      }
      offset = page.nextOffset;
    }
    this.#add(items.toReversed());
    if (start > this.#adjustOffset(floor)) {
      this.#remaining = { kind: "backward", end: start, size: sizeAtStart, floor, oldest };
    } else {
      this.#add(oldest);
      this.#remaining = { kind: "nothing" };
    }
  }

  /** A proxy may return another page, whose rows would seem to be the newest. In a longer list, rows have moved. */
  #isFirstPage(items: readonly Item<T>[], oldest: readonly Item<T>[]): boolean {
    const first = oldest.findLast((item) => item.kind === "artifact");
    const isLonger = (this.size ?? 0) > this.#initialSize;
    return (
      first !== undefined &&
      !isLonger &&
      items.some((item) => item.kind === "artifact" && item.id === first.id)
    );
  }

  /** Corrects an offset for rows that have left the list. */
  #adjustOffset(offset: number): number {
    return Math.max(0, offset - Math.max(0, this.#initialSize - (this.size ?? this.#initialSize)));
  }

  async #fetch(request: PageRequest): Promise<RowPage<T> | undefined> {
    const page = await this.#source.fetchPage(request);
    // The load may have been canceled while the request was in flight.
    request.signal.throwIfAborted();
    if (page === undefined) {
      this.isUnsupported = true;
      this.#remaining = { kind: "nothing" };
      return undefined;
    }
    this.size = page.total ?? this.size;
    this.asOf = page.asOf;
    this.credibility = pickWorse(this.credibility, page.credibility);
    return page;
  }

  /** A list that changes meanwhile returns some rows twice. */
  #add(items: readonly Item<T>[]): void {
    for (const item of items) {
      const key = item.kind === "artifact" ? item.id : `unreadable ${item.id ?? `at ${item.position}`}`;
      if (this.#knownKeys.has(key)) continue;
      this.#knownKeys.add(key);
      this.bytes += estimateBytes(item);
      const index = this.#findInsertionIndex(item);
      this.items.splice(index, 0, item.kind === "artifact" ? this.#compact.compact(item) : item);
    }
  }

  /** Rows that entered the list after its newest ones were loaded are among those. */
  #findInsertionIndex(item: Item<T>): number {
    const oldest = this.#oldestOfNewest;
    if (item.kind !== "artifact" || oldest === undefined || item.id < oldest) return this.items.length;
    return this.items.findIndex((each) => each.kind === "artifact" && each.id < item.id);
  }
}

/** Maximum IDs per request. */
const maxRowsById = 100;

export class RowList<T extends ArtifactRow = ArtifactRow> extends PagedList<T, NewestFirstPageLoader<T>> {
  readonly #source: RowSource<T>;
  /** IDs of artifacts that were saved since they were loaded. */
  readonly #changedIds = new Set<number>();

  constructor(source: RowSource<T>) {
    super(() => new NewestFirstPageLoader(source));
    this.#source = source;
  }

  /** None if the server ignored the criteria. */
  override get items(): readonly Item<T>[] {
    return this.credibility === "contradicted" ? [] : this.loader.items;
  }

  /** Whether the rows match the criteria, as far as they show it. */
  get credibility(): FilterVerification {
    return this.loader.credibility;
  }

  get isUnsupported(): boolean {
    return this.loader.isUnsupported;
  }

  /** `undefined` if only the server knows. */
  isListed(artifact: Artifact): boolean | undefined {
    return this.#source.isListed?.(artifact);
  }

  /**
   * After an artifact was saved: the next load reloads its row, and the others only if the list may have changed
   * otherwise.
   */
  invalidateRow(id: number): void {
    const { loadRows, isFiltered = false, dropNewest } = this.#source;
    dropNewest?.();
    if (loadRows === undefined) this.invalidate();
    else if (isFiltered || this.loader.has(id)) this.#changedIds.add(id);
    else if (this.#isNewer(id)) this.invalidate();
  }

  protected override get hasChangedItems(): boolean {
    return this.#changedIds.size > 0;
  }

  protected override async updateItems(isStale: boolean, signal: AbortSignal): Promise<boolean> {
    const ids = [...this.#changedIds];
    this.#changedIds.clear();
    if (isStale || ids.length > maxRowsById) return false;
    const currentRows = await this.#loadById(ids, signal);
    const isAdded = ids.some((id) => currentRows?.get(id) !== undefined && !this.loader.has(id));
    if (currentRows === undefined || isAdded) return false;
    for (const id of ids) {
      const row = currentRows.get(id);
      if (row === undefined) this.loader.remove(id);
      else this.loader.replace(row);
    }
    return true;
  }

  async #loadById(ids: readonly number[], signal: AbortSignal): Promise<CurrentRowsById<T> | undefined> {
    try {
      const rows = await this.#source.loadRows?.(ids, signal);
      signal.throwIfAborted();
      return rows;
    } catch (reason) {
      if (signal.aborted) for (const id of ids) this.#changedIds.add(id);
      throw reason;
    }
  }

  /** Whether it was created after the newest row, rather than not loaded yet. */
  #isNewer(id: number): boolean {
    const newest = this.loader.items.find((item) => item.kind === "artifact");
    return newest === undefined || newest.id < id;
  }
}
