import type { Artifact, ArtifactRow } from "../model/artifact.ts";
import { type Failure, isAway } from "../model/failure.ts";
import type { Unreadable } from "../model/page.ts";
import type { PlacedRow } from "../model/query/rows.ts";
import type { RowList } from "./queries/rowList.ts";
import type { FoundPart, RowSource } from "./queries/rowList.ts";
import { type Look, type Meant, rowOf, type Selected, type State, type States } from "./triage/states.ts";

// The values of fields for the rows in view, a batch at a time, and how long that takes.

/** What a value cost a real server, in milliseconds; measured anew as soon as there is something to measure. */
const usualPace = 12;
/** How many of the last ones the pace is taken from: a server has better and worse hours. */
const lookBack = 500;

export class FieldValues {
  readonly #states: States;
  #count = 0;
  #elapsed = 0;

  constructor(states: States) {
    this.#states = states;
  }

  secondsFor(count: number): number {
    const pace = this.#count === 0 ? usualPace : this.#elapsed / this.#count;
    return (count * pace) / 1000;
  }

  /** Those that may be read; a server that can't be reached is thrown, unless it was called off. */
  async read(chosen: readonly Meant[], signal: AbortSignal): Promise<ReadonlyMap<number, Artifact>> {
    const { now } = this.#states.world.time;
    const askedAt = now();
    const looks = await this.#states.many(chosen, signal);
    const read = new Map<number, Artifact>();
    for (const look of looks) {
      if (look.kind === "state") read.set(look.state.artifact.id, look.state.artifact);
      else if (!signal.aborted && !isAway(look.failure)) throw look.failure;
    }
    if (!signal.aborted) this.#note(chosen.length, now() - askedAt);
    return read;
  }

  #note(count: number, elapsed: number): void {
    const kept = Math.max(0, Math.min(1, (lookBack - count) / Math.max(1, this.#count)));
    this.#elapsed = this.#elapsed * kept + elapsed;
    this.#count = this.#count * kept + count;
  }
}

// Rows of artifacts that were chosen one by one, perhaps across trackers: no list of the server has just these.

interface ChosenArtifact {
  readonly artifactId: number;
  readonly trackerId: number | undefined;
}

/** A row as it is now, with where it belongs. */
function placedNow(meant: Pick<Meant, "trackerId">, state: State): PlacedRow {
  const { row, trackerId } = rowOf(meant, state);
  const { tracker, color } = state.base;
  const id = tracker.id ?? trackerId;
  return { ...row, tracker: id === undefined ? undefined : { id, label: tracker.label ?? "", color } };
}

function itemOf(meant: Meant, look: Look, position: number): PlacedRow | Unreadable {
  if (look.kind === "state") return placedNow(meant, look.state);
  if (!isAway(look.failure)) throw look.failure;
  return { kind: "unreadable", position, id: meant.row.id };
}

/** The newest first, each once. */
export function selectedRows(states: States, chosen: readonly ChosenArtifact[]): RowSource<PlacedRow> {
  const byId = new Map(chosen.map((each) => [each.artifactId, each]));
  const all = [...byId.values()]
    .toSorted((one, other) => other.artifactId - one.artifactId)
    .map(({ artifactId, trackerId }): Meant => ({ row: { id: artifactId }, trackerId }));
  return {
    order: "newestFirst",
    fetch: async ({ offset, limit, signal }): Promise<FoundPart<PlacedRow>> => {
      const part = all.slice(offset, offset + limit);
      const looks = await states.many(part, signal);
      const items = part.flatMap((meant, place) => {
        const look = looks[place];
        return look === undefined ? [] : [itemOf(meant, look, offset + place)];
      });
      const end = offset + part.length;
      return { items, next: end < all.length ? end : undefined, size: all.length };
    },
  };
}

// The rows of a table, as far as they were read: page after page up to what a table holds, stopped and gone on with. What the
// server answers to another question than was asked is no row of it.

/** More of them nobody reads, and every one of them is in the memory of host and page. */
export const mostRows = 10_000;

type RowsState =
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

interface RowsOptions<T extends ArtifactRow> {
  readonly found: RowList<T>;
  readonly place: (row: T) => PlacedRow;
  readonly now: () => number;
  readonly tell: (news: RowsNews) => void;
}

export class TableRows<T extends ArtifactRow = ArtifactRow> {
  readonly #parts: RowsOptions<T>;
  /** In the order of the reading. */
  readonly #held = new Map<number, Held>();
  #taken = 0;
  #unreadable = 0;
  #state: RowsState = { kind: "reading" };
  #isStopped = false;

  constructor(parts: RowsOptions<T>) {
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

/** Rows as they are now, and which of them are no longer there. One that can't be read now stays as it was seen. */
export async function currentRows(
  states: States,
  seen: readonly Meant[],
  signal: AbortSignal,
): Promise<{ readonly now: readonly PlacedRow[]; readonly gone: readonly number[] }> {
  const looks = await states.many(seen, signal);
  const now: PlacedRow[] = [];
  const gone: number[] = [];
  seen.forEach((meant, place) => {
    const look = looks[place];
    if (look?.kind === "state") now.push(placedNow(meant, look.state));
    if (look?.kind === "unreadable" && look.failure.kind === "notFound") gone.push(meant.row.id);
  });
  return { now, gone };
}
