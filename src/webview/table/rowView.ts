// A row on the screen. There are only as many as are in sight; each shows one row after the other.
import type { PlacedRow } from "../../model/query/placedRow.ts";
import { cellFor, type CellView, selectCell, wholeText } from "./cells.ts";
import type { Cursor, TablePage } from "./tablePage.ts";

/** The index of no row, nor of the headings. */
const none = -2;

export class RowView {
  readonly element: HTMLElement;
  /** Which row it shows. */
  index = none;
  readonly #page: TablePage;
  readonly #cells: readonly CellView[];
  #row: PlacedRow | undefined;
  #isSelected = false;
  #marked: HTMLElement | undefined;

  constructor(page: TablePage, name: string) {
    this.#page = page;
    this.#cells = [selectCell(page), ...page.columns.map((column) => cellFor(page, column))];
    this.element = document.createElement("div");
    this.element.className = "row";
    this.element.hidden = true;
    this.element.setAttribute("role", "row");
    this.element.setAttribute("aria-selected", "false");
    this.#cells.forEach(({ element }, column) => {
      element.id = `${name}-${column}`;
      element.setAttribute("aria-colindex", String(column + 1));
    });
    this.element.append(...this.#cells.map(({ element }) => element));
  }

  show(index: number, row: PlacedRow, rowHeight: number): void {
    const { element } = this;
    if (this.index !== index) {
      if (this.index === none) element.hidden = false;
      this.index = index;
      element.style.transform = `translateY(${index * rowHeight}px)`;
      // The row of headings is the first one.
      element.setAttribute("aria-rowindex", String(index + 2));
    }
    this.#row = row;
    const isSelected = this.#page.selection.ids.has(row.id);
    if (isSelected !== this.#isSelected) {
      this.#isSelected = isSelected;
      element.setAttribute("aria-selected", isSelected ? "true" : "false");
    }
    for (const cell of this.#cells) cell.show(row);
  }

  /** Shows whether the cursor is here. */
  mark({ row, column }: Cursor): void {
    const marked = row === this.index ? this.#cells[column]?.element : undefined;
    if (marked === this.#marked) return;
    this.#marked?.classList.remove("has-cursor");
    marked?.classList.add("has-cursor");
    this.#marked = marked;
  }

  hide(): void {
    if (this.index === none) return;
    this.index = none;
    this.element.hidden = true;
  }

  cell(column: number): HTMLElement | undefined {
    return this.#cells[column]?.element;
  }

  columnOf(inside: Element): number {
    return this.#cells.findIndex(({ element }) => element.contains(inside));
  }

  /** Gives a cell that somebody points at its whole text to show. */
  explain(column: number): void {
    const cell = this.#cells[column];
    if (cell !== undefined && this.#row !== undefined) cell.element.title = wholeText(cell, this.#row);
  }
}
