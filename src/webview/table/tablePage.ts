// The page between its parts and the host: what is shown, what is selected, where the cursor is.
import type { PlacedRow } from "../../model/query/rows.ts";
import { areAll, everything, nothingSelected, type Piece, type Selection, still } from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import type {
  Column,
  RowAction,
  TableHostMethods,
  TableLayout,
  TableSort,
  TableState,
} from "../../protocol/table.ts";
import type { TableTexts } from "../../protocol/tableTexts.ts";
import { Arrangement, type Search, type Shown } from "./arrangement.ts";
import { Bulk } from "./bulk.ts";
import { CellChanges } from "./cellChanges.ts";
import { ColumnLoading, ReadRows } from "./columnLoading.ts";
import type { Table } from "./context.ts";
import { type FieldKey, isField } from "./facts.ts";
import { FieldValues } from "./fieldValues.ts";
import { Formats } from "./formats.ts";
import { LayoutKeeper } from "./layout.ts";
import type { Popup } from "./popup.ts";

/** Where the keys act. Row -1 is the row of headings, column 0 that of the selection. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

/** What the page needs of what draws its rows. */
export interface Sight {
  readonly idsInSight: () => readonly number[];
  /** How many rows it takes to fill what is in sight, from the first of all. */
  readonly rowsNeeded: () => number;
  readonly reveal: (row: number) => void;
  readonly takeFocus: () => void;
}

export class TablePage implements Table {
  readonly call: Rpc<TableHostMethods>["call"];
  readonly values: FieldValues;
  readonly changes: CellChanges;
  readonly bulk: Bulk;
  readonly columnLoading: ColumnLoading;
  readonly #draw: () => void;
  readonly #arrangement: Arrangement;
  #texts: TableTexts | undefined;
  #state: TableState | undefined;
  #formats = new Formats("en");
  readonly #read = new ReadRows();
  readonly #keeper = new LayoutKeeper();
  #cursor: Cursor = { row: 0, column: 1 };
  #cursorId: number | undefined;
  sight: Sight | undefined;
  selection: Selection = nothingSelected;
  search: Search = { text: "", column: undefined };
  popup: Popup | undefined;
  /** What the host could not do when it was last asked. */
  trouble: string | undefined;
  /** Said to those who don't see the page. */
  said = "";

  constructor(call: Rpc<TableHostMethods>["call"], draw: () => void) {
    this.call = call;
    this.#draw = draw;
    this.values = new FieldValues({
      call,
      wanted: () => ({ ids: this.sight?.idsInSight() ?? [], keys: this.fieldKeys }),
      changed: () => this.update(),
      failed: (text) => this.complain(text),
    });
    this.#arrangement = new Arrangement(this.values, this.#formats);
    this.changes = new CellChanges(this);
    this.bulk = new Bulk(this);
    this.columnLoading = new ColumnLoading(this);
  }

  get isReady(): boolean {
    return this.#texts !== undefined && this.#state !== undefined;
  }

