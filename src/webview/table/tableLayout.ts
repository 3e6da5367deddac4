// The layout of the table: visible columns, their widths, and the sort order.
import type { BuiltInColumn } from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { TableColumn, TableLayout } from "../../protocol/tableProtocol.ts";

/** In pixels; the title takes the remaining width. */
const defaultWidths: Readonly<Record<BuiltInColumn, number>> = {
  id: 84,
  title: 260,
  status: 150,
  assignee: 160,
  tracker: 120,
  project: 130,
  submittedBy: 150,
  submitted: 110,
  modified: 110,
};
const defaultFieldWidths: Readonly<Record<TableColumn["kind"], number>> = {
  text: 150,
  number: 100,
  date: 130,
};

export const minColumnWidth = 48;
export const maxColumnWidth = 1_200;

function isBuiltInColumn(key: ColumnKey): key is BuiltInColumn {
  return Object.hasOwn(defaultWidths, key);
}

/** The columns of a layout that exist. */
function getShownColumns({ shown }: TableLayout, columns: readonly TableColumn[]): readonly TableColumn[] {
  const columnsByKey = new Map(columns.map((column) => [column.key, column]));
  const existing = [...new Set(shown)].flatMap((key) => columnsByKey.get(key) ?? []);
  // A table without columns would look broken.
  return existing.length > 0 ? existing : columns.filter(({ key }) => key === "id" || key === "title");
}

export function getColumnWidth({ key, kind }: TableColumn, { widths }: TableLayout): number {
  return widths[key] ?? (isBuiltInColumn(key) ? defaultWidths[key] : defaultFieldWidths[kind]);
}

/** The value of `grid-template-columns`, without the selection column. */
export function toGridTemplateColumns(columns: readonly TableColumn[], layout: TableLayout): string {
  const growing = columns.find(({ key }) => key === "title") ?? columns.at(-1);
  return columns
    .map((column) => {
      const width = getColumnWidth(column, layout);
      const isFree = column === growing && layout.widths[column.key] === undefined;
      return isFree ? `minmax(${width}px, 1fr)` : `${width}px`;
    })
    .join(" ");
}

/** Minimum total width. */
export function sumColumnWidths(columns: readonly TableColumn[], layout: TableLayout): number {
  return columns.reduce((sum, column) => sum + getColumnWidth(column, layout), 0);
}

export function setColumnWidth(layout: TableLayout, key: ColumnKey, width: number): TableLayout {
  const newWidth = Math.round(Math.min(Math.max(width, minColumnWidth), maxColumnWidth));
  return { ...layout, widths: { ...layout.widths, [key]: newWidth } };
}

/** Hides a visible column, or shows a hidden one as the last. */
export function toggleColumn(layout: TableLayout, shown: readonly ColumnKey[], key: ColumnKey): TableLayout {
  const others = shown.filter((each) => each !== key);
  return { ...layout, shown: others.length < shown.length ? others : [...shown, key] };
}

export function moveColumn(
  layout: TableLayout,
  shown: readonly ColumnKey[],
  key: ColumnKey,
  step: number,
): TableLayout {
  const others = shown.filter((each) => each !== key);
  const index = Math.min(Math.max(shown.indexOf(key) + step, 0), others.length);
  return { ...layout, shown: others.toSpliced(index, 0, key) };
}

// The layout, which the user changes and the host stores.

export class LayoutState {
  layout: TableLayout = { shown: [], sort: undefined, widths: {} };
  /** Layouts that were set by the user or received before; the host may send them again later. */
  readonly #knownLayouts = new Set<string>();
  #last: {
    readonly layout: TableLayout;
    readonly all: readonly TableColumn[];
    readonly shown: readonly TableColumn[];
  } = {
    layout: this.layout,
    all: [],
    shown: [],
  };

  /** Ignores layouts that are older than what the user did since. */
  setFromHost(layout: TableLayout): void {
    const text = JSON.stringify(layout);
    if (this.#knownLayouts.has(text)) return;
    this.#knownLayouts.add(text);
    this.layout = layout;
  }

  setFromUser(layout: TableLayout): void {
    this.#knownLayouts.add(JSON.stringify(layout));
    this.layout = layout;
  }

  /** For a layout that the user is still changing, such as a width while dragging. */
  preview(layout: TableLayout): void {
    this.layout = layout;
  }

  /** Returns the same array while the columns are unchanged. */
  getColumns(all: readonly TableColumn[]): readonly TableColumn[] {
    const { layout, all: lastAll, shown } = this.#last;
    if (layout === this.layout && lastAll === all) return shown;
    const columns = getShownColumns(this.layout, all);
    const isSame =
      columns.length === shown.length && columns.every((column, index) => column === shown[index]);
    this.#last = { layout: this.layout, all, shown: isSame ? shown : columns };
    return this.#last.shown;
  }
}
