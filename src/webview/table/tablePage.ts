// The state of the table page: rows, columns, selection and cursor.
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import {
  areAllSelected,
  selectAll,
  emptySelection,
  type RowChunk,
  type RowSelection,
  pruneSelection,
} from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import type {
  TableColumn,
  RowAction,
  TableHostMethods,
  TableLayout,
  TableSort,
  TableState,
} from "../../protocol/tableProtocol.ts";
import type { TableTexts } from "../../protocol/tableTexts.ts";
import { VisibleRowsCache, type RowSearch, type VisibleRows } from "./visibleRows.ts";
import { BulkEditController } from "./bulkEditController.ts";
import { CellEditor } from "./cellEditor.ts";
import { FullColumnLoader, TableRowBuffer } from "./columnLoader.ts";
import type { TablePageContext } from "./tablePageContext.ts";
import { type FieldColumnKey, isFieldColumn } from "./builtInColumnValues.ts";
import { FieldValueCache } from "./fieldValueCache.ts";
import { LocaleFormatter } from "./localeFormatter.ts";
import { LayoutState } from "./tableLayout.ts";
import type { Popup } from "./popup.ts";

/** The cell that keys act on. Row -1 is the header row, column 0 the selection column. */
export interface GridCursor {
  readonly row: number;
  readonly column: number;
}

/** What the page needs from the grid. */
export interface GridView {
  readonly getVisibleIds: () => readonly number[];
  /** Number of rows, from the first one, that are needed to fill the visible area. */
  readonly getNeededRowCount: () => number;
  readonly revealRow: (row: number) => void;
  readonly focus: () => void;
}

export class TablePage implements TablePageContext {
  readonly call: Rpc<TableHostMethods>["call"];
  readonly fieldValues: FieldValueCache;
  readonly cellEditor: CellEditor;
  readonly bulk: BulkEditController;
  readonly columnLoader: FullColumnLoader;
  readonly #render: () => void;
  readonly #visibleRowsCache: VisibleRowsCache;
  #texts: TableTexts | undefined;
  #state: TableState | undefined;
  #formatter = new LocaleFormatter("en");
  readonly #rowBuffer = new TableRowBuffer();
  readonly #layoutState = new LayoutState();
  #cursor: GridCursor = { row: 0, column: 1 };
  #cursorId: number | undefined;
  grid: GridView | undefined;
  selection: RowSelection = emptySelection;
  search: RowSearch = { text: "", column: undefined };
  popup: Popup | undefined;
  /** The error of the last failed call to the host. */
  errorText: string | undefined;
  /** For screen readers. */
  announcement = "";

  constructor(call: Rpc<TableHostMethods>["call"], render: () => void) {
    this.call = call;
    this.#render = render;
    this.fieldValues = new FieldValueCache({
      call,
      getVisible: () => ({ ids: this.grid?.getVisibleIds() ?? [], keys: this.fieldKeys }),
      onChange: () => this.requestRender(),
      onError: (text) => this.showError(text),
    });
    this.#visibleRowsCache = new VisibleRowsCache(this.fieldValues, this.#formatter);
    this.cellEditor = new CellEditor(this);
    this.bulk = new BulkEditController(this);
    this.columnLoader = new FullColumnLoader(this);
  }

  get isReady(): boolean {
    return this.#texts !== undefined && this.#state !== undefined;
  }

