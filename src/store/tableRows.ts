import type { Artifact, ArtifactRow } from "../model/artifact.ts";
import { type Failure, isInaccessible } from "../model/failure.ts";
import type { UnreadableItem } from "../model/collectionPage.ts";
import type { RowWithTracker } from "../model/query/sortAndGroup.ts";
import type { RowList } from "./queries/rowList.ts";
import type { RowPage, RowSource } from "./queries/rowList.ts";
import {
  type ArtifactLoadResult,
  type ArtifactIdentity,
  toSelectedArtifact,
  type SelectedArtifact,
  type LoadedArtifact,
  type ArtifactLoader,
} from "./triage/artifactLoader.ts";

// Loads field values for visible rows in batches, and measures the time.

/** Measured on a real server; replaced by measurements as soon as there are some. */
const defaultMsPerValue = 12;
/** How many recent loads are averaged, because server load varies. */
const sampleWindow = 500;

export class FieldValueLoader {
  readonly #loader: ArtifactLoader;
  #count = 0;
  #elapsed = 0;

  constructor(loader: ArtifactLoader) {
    this.#loader = loader;
  }

  estimateSeconds(count: number): number {
    const msPerValue = this.#count === 0 ? defaultMsPerValue : this.#elapsed / this.#count;
    return (count * msPerValue) / 1000;
  }

