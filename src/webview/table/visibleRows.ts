// Filters and sorts the rows to show. The result is cached until one of its inputs changes.
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import {
  containsAllWords,
  sortRows,
  type SortValue,
  normalizeForSearch,
  splitSearchWords,
} from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { TableColumn, TableSort } from "../../protocol/tableProtocol.ts";
import {
  getBuiltInSortKey,
  toColumnSearchText,
  toRowSearchText,
  isFieldColumn,
} from "./builtInColumnValues.ts";
import type { FieldValueCache } from "./fieldValueCache.ts";
import type { LocaleFormatter } from "./localeFormatter.ts";

export interface RowSearch {
  readonly text: string;
  readonly column: ColumnKey | undefined;
}

interface VisibleRowsInput {
  readonly rows: readonly RowWithTracker[];
  /** Visible columns. */
  readonly columns: readonly TableColumn[];
  readonly search: RowSearch;
  readonly sort: TableSort | undefined;
}

export interface VisibleRows {
  readonly rows: readonly RowWithTracker[];
  readonly ids: readonly number[];
  readonly indexById: ReadonlyMap<number, number>;
}

export class VisibleRowsCache {
  readonly #values: FieldValueCache;
  #formatter: LocaleFormatter;
  #searchTexts = new WeakMap<RowWithTracker, string>();
  #last: (VisibleRowsInput & { readonly version: number; readonly shown: VisibleRows }) | undefined;

  constructor(values: FieldValueCache, formatter: LocaleFormatter) {
    this.#values = values;
    this.#formatter = formatter;
  }

  /** For another language. */
  setFormatter(formatter: LocaleFormatter): void {
    this.#formatter = formatter;
    this.#searchTexts = new WeakMap();
    this.#last = undefined;
  }

  get(input: VisibleRowsInput): VisibleRows {
    const { rows, columns, search, sort } = input;
    const needsValues = [search.column, sort?.by].some((key) => key !== undefined && isFieldColumn(key));
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
    if (last?.columns !== columns) this.#searchTexts = new WeakMap();
    const filtered = this.#filterRows(input);
    const sorted =
      sort === undefined
        ? filtered
        : sortRows(
            filtered,
            (row) => this.#getSortKey(row, sort.by),
            sort.direction,
            this.#formatter.collator,
          );
    const shown = {
      rows: sorted,
      ids: sorted.map(({ id }) => id),
      indexById: new Map(sorted.map(({ id }, index) => [id, index])),
    };
    this.#last = { ...input, version, shown };
    return shown;
  }

  #filterRows({ rows, columns, search }: VisibleRowsInput): readonly RowWithTracker[] {
    const words = splitSearchWords(search.text);
    if (words.length === 0) return rows;
    const now = Date.now();
    const shown = columns.map(({ key }) => key);
    return rows.filter((row) => containsAllWords(this.#getSearchText(row, search.column, shown, now), words));
  }

  #getSearchText(
    row: RowWithTracker,
    column: ColumnKey | undefined,
    shown: readonly ColumnKey[],
    now: number,
  ): string {
    if (column !== undefined) {
      return isFieldColumn(column)
        ? normalizeForSearch(this.#values.getText(row.id, column) ?? "")
        : toColumnSearchText(row, column, this.#formatter, now);
    }
    const searchText = this.#searchTexts.get(row) ?? toRowSearchText(row, shown, this.#formatter, now);
    this.#searchTexts.set(row, searchText);
    return searchText;
  }

  #getSortKey(row: RowWithTracker, key: ColumnKey): SortValue {
    return isFieldColumn(key)
      ? this.#values.getSortKey(row.id, key)
      : getBuiltInSortKey(row, key, this.#formatter);
  }
}
