// The rows of a table, as far as they were read: page after page up to what a table holds, stopped and gone on with. What the
// server answers to another question than was asked is no row of it.
import type { ArtifactRow } from "../../model/artifact.ts";
import type { Failure } from "../../model/failure.ts";
import type { PlacedRow } from "../../model/query/placedRow.ts";
import type { Found } from "../queries/found.ts";
import type { Selected } from "../triage/states.ts";

/** More of them nobody reads, and every one of them is in the memory of host and page. */
export const mostRows = 10_000;

export type RowsState =
  | { readonly kind: "reading" | "stopped" }
  /** `rest` counts what was not read, at most; undefined for who does not count. */
  | { readonly kind: "read"; readonly hasMore: boolean; readonly rest: number | undefined }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The server has passed over what was asked, or can't be asked it. */
  | { readonly kind: "contradicted" | "absent" };

export type RowsNews =
  | { readonly kind: "rows"; readonly from: number; readonly rows: readonly PlacedRow[] }
  /** What was shown was no answer. */
  | { readonly kind: "cleared" }
  | { readonly kind: "state" };

interface Held {
  readonly row: PlacedRow;
  /** When it was there, by our own time. */
  readonly seenAt: number;
}

interface RowsParts<T extends ArtifactRow> {
  readonly found: Found<T>;
  readonly place: (row: T) => PlacedRow;
  readonly now: () => number;
  readonly tell: (news: RowsNews) => void;
}

export class TableRows<T extends ArtifactRow = ArtifactRow> {
  readonly #parts: RowsParts<T>;
  /** In the order of the reading. */
  readonly #held = new Map<number, Held>();
  #taken = 0;
  #unreadable = 0;
  #state: RowsState = { kind: "reading" };
  #isStopped = false;

  constructor(parts: RowsParts<T>) {
    this.#parts = parts;
  }

  get state(): RowsState {
    return this.#state;
  }

  get rows(): readonly PlacedRow[] {
    return [...this.#held.values()].map(({ row }) => row);
  }

  get first(): PlacedRow | undefined {
    return this.#held.values().next().value?.row;
  }

  get count(): number {
    return this.#held.size;
  }

  /** Whether all there are were read. */
  get isWhole(): boolean {
    return this.#state.kind === "read" && !this.#state.hasMore;
  }

  /** An upper bound of all there are. */
  get size(): number | undefined {
    return this.#parts.found.size;
  }

  /** How many made no sense, or are hidden from us. */
  get unreadable(): number {
    return this.#unreadable;
  }

  find(id: number): PlacedRow | undefined {
    return this.#held.get(id)?.row;
  }

  /** As they were shown, for whatever is decided about them. */
  selected(ids: readonly number[]): readonly Selected[] {
    return ids.flatMap((id) => {
      const held = this.#held.get(id);
      return held === undefined
        ? []
        : [{ row: held.row, trackerId: held.row.tracker?.id, seenAt: held.seenAt }];
    });
  }

  /** Reads on from where it is, after a failure too. */
  async read(): Promise<void> {
    const { found } = this.#parts;
    this.#isStopped = false;
    this.#enter({ kind: "reading" });
    const isEnough = (): boolean => {
      this.#take();
      return this.#isStopped || this.#taken >= mostRows;
    };
    if (found.trouble !== undefined) await found.more();
    await found.loadUntil(isEnough);
    this.#take();
    this.#enter(this.#outcome());
  }

  /** What was read stays. */
  stop(): void {
    this.#isStopped = true;
    this.#parts.found.cancel();
  }

  close(): void {
    this.#isStopped = true;
    this.#parts.found.close();
  }

  /** Single rows as they are now. */
  replace(rows: readonly PlacedRow[], gone: readonly number[]): void {
    const seenAt = this.#parts.now();
    for (const row of rows) {
      if (this.#held.has(row.id)) this.#held.set(row.id, { row, seenAt });
    }
    for (const id of gone) this.#held.delete(id);
  }

  #enter(state: RowsState): void {
    this.#state = state;
    this.#parts.tell({ kind: "state" });
  }

  #outcome(): RowsState {
    const { found } = this.#parts;
    if (found.isAbsent) return { kind: "absent" };
    if (found.credibility === "contradicted") return { kind: "contradicted" };
    if (found.trouble !== undefined) return { kind: "failed", failure: found.trouble.failure };
    const { size, lookedAt, items } = found;
    if (found.hasMore && this.#taken < mostRows) return { kind: "stopped" };
    const surplus = items.length - this.#taken;
    const hasMore = found.hasMore || surplus > 0;
    const isCounted = hasMore && size !== undefined && lookedAt !== undefined;
    return { kind: "read", hasMore, rest: isCounted ? size - lookedAt + surplus : undefined };
  }

  /** What has come since the last look. */
  #take(): void {
    const { found, place, now, tell } = this.#parts;
    if (found.credibility === "contradicted") {
      if (this.#held.size > 0) {
        this.#held.clear();
        tell({ kind: "cleared" });
      }
      return;
    }
    const from = this.#held.size;
    const seenAt = now();
    const added: PlacedRow[] = [];
    const until = Math.min(found.items.length, mostRows);
    for (const item of found.items.slice(this.#taken, until)) {
      if (item.kind === "unreadable") {
        this.#unreadable += 1;
        continue;
      }
      const row = place(item);
      this.#held.set(row.id, { row, seenAt });
      added.push(row);
    }
    this.#taken = until;
    if (added.length === 0) return;
    tell({ kind: "rows", from, rows: added });
    tell({ kind: "state" });
  }
}