  get texts(): TableTexts {
    if (this.#texts === undefined) throw new Error("The host has not said its texts yet.");
    return this.#texts;
  }

  get state(): TableState {
    if (this.#state === undefined) throw new Error("The host has not said what is shown yet.");
    return this.#state;
  }

  get formats(): Formats {
    return this.#formats;
  }

  get layout(): TableLayout {
    return this.#keeper.layout;
  }

  get columns(): readonly Column[] {
    return this.#keeper.columns(this.#state?.columns ?? []);
  }

  get fieldKeys(): readonly FieldKey[] {
    return this.columns.map(({ key }) => key).filter(isField);
  }

  /** All that was read, as the server ordered it. */
  get allRows(): readonly PlacedRow[] {
    return this.#read.rows;
  }

  /** By what rows are ordered now: by a field only once its values are there. */
  get sort(): TableSort | undefined {
    const { sort } = this.layout;
    return sort !== undefined && this.columnLoading.isUsable(sort.by) ? sort : undefined;
  }

  get shown(): Shown {
    const { allRows: rows, columns, search, sort } = this;
    return this.#arrangement.of({ rows, columns, search, sort });
  }

  get cursor(): Cursor {
    const { row, column } = this.#cursor;
    const place = this.#cursorId === undefined ? undefined : this.shown.places.get(this.#cursorId);
    const last = this.shown.rows.length - 1;
    return {
      row: row === -1 ? -1 : Math.min(place ?? row, last),
      column: Math.min(column, this.columns.length),
    };
  }

  get cursorRow(): PlacedRow | undefined {
    return this.shown.rows[this.cursor.row];
  }

  /** Selected rows as they stand; those that a filter hides come last. */
  get selectedIds(): readonly number[] {
    const { ids } = this.selection;
    const inSight = this.shown.ids.filter((id) => ids.has(id));
    if (inSight.length === ids.size) return inSight;
    return [...new Set([...inSight, ...ids])];
  }

  /** What a key acts on: the row with the cursor, and if it is selected all that are. */
  get targets(): readonly number[] {
    const row = this.cursorRow;
    if (row === undefined) return this.selectedIds;
    return this.selection.ids.has(row.id) ? this.selectedIds : [row.id];
  }

  takeTexts(texts: TableTexts): void {
    this.#texts = texts;
    this.#formats = new Formats(texts.language);
    this.#arrangement.useFormats(this.#formats);
    this.update();
  }

  takeState(state: TableState): void {
    this.#state = state;
    this.#keeper.hear(state.layout);
    if (state.reading.kind !== "reading") this.#read.settle();
    if (state.reading.kind === "read") {
      const there = new Set(this.allRows.map(({ id }) => id));
      this.select(still(this.selection, (id) => there.has(id)));
      void this.columnLoading.resume();
    }
    this.#afterReading();
  }

  takeRows(piece: Piece<PlacedRow>): void {
    this.#read.take(piece, this.sight?.rowsNeeded() ?? 0);
    this.#afterReading();
  }

  takeChanged(rows: readonly PlacedRow[], gone: readonly number[]): void {
    this.#read.replace(rows, gone);
    this.values.outdate(rows.map(({ id }) => id));
    const away = new Set(gone);
    this.select(still(this.selection, (id) => !away.has(id)));
    void this.columnLoading.resume();
    this.values.look();
    this.update();
  }

  arrange(layout: TableLayout): void {
    this.#keeper.set(layout);
    void this.call("layout", layout);
    this.values.look();
    this.update();
  }

  /** A layout that is still being made. */
  preview(layout: TableLayout): void {
    this.#keeper.preview(layout);
    this.update();
  }

  moveTo(cursor: Cursor): void {
    this.#cursor = cursor;
    this.#cursorId = this.shown.rows[cursor.row]?.id;
    if (cursor.row >= 0) this.sight?.reveal(cursor.row);
    this.update();
  }

  select(selection: Selection): void {
    if (selection === this.selection) return;
    this.selection = selection;
    this.bulk.selectionChanged();
    this.update();
  }

  selectAll(): void {
    this.select(everything(this.shown.ids));
  }

  /** All that are shown; none if they are selected already. */
  toggleAll(): void {
    if (areAll(this.selection, this.shown.ids)) this.clearSelection();
    else this.selectAll();
  }

  clearSelection(): void {
    this.select(nothingSelected);
  }

  searchFor(search: Search): void {
    this.search = search;
    this.values.look();
    this.update();
  }

  act(action: RowAction, ids: readonly number[] = this.targets): void {
    if (ids.length === 0) return;
    const wanted = action === "open" ? { ids, action, order: this.shown.ids } : { ids, action };
    this.tell(this.call("act", wanted));
  }

  /** For what nobody waits for: if it fails, the person gets to know. */
  tell(done: Promise<unknown>): void {
    done.catch((failure: unknown) =>
      this.complain(failure instanceof Error ? failure.message : String(failure)),
    );
  }

  open(popup: Popup): void {
    this.popup = popup;
    this.update();
  }

  /** Whoever opened it goes on where they were. */
  close(): void {
    if (this.popup === undefined) return;
    const { returnTo } = this.popup;
    this.popup = undefined;
    this.update();
    if (returnTo?.isConnected === true) returnTo.focus();
    else this.sight?.takeFocus();
  }

  /** Somebody went elsewhere: the focus is theirs. */
  dismissPopup(): void {
    if (this.popup === undefined) return;
    this.popup = undefined;
    this.update();
  }

  complain(text: string | undefined): void {
    this.trouble = text;
    this.update();
  }

  say(text: string): void {
    this.said = text;
    this.update();
  }

  update(): void {
    this.#draw();
  }

  labelOf(key: ColumnKey): string {
    return this.state.columns.find((column) => column.key === key)?.label ?? "";
  }

  /** Another reading than before makes old what is known of fields. */
  #afterReading(): void {
    if (this.#read.isAnother()) this.values.outdate();
    this.values.look();
    this.update();
  }
}