  get texts(): TableTexts {
    if (this.#texts === undefined) throw new Error("The host has not sent its texts yet.");
    return this.#texts;
  }

  get state(): TableState {
    if (this.#state === undefined) throw new Error("The host has not sent the state of the table yet.");
    return this.#state;
  }

  get formatter(): LocaleFormatter {
    return this.#formatter;
  }

  get layout(): TableLayout {
    return this.#layoutState.layout;
  }

  get columns(): readonly TableColumn[] {
    return this.#layoutState.getColumns(this.#state?.columns ?? []);
  }

  get fieldKeys(): readonly FieldColumnKey[] {
    return this.columns.map(({ key }) => key).filter(isFieldColumn);
  }

  /** All loaded rows, in the order of the server. */
  get allRows(): readonly RowWithTracker[] {
    return this.#rowBuffer.rows;
  }

  /** The current sort order; a field only counts once its values are loaded. */
  get sort(): TableSort | undefined {
    const { sort } = this.layout;
    return sort !== undefined && this.columnLoader.isLoaded(sort.by) ? sort : undefined;
  }

  get visibleRows(): VisibleRows {
    const { allRows: rows, columns, search, sort } = this;
    return this.#visibleRowsCache.get({ rows, columns, search, sort });
  }

  get cursor(): GridCursor {
    const { row, column } = this.#cursor;
    const index = this.#cursorId === undefined ? undefined : this.visibleRows.indexById.get(this.#cursorId);
    const last = this.visibleRows.rows.length - 1;
    return {
      row: row === -1 ? -1 : Math.min(index ?? row, last),
      column: Math.min(column, this.columns.length),
    };
  }

  get cursorRow(): RowWithTracker | undefined {
    return this.visibleRows.rows[this.cursor.row];
  }

  /** Selected rows in the order of the table; those hidden by a filter come last. */
  get selectedIds(): readonly number[] {
    const { ids } = this.selection;
    const visible = this.visibleRows.ids.filter((id) => ids.has(id));
    if (visible.length === ids.size) return visible;
    return [...new Set([...visible, ...ids])];
  }

  /** The rows that a key acts on: the row with the cursor, or all selected rows if it is one of them. */
  get targetIds(): readonly number[] {
    const row = this.cursorRow;
    if (row === undefined) return this.selectedIds;
    return this.selection.ids.has(row.id) ? this.selectedIds : [row.id];
  }

  setTexts(texts: TableTexts): void {
    this.#texts = texts;
    this.#formatter = new LocaleFormatter(texts.language);
    this.#visibleRowsCache.setFormatter(this.#formatter);
    this.requestRender();
  }

  setState(state: TableState): void {
    this.#state = state;
    this.#layoutState.setFromHost(state.layout);
    if (state.loadState.kind !== "loading") this.#rowBuffer.finishLoad();
    if (state.loadState.kind === "loaded") {
      const ids = new Set(this.allRows.map(({ id }) => id));
      this.setSelection(pruneSelection(this.selection, (id) => ids.has(id)));
      void this.columnLoader.resume();
    }
    this.#afterLoad();
  }

  addRows(chunk: RowChunk<RowWithTracker>): void {
    this.#rowBuffer.add(chunk, this.grid?.getNeededRowCount() ?? 0);
    this.#afterLoad();
  }

  updateRows(rows: readonly RowWithTracker[], removedIds: readonly number[]): void {
    this.#rowBuffer.update(rows, removedIds);
    this.fieldValues.invalidate(rows.map(({ id }) => id));
    const removed = new Set(removedIds);
    this.setSelection(pruneSelection(this.selection, (id) => !removed.has(id)));
    void this.columnLoader.resume();
    this.fieldValues.scheduleLoad();
    this.requestRender();
  }

  setLayout(layout: TableLayout): void {
    this.#layoutState.setFromUser(layout);
    void this.call("saveLayout", layout);
    this.fieldValues.scheduleLoad();
    this.requestRender();
  }

  /** For a layout that the user is still changing. */
  previewLayout(layout: TableLayout): void {
    this.#layoutState.preview(layout);
    this.requestRender();
  }

  moveCursor(cursor: GridCursor): void {
    this.#cursor = cursor;
    this.#cursorId = this.visibleRows.rows[cursor.row]?.id;
    if (cursor.row >= 0) this.grid?.revealRow(cursor.row);
    this.requestRender();
  }

  setSelection(selection: RowSelection): void {
    if (selection === this.selection) return;
    this.selection = selection;
    this.bulk.handleSelectionChange();
    this.requestRender();
  }

  selectAll(): void {
    this.setSelection(selectAll(this.visibleRows.ids));
  }

  /** Selects all visible rows, or clears the selection if all are selected. */
  toggleAll(): void {
    if (areAllSelected(this.selection, this.visibleRows.ids)) this.clearSelection();
    else this.selectAll();
  }

  clearSelection(): void {
    this.setSelection(emptySelection);
  }

  setSearch(search: RowSearch): void {
    this.search = search;
    this.fieldValues.scheduleLoad();
    this.requestRender();
  }

  runAction(action: RowAction, ids: readonly number[] = this.targetIds): void {
    if (ids.length === 0) return;
    const params = action === "open" ? { ids, action, order: this.visibleRows.ids } : { ids, action };
    this.reportErrors(this.call("runRowAction", params));
  }

  /** Shows the error if the promise is rejected. */
  reportErrors(promise: Promise<unknown>): void {
    promise.catch((failure: unknown) =>
      this.showError(failure instanceof Error ? failure.message : String(failure)),
    );
  }

  openPopup(popup: Popup): void {
    this.popup = popup;
    this.requestRender();
  }

  /** Closes the popup and returns the focus to where it was opened from. */
  closePopup(): void {
    if (this.popup === undefined) return;
    const { focusOnClose } = this.popup;
    this.popup = undefined;
    this.requestRender();
    if (focusOnClose?.isConnected === true) focusOnClose.focus();
    else this.grid?.focus();
  }

  /** Closes the popup without moving the focus, because the user moved it elsewhere. */
  dismissPopup(): void {
    if (this.popup === undefined) return;
    this.popup = undefined;
    this.requestRender();
  }

  /** Cancels the bulk edit, otherwise clears the selection, otherwise the search. */
  handleEscape(): void {
    if (this.bulk.isStarted) {
      if (!this.bulk.isBusy) this.bulk.cancel();
    } else if (this.selection.ids.size > 0) this.clearSelection();
    else if (this.search.text !== "") this.setSearch({ ...this.search, text: "" });
  }

  showError(text: string | undefined): void {
    this.errorText = text;
    this.requestRender();
  }

  announce(text: string): void {
    this.announcement = text;
    this.requestRender();
  }

  requestRender(): void {
    this.#render();
  }

  getColumnLabel(key: ColumnKey): string {
    return this.state.columns.find((column) => column.key === key)?.label ?? "";
  }

  /** After a reload, all field values are outdated. */
  #afterLoad(): void {
    if (this.#rowBuffer.hasReloaded()) this.fieldValues.invalidate();
    this.fieldValues.scheduleLoad();
    this.requestRender();
  }
}
