import type { PlacedRow } from "../../model/query/placedRow.ts";
import { nothingRead, type Piece, received, replaced, settled } from "../../model/table/readings.ts";

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
