// Loads all values of a field before the table is sorted by it or searched in it, after showing how long that takes.
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import {
  createRowLoads,
  type RowChunk,
  addRowChunk,
  updateAndRemoveRows,
  showPendingLoad,
} from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { TableSort } from "../../protocol/tableProtocol.ts";
import type { TablePageContext } from "./tablePageContext.ts";
import { type FieldColumnKey, isFieldColumn } from "./builtInColumnValues.ts";

/** The rows of the current load; a reload replaces them. */
export class TableRowBuffer {
  #loads = createRowLoads<RowWithTracker>();
  #lastLoadId = this.#loads.shown.loadId;

  get rows(): readonly RowWithTracker[] {
    return this.#loads.shown.rows;
  }

  add(chunk: RowChunk<RowWithTracker>, needed: number): void {
    this.#loads = addRowChunk(this.#loads, chunk, needed);
  }

  update(rows: readonly RowWithTracker[], removedIds: readonly number[]): void {
    this.#loads = updateAndRemoveRows(this.#loads, rows, removedIds);
  }

  finishLoad(): void {
    this.#loads = showPendingLoad(this.#loads);
  }

  /** Whether the rows were reloaded since the last call. */
  hasReloaded(): boolean {
    const { loadId } = this.#loads.shown;
    const hasReloaded = loadId !== this.#lastLoadId;
    this.#lastLoadId = loadId;
    return hasReloaded;
  }
}

type LoadPurpose =
  | { readonly kind: "sort"; readonly sort: TableSort }
  | { readonly kind: "search"; readonly column: ColumnKey };

interface LoadOffer {
  readonly purpose: LoadPurpose;
  readonly key: FieldColumnKey;
  readonly count: number;
  readonly seconds: number;
}

/** Up to this number one call to the host is enough, so the user isn't asked. */
const maxRowsWithoutOffer = 100;

export class FullColumnLoader {
  offer: LoadOffer | undefined;
  /** The purpose of the column that is being loaded. */
  purpose: LoadPurpose | undefined;
  readonly #page: TablePageContext;
  /** Fields that were completely loaded once. */
  readonly #loadedKeys = new Set<ColumnKey>();
  /** Fields whose offer the user declined. */
  readonly #declined = new Set<string>();
  #requestId = 0;

  constructor(page: TablePageContext) {
    this.#page = page;
  }

  isLoaded(key: ColumnKey): boolean {
    return !isFieldColumn(key) || this.#loadedKeys.has(key);
  }

  sortBy(sort: TableSort): Promise<void> {
    return this.#request({ kind: "sort", sort }, sort.by);
  }

  searchIn(column: ColumnKey): Promise<void> {
    return this.#request({ kind: "search", column }, column);
  }

  /** After a load: also loads the field values of new rows, if the table is sorted by a field or searched in one. */
  async resume(): Promise<void> {
    const { layout, search } = this.#page;
    const { column } = search;
    if (column !== undefined && isFieldColumn(column)) await this.searchIn(column);
    const { sort } = layout;
    if (sort === undefined || !isFieldColumn(sort.by) || this.#declined.has(sort.by)) return;
    await this.sortBy(sort);
  }

  async accept(): Promise<void> {
    const { offer } = this;
    this.offer = undefined;
    if (offer !== undefined) await this.#load(offer.purpose, offer.key);
  }

  decline(): void {
    if (this.offer !== undefined) this.#declined.add(this.offer.key);
    this.offer = undefined;
    this.#page.requestRender();
  }

  async #request(purpose: LoadPurpose, key: ColumnKey): Promise<void> {
    this.#requestId += 1;
    const requestId = this.#requestId;
    this.offer = undefined;
    if (!isFieldColumn(key)) {
      this.#apply(purpose);
      return;
    }
    const { length: count } = this.#findMissing(key);
    if (count <= maxRowsWithoutOffer) {
      await (count === 0 ? this.#apply(purpose, key) : this.#load(purpose, key));
      return;
    }
    const { seconds } = await this.#page.call("estimateLoadTime", { count });
    if (requestId !== this.#requestId) return;
    this.offer = { purpose, key, count, seconds };
    this.#page.requestRender();
  }

  async #load(purpose: LoadPurpose, key: FieldColumnKey): Promise<void> {
    this.purpose = purpose;
    const ids = this.#page.allRows.map(({ id }) => id);
    const isComplete = await this.#page.fieldValues.loadColumn(key, ids);
    if (isComplete) this.#apply(purpose, key);
    else this.#declined.add(key);
  }

  #findMissing(key: FieldColumnKey): readonly number[] {
    return this.#page.fieldValues.findMissing(
      this.#page.allRows.map(({ id }) => id),
      key,
    );
  }

  #apply(purpose: LoadPurpose, key?: FieldColumnKey): void {
    const page = this.#page;
    if (key !== undefined) this.#loadedKeys.add(key);
    if (purpose.kind === "search") {
      page.setSearch({ ...page.search, column: purpose.column });
      return;
    }
    const { sort } = page.layout;
    const isSame = sort?.by === purpose.sort.by && sort.direction === purpose.sort.direction;
    if (isSame) page.requestRender();
    else page.setLayout({ ...page.layout, sort: purpose.sort });
  }
}
