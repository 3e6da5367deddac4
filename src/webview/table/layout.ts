// Which columns are shown, how wide, and in which order of rows.
import type { RowFact } from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { Column, TableLayout } from "../../protocol/table.ts";

/** In pixels; the title takes what is left. */
const usualWidths: Readonly<Record<RowFact, number>> = {
  id: 84,
  title: 260,
  status: 150,
  assignee: 160,
  tracker: 140,
  submittedBy: 150,
  submitted: 110,
  modified: 110,
};
const usualFieldWidths: Readonly<Record<Column["kind"], number>> = { text: 150, number: 100, date: 130 };

export const narrowest = 48;
export const widest = 1_200;

function isFact(key: ColumnKey): key is RowFact {
  return Object.hasOwn(usualWidths, key);
}

/** The columns of a layout, as far as there are such. */
function shownColumns({ shown }: TableLayout, columns: readonly Column[]): readonly Column[] {
  const known = new Map(columns.map((column) => [column.key, column]));
  const found = [...new Set(shown)].flatMap((key) => known.get(key) ?? []);
  // A table without any column could not be told from a broken one.
  return found.length > 0 ? found : columns.filter(({ key }) => key === "id" || key === "title");
}

export function widthOf({ key, kind }: Column, { widths }: TableLayout): number {
  return widths[key] ?? (isFact(key) ? usualWidths[key] : usualFieldWidths[kind]);
}

/** The columns as CSS has them, after the one for the selection. */
export function gridTracks(columns: readonly Column[], layout: TableLayout): string {
  const grows = columns.find(({ key }) => key === "title") ?? columns.at(-1);
  return columns
    .map((column) => {
      const width = widthOf(column, layout);
      const isFree = column === grows && layout.widths[column.key] === undefined;
      return isFree ? `minmax(${width}px, 1fr)` : `${width}px`;
    })
    .join(" ");
}

/** How wide they are together, at least. */
export function leastWidth(columns: readonly Column[], layout: TableLayout): number {
  return columns.reduce((sum, column) => sum + widthOf(column, layout), 0);
}

export function withWidth(layout: TableLayout, key: ColumnKey, width: number): TableLayout {
  const wide = Math.round(Math.min(Math.max(width, narrowest), widest));
  return { ...layout, widths: { ...layout.widths, [key]: wide } };
}

/** Shows a column as the last one, or hides it. */
export function withColumn(layout: TableLayout, shown: readonly ColumnKey[], key: ColumnKey): TableLayout {
  const without = shown.filter((each) => each !== key);
  return { ...layout, shown: without.length < shown.length ? without : [...shown, key] };
}

export function moved(
  layout: TableLayout,
  shown: readonly ColumnKey[],
  key: ColumnKey,
  by: number,
): TableLayout {
  const without = shown.filter((each) => each !== key);
  const at = Math.min(Math.max(shown.indexOf(key) + by, 0), without.length);
  return { ...layout, shown: without.toSpliced(at, 0, key) };
}

// The layout between the person who changes it and the host that keeps it.

export class LayoutKeeper {
  layout: TableLayout = { shown: [], sort: undefined, widths: {} };
  /** Layouts that came from here or were taken already: their echo is no news. */
  readonly #known = new Set<string>();
  #last: { readonly of: TableLayout; readonly all: readonly Column[]; readonly shown: readonly Column[] } = {
    of: this.layout,
    all: [],
    shown: [],
  };

  /** What the host says, which may be older than what was done here since. */
  hear(layout: TableLayout): void {
    const text = JSON.stringify(layout);
    if (this.#known.has(text)) return;
    this.#known.add(text);
    this.layout = layout;
  }

  set(layout: TableLayout): void {
    this.#known.add(JSON.stringify(layout));
    this.layout = layout;
  }

  /** One that is still being made. */
  preview(layout: TableLayout): void {
    this.layout = layout;
  }

  /** The same value while nothing of it is another one. */
  columns(all: readonly Column[]): readonly Column[] {
    const { of, all: known, shown } = this.#last;
    if (of === this.layout && known === all) return shown;
    const columns = shownColumns(this.layout, all);
    const isSame =
      columns.length === shown.length && columns.every((column, index) => column === shown[index]);
    this.#last = { of: this.layout, all, shown: isSame ? shown : columns };
    return this.#last.shown;
  }
}