  /** Accessible artifacts only. A failed request is thrown unless it was canceled. */
  async load(
    identities: readonly ArtifactIdentity[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, Artifact>> {
    const { now } = this.#loader.options.clock;
    const requestedAt = now();
    const results = await this.#loader.loadMany(identities, signal);
    const artifacts = new Map<number, Artifact>();
    for (const result of results) {
      if (result.kind === "loaded") artifacts.set(result.loaded.artifact.id, result.loaded.artifact);
      else if (!signal.aborted && !isInaccessible(result.failure)) throw result.failure;
    }
    if (!signal.aborted) this.#addMeasurement(identities.length, now() - requestedAt);
    return artifacts;
  }

  #addMeasurement(count: number, elapsed: number): void {
    const weight = Math.max(0, Math.min(1, (sampleWindow - count) / Math.max(1, this.#count)));
    this.#elapsed = this.#elapsed * weight + elapsed;
    this.#count = this.#count * weight + count;
  }
}

// Rows of selected artifacts, possibly across trackers.

interface ChosenArtifact {
  readonly artifactId: number;
  readonly trackerId: number | undefined;
}

/** With its tracker. */
export function toLoadedRow(
  identity: Pick<ArtifactIdentity, "trackerId">,
  loaded: LoadedArtifact,
): RowWithTracker {
  const { row, trackerId } = toSelectedArtifact(identity, loaded);
  const { tracker, color } = loaded.base;
  const id = tracker.id ?? trackerId;
  return { ...row, tracker: id === undefined ? undefined : { id, label: tracker.label ?? "", color } };
}

function toRowItem(
  identity: ArtifactIdentity,
  result: ArtifactLoadResult,
  position: number,
): RowWithTracker | UnreadableItem {
  if (result.kind === "loaded") return toLoadedRow(identity, result.loaded);
  if (!isInaccessible(result.failure)) throw result.failure;
  return { kind: "unreadable", position, id: identity.row.id };
}

/** Newest first, without duplicates. */
export function createSelectionSource(
  loader: ArtifactLoader,
  selected: readonly ChosenArtifact[],
): RowSource<RowWithTracker> {
  const byId = new Map(selected.map((artifact) => [artifact.artifactId, artifact]));
  const all = [...byId.values()]
    .toSorted((one, other) => other.artifactId - one.artifactId)
    .map(({ artifactId, trackerId }): ArtifactIdentity => ({ row: { id: artifactId }, trackerId }));
  return {
    order: "newestFirst",
    isListed: ({ id }) => byId.has(id),
    fetchPage: async ({ offset, limit, signal }): Promise<RowPage<RowWithTracker>> => {
      const page = all.slice(offset, offset + limit);
      const results = await loader.loadMany(page, signal);
      const items = page.flatMap((identity, index) => {
        const result = results[index];
        return result === undefined ? [] : [toRowItem(identity, result, offset + index)];
      });
      const end = offset + page.length;
      return { items, nextOffset: end < all.length ? end : undefined, total: all.length };
    },
  };
}

// The loaded rows of a table: page by page up to a limit, stopped and resumed. Results that ignore the conditions are
// never shown.

/** Whether two rows of an artifact look different. */
export function isRowChanged(before: RowWithTracker, now: RowWithTracker): boolean {
  const toText = ({ title, status, isOpen, assignees, modifiedOn, boardColumn }: RowWithTracker): string =>
    JSON.stringify([title, status, isOpen, assignees, modifiedOn, boardColumn]);
  return toText(before) !== toText(now);
}

/** Limits the memory of host and page. */
export const maxTableRows = 10_000;

type TableRowsState =
  | { readonly kind: "loading" | "stopped" }
  /** `remaining` is an upper bound of rows that aren't loaded, if the server reports a count. */
  | { readonly kind: "loaded"; readonly hasMore: boolean; readonly remaining: number | undefined }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The server ignored the conditions, or doesn't support the query. */
  | { readonly kind: "contradicted" | "absent" };

export type TableRowsEvent =
  | { readonly kind: "rows"; readonly from: number; readonly rows: readonly RowWithTracker[] }
  /** The shown rows didn't match the conditions. */
  | { readonly kind: "cleared" }
  | { readonly kind: "stateChanged" };

interface LoadedRow {
  readonly row: RowWithTracker;
  /** When it was loaded, by the monotonic clock. */
  readonly seenAt: number;
}

interface TableRowsOptions<T extends ArtifactRow> {
  readonly list: RowList<T>;
  readonly toTableRow: (row: T) => RowWithTracker;
  readonly now: () => number;
  readonly onEvent: (event: TableRowsEvent) => void;
}

export class TableRows<T extends ArtifactRow = ArtifactRow> {
  readonly #options: TableRowsOptions<T>;
  /** In loading order. */
  readonly #loaded = new Map<number, LoadedRow>();
  /** Keys of items of the list. Later items can be inserted before earlier ones. */
  readonly #processed = new Set<number | string>();
  #unreadableCount = 0;
  #state: TableRowsState = { kind: "loading" };
  #isStopped = false;

  constructor(options: TableRowsOptions<T>) {
    this.#options = options;
  }

  get state(): TableRowsState {
    return this.#state;
  }

  get rows(): readonly RowWithTracker[] {
    return [...this.#loaded.values()].map(({ row }) => row);
  }

  get firstRow(): RowWithTracker | undefined {
    return this.#loaded.values().next().value?.row;
  }

  get count(): number {
    return this.#loaded.size;
  }

  get isComplete(): boolean {
    return this.#state.kind === "loaded" && !this.#state.hasMore;
  }

  /** An upper bound. */
  get size(): number | undefined {
    return this.#options.list.size;
  }

  /** Rows that were invalid or inaccessible. */
  get unreadableCount(): number {
    return this.#unreadableCount;
  }

  find(id: number): RowWithTracker | undefined {
    return this.#loaded.get(id)?.row;
  }

  /** The rows as they were shown. */
  getSelected(ids: readonly number[]): readonly SelectedArtifact[] {
    return ids.flatMap((id) => {
      const loadedRow = this.#loaded.get(id);
      return loadedRow === undefined
        ? []
        : [{ row: loadedRow.row, trackerId: loadedRow.row.tracker?.id, seenAt: loadedRow.seenAt }];
    });
  }

  /** Continues loading, also after a failure. */
  async load(): Promise<void> {
    const { list } = this.#options;
    this.#isStopped = false;
    this.#setState({ kind: "loading" });
    const isEnough = (): boolean => {
      this.#addLoadedRows();
      return this.#isStopped || this.#processed.size >= maxTableRows;
    };
    if (list.lastFailure !== undefined) await list.loadMore();
    await list.loadUntil(isEnough);
    this.#addLoadedRows();
    this.#setState(this.#computeState());
  }

  /** Loaded rows stay. */
  stop(): void {
    this.#isStopped = true;
    this.#options.list.cancel();
  }

  close(): void {
    this.#isStopped = true;
    this.#options.list.close();
  }

  /** Updates single rows. */
  replace(rows: readonly RowWithTracker[], gone: readonly number[]): void {
    const seenAt = this.#options.now();
    for (const row of rows) {
      if (this.#loaded.has(row.id)) this.#loaded.set(row.id, { row, seenAt });
    }
    for (const id of gone) this.#loaded.delete(id);
  }

  #setState(state: TableRowsState): void {
    this.#state = state;
    this.#options.onEvent({ kind: "stateChanged" });
  }

  #computeState(): TableRowsState {
    const { list } = this.#options;
    if (list.isUnsupported) return { kind: "absent" };
    if (list.credibility === "contradicted") return { kind: "contradicted" };
    if (list.lastFailure !== undefined) return { kind: "failed", failure: list.lastFailure.failure };
    const { size, requestedCount, items } = list;
    if (list.hasMore && this.#processed.size < maxTableRows) return { kind: "stopped" };
    const surplus = items.length - this.#processed.size;
    const hasMore = list.hasMore || surplus > 0;
    const isCounted = hasMore && size !== undefined && requestedCount !== undefined;
    return { kind: "loaded", hasMore, remaining: isCounted ? size - requestedCount + surplus : undefined };
  }

  /** Adds rows loaded since the last call. */
  #addLoadedRows(): void {
    const { list, toTableRow, now, onEvent } = this.#options;
    if (list.credibility === "contradicted") {
      if (this.#loaded.size > 0) {
        this.#loaded.clear();
        onEvent({ kind: "cleared" });
      }
      return;
    }
    const from = this.#loaded.size;
    const seenAt = now();
    const added: RowWithTracker[] = [];
    for (const item of list.items) {
      const key = item.kind === "artifact" ? item.id : `unreadable ${item.id ?? `at ${item.position}`}`;
      if (this.#processed.has(key)) continue;
      if (this.#processed.size >= maxTableRows) break;
      this.#processed.add(key);
      if (item.kind === "unreadable") {
        this.#unreadableCount += 1;
        continue;
      }
      const row = toTableRow(item);
      this.#loaded.set(row.id, { row, seenAt });
      added.push(row);
    }
    if (added.length === 0) return;
    onEvent({ kind: "rows", from, rows: added });
    onEvent({ kind: "stateChanged" });
  }
}

interface ReloadedRows {
  readonly now: readonly RowWithTracker[];
  readonly artifacts: readonly Artifact[];
  readonly gone: readonly number[];
  /** Why a row couldn't be loaded, though the user may have access to it. */
  readonly failure: Failure | undefined;
}

/** Current rows, and which ones are deleted. Rows that can't be loaded stay as they were. */
export async function reloadTableRows(
  loader: ArtifactLoader,
  identities: readonly ArtifactIdentity[],
  signal: AbortSignal,
): Promise<ReloadedRows> {
  const results = await loader.loadMany(identities, signal);
  const now: RowWithTracker[] = [];
  const artifacts: Artifact[] = [];
  const gone: number[] = [];
  let lastFailure: Failure | undefined;
  identities.forEach((identity, index) => {
    const result = results[index];
    if (result?.kind === "loaded") {
      now.push(toLoadedRow(identity, result.loaded));
      artifacts.push(result.loaded.artifact);
    }
    if (result?.kind !== "unreadable") return;
    if (result.failure.kind === "notFound") gone.push(identity.row.id);
    else if (!isInaccessible(result.failure)) lastFailure = result.failure;
  });
  return { now, artifacts, gone, failure: lastFailure };
}
