// The rows as they are to be shown: narrowed down and in order. It is worked out again only when something of it is
// another one.
import type { PlacedRow } from "../../model/query/rows.ts";
import { hasAll, ordered, type OrderKey, searchable, wordsOf } from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { Column, TableSort } from "../../protocol/table.ts";
import { factOrder, findableFact, findableText, isField } from "./facts.ts";
import type { FieldValues } from "./fieldValues.ts";
import type { Formats } from "./formats.ts";

/** What is looked for, and where; undefined for all that rows bring with them. */
export interface Search {
  readonly text: string;
  readonly column: ColumnKey | undefined;
}

interface Wanted {
  readonly rows: readonly PlacedRow[];
  /** Those that are shown. */
  readonly columns: readonly Column[];
  readonly search: Search;
  readonly sort: TableSort | undefined;
}

export interface Shown {
  readonly rows: readonly PlacedRow[];
  readonly ids: readonly number[];
  readonly places: ReadonlyMap<number, number>;
}

export class Arrangement {
  readonly #values: FieldValues;
  #formats: Formats;
  #findable = new WeakMap<PlacedRow, string>();
  #last: (Wanted & { readonly version: number; readonly shown: Shown }) | undefined;

  constructor(values: FieldValues, formats: Formats) {
    this.#values = values;
    this.#formats = formats;
  }

  /** Texts in another language. */
  useFormats(formats: Formats): void {
    this.#formats = formats;
    this.#findable = new WeakMap();
    this.#last = undefined;
  }

  of(wanted: Wanted): Shown {
    const { rows, columns, search, sort } = wanted;
    const needsValues = [search.column, sort?.by].some((key) => key !== undefined && isField(key));
    const version = needsValues ? this.#values.version : 0;
    const last = this.#last;
    const isSame =
      last !== undefined &&
      last.rows === rows &&
      last.columns === columns &&
      last.version === version &&
      last.search.text === search.text &&
      last.search.column === search.column &&
      last.sort?.by === sort?.by &&
      last.sort?.direction === sort?.direction;
    if (isSame) return last.shown;
    if (last?.columns !== columns) this.#findable = new WeakMap();
    const found = this.#found(wanted);
    const arranged =
      sort === undefined
        ? found
        : ordered(found, (row) => this.#orderKey(row, sort.by), sort.direction, this.#formats.collator);
    const shown = {
      rows: arranged,
      ids: arranged.map(({ id }) => id),
      places: new Map(arranged.map(({ id }, index) => [id, index])),
    };
    this.#last = { ...wanted, version, shown };
    return shown;
  }

  #found({ rows, columns, search }: Wanted): readonly PlacedRow[] {
    const words = wordsOf(search.text);
    if (words.length === 0) return rows;
    const now = Date.now();
    const shown = columns.map(({ key }) => key);
    return rows.filter((row) => hasAll(this.#textIn(row, search.column, shown, now), words));
  }

  #textIn(row: PlacedRow, column: ColumnKey | undefined, shown: readonly ColumnKey[], now: number): string {
    if (column !== undefined) {
      return isField(column)
        ? searchable(this.#values.text(row.id, column) ?? "")
        : findableFact(row, column, this.#formats, now);
    }
    const known = this.#findable.get(row) ?? findableText(row, shown, this.#formats, now);
    this.#findable.set(row, known);
    return known;
  }

  #orderKey(row: PlacedRow, key: ColumnKey): OrderKey {
    return isField(key) ? this.#values.order(row.id, key) : factOrder(row, key, this.#formats);
  }
}
