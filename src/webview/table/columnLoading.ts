// To order or to search by a field, all of its values have to be there. What that takes is told first.
import type { PlacedRow } from "../../model/query/rows.ts";
import { nothingRead, type Piece, received, replaced, settled } from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { TableSort } from "../../protocol/table.ts";
import type { Table } from "./context.ts";
import { type FieldKey, isField } from "./facts.ts";

/** The rows that were read, of one reading after the other. */
export class ReadRows {
  #readings = nothingRead<PlacedRow>();
  #seen = this.#readings.shown.number;

  get rows(): readonly PlacedRow[] {
    return this.#readings.shown.rows;
  }

  take(piece: Piece<PlacedRow>, needed: number): void {
    this.#readings = received(this.#readings, piece, needed);
  }

  replace(rows: readonly PlacedRow[], gone: readonly number[]): void {
    this.#readings = replaced(this.#readings, rows, gone);
  }

  settle(): void {
    this.#readings = settled(this.#readings);
  }

  /** Whether there is another reading than when this was last asked. */
  isAnother(): boolean {
    const { number } = this.#readings.shown;
    const isAnother = number !== this.#seen;
    this.#seen = number;
    return isAnother;
  }
}

/** What a column is wanted for. */
type Purpose =
  { readonly kind: "sort"; readonly sort: TableSort } | { readonly kind: "find"; readonly column: ColumnKey };

interface LoadOffer {
  readonly purpose: Purpose;
  readonly key: FieldKey;
  readonly count: number;
  readonly seconds: number;
}

/** One question to the host: nothing to ask the person about. */
const fewRows = 100;

export class ColumnLoading {
  offer: LoadOffer | undefined;
  /** What is being loaded, and for what. */
  purpose: Purpose | undefined;
  readonly #page: Table;
  /** Fields whose values were all there once. */
  readonly #usable = new Set<ColumnKey>();
  /** Offers that somebody did not want. */
  readonly #declined = new Set<string>();
  #asked = 0;

  constructor(page: Table) {
    this.#page = page;
  }

  isUsable(key: ColumnKey): boolean {
    return !isField(key) || this.#usable.has(key);
  }

  sortBy(sort: TableSort): Promise<void> {
    return this.#want({ kind: "sort", sort }, sort.by);
  }

  findIn(column: ColumnKey): Promise<void> {
    return this.#want({ kind: "find", column }, column);
  }

  /** After a reading: what was ordered or searched by a field goes on so, rows that came meanwhile included. */
  async resume(): Promise<void> {
    const { layout, search } = this.#page;
    const { column } = search;
    if (column !== undefined && isField(column)) await this.findIn(column);
    const { sort } = layout;
    if (sort === undefined || !isField(sort.by) || this.#declined.has(sort.by)) return;
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
    this.#page.update();
  }

  async #want(purpose: Purpose, key: ColumnKey): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.offer = undefined;
    if (!isField(key)) {
      this.#apply(purpose);
      return;
    }
    const { length: count } = this.#lacking(key);
    if (count <= fewRows) {
      await (count === 0 ? this.#apply(purpose, key) : this.#load(purpose, key));
      return;
    }
    const { seconds } = await this.#page.call("estimate", { count });
    if (asked !== this.#asked) return;
    this.offer = { purpose, key, count, seconds };
    this.#page.update();
  }

  async #load(purpose: Purpose, key: FieldKey): Promise<void> {
    this.purpose = purpose;
    const ids = this.#page.allRows.map(({ id }) => id);
    const isWhole = await this.#page.values.load(key, ids);
    if (isWhole) this.#apply(purpose, key);
    else this.#declined.add(key);
  }

  #lacking(key: FieldKey): readonly number[] {
    return this.#page.values.lacking(
      this.#page.allRows.map(({ id }) => id),
      key,
    );
  }

  #apply(purpose: Purpose, key?: FieldKey): void {
    const page = this.#page;
    if (key !== undefined) this.#usable.add(key);
    if (purpose.kind === "find") {
      page.searchFor({ ...page.search, column: purpose.column });
      return;
    }
    const { sort } = page.layout;
    const isSame = sort?.by === purpose.sort.by && sort.direction === purpose.sort.direction;
    if (isSame) page.update();
    else page.arrange({ ...page.layout, sort: purpose.sort });
  }
}
