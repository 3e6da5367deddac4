// The grid with a sticky header row; only visible rows are in the DOM.
import { render } from "lit";
import {
  type RowRange,
  getPageKeyRowCount,
  getVisibleRange,
  getRevealScrollTop,
  type Viewport,
} from "../../model/table.ts";
import { RowView } from "./rowView.ts";
import { renderColumnHeaders } from "./columnHeaders.ts";
import { toGridTemplateColumns, sumColumnWidths } from "./tableLayout.ts";
import type { GridView, TablePage } from "./tablePage.ts";

/** In pixels; passed to the style sheet as variables. */
const rowHeight = 33;
const headerHeight = 31;

/** Rows rendered beyond the visible area, so that none is missing while scrolling. */
const overscanRows = 6;

function createPart(className: string, role: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  element.setAttribute("role", role);
  return element;
}

export class Grid implements GridView {
  readonly element = createPart("grid", "grid");
  readonly #head = createPart("grid-head", "rowgroup");
  readonly #body = createPart("grid-body", "rowgroup");
  readonly #page: TablePage;
  #views: readonly RowView[] = [];
  readonly #viewsByElement = new WeakMap<Element, RowView>();
  /** The columns that the views were created for. */
  #columns: TablePage["columns"] | undefined;
  #height = 0;
  #scroll = 0;
  #isScrolling = false;
  #orderTimer = 0;

  constructor(page: TablePage) {
    this.#page = page;
    const { element } = this;
    element.tabIndex = 0;
    element.setAttribute("aria-multiselectable", "true");
    element.style.setProperty("--row-height", `${rowHeight}px`);
    element.style.setProperty("--head-height", `${headerHeight}px`);
    element.append(this.#head, this.#body);
    element.addEventListener("scroll", () => this.#handleScroll(), { passive: true });
    element.addEventListener("pointerover", ({ target }) => {
      if (target instanceof Element) this.#setTooltip(target);
    });
    new ResizeObserver(() => this.#handleResize()).observe(element);
  }

  get viewport(): Viewport {
    const rowCount = this.#page.visibleRows.rows.length;
    return { scrollTop: this.#scroll, height: this.#height, rowHeight, rowCount };
  }

  get rowsPerPage(): number {
    return getPageKeyRowCount(this.viewport);
  }

  get scrollTop(): number {
    return this.element.scrollTop;
  }

  scrollTo(top: number): void {
    this.element.scrollTop = top;
    this.#scroll = this.element.scrollTop;
    this.update();
  }

  getVisibleIds(): readonly number[] {
    const { first, end } = getVisibleRange(this.viewport, 0);
    return this.#page.visibleRows.ids.slice(first, end);
  }

  getNeededRowCount(): number {
    // At the top, the first rows are shown as soon as they arrive.
    return this.#scroll === 0 ? 0 : Math.ceil((this.#scroll + this.#height) / rowHeight);
  }

  revealRow(row: number): void {
    const top = getRevealScrollTop(row, this.viewport);
    if (top !== this.#scroll) this.scrollTo(top);
  }

  revealColumn(column: number): void {
    const cell = this.#head.querySelectorAll("[role=columnheader]")[column];
    if (!(cell instanceof HTMLElement) || column === 0) return;
    const { scrollLeft, clientWidth } = this.element;
    const { offsetLeft: left, offsetWidth: width } = cell;
    if (left < scrollLeft || width > clientWidth) this.element.scrollLeft = left;
    else if (left + width > scrollLeft + clientWidth) this.element.scrollLeft = left + width - clientWidth;
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  /** Returns `undefined` if the cell isn't rendered. */
  findCell(row: number, column: number): HTMLElement | undefined {
    if (row === -1) {
      return this.#head.querySelectorAll<HTMLElement>("[role=columnheader]")[column];
    }
    return this.#views.find(({ index }) => index === row)?.getCell(column);
  }

  /** The row and column of an element inside a cell. */
  findCellPosition(inside: Element): { readonly row: number; readonly column: number } | undefined {
    const row = inside.closest(".row");
    const view = row === null ? undefined : this.#viewsByElement.get(row);
    if (view === undefined) return undefined;
    const column = view.findColumn(inside);
    return column === -1 ? undefined : { row: view.index, column };
  }

  /** Renders all visible rows. */
  update(): void {
    if (!this.#page.isReady) return;
    const { columns, layout, visibleRows, state } = this.#page;
    const { element } = this;
    element.setAttribute("aria-label", state.heading.title);
    element.setAttribute("aria-rowcount", String(visibleRows.rows.length + 1));
    element.setAttribute("aria-colcount", String(columns.length + 1));
    element.setAttribute("aria-busy", state.loadState.kind === "loading" ? "true" : "false");
    element.style.setProperty("--grid-columns", toGridTemplateColumns(columns, layout));
    element.style.setProperty("--columns-width", `${sumColumnWidths(columns, layout)}px`);
    this.#body.style.height = `${visibleRows.rows.length * rowHeight}px`;
    render(renderColumnHeaders(this.#page), this.#head);
    this.#scroll = element.scrollTop;
    this.#createViews();
    this.#renderRows("all");
    this.#markCursor();
  }

  /** The row with the cursor stays visible when the bulk edit bar opens. */
  #handleResize(): void {
    const { row } = this.#page.isReady ? this.#page.cursor : { row: -1 };
    const { first, end } = getVisibleRange(this.viewport, 0);
    this.#height = this.element.clientHeight - headerHeight;
    this.update();
    if (row >= first && row < end) this.revealRow(row);
  }

  #setTooltip(inside: Element): void {
    const row = inside.closest(".row");
    const view = row === null ? undefined : this.#viewsByElement.get(row);
    view?.setTooltip(view.findColumn(inside));
  }

  #handleScroll(): void {
    if (this.#isScrolling) return;
    this.#isScrolling = true;
    requestAnimationFrame(() => {
      this.#isScrolling = false;
      this.#scroll = this.element.scrollTop;
      this.#renderRows("new");
      this.#markCursor();
    });
    this.#page.fieldValues.scheduleLoad();
  }

  /** Creates as many views as fit on the screen. */
  #createViews(): void {
    const { columns } = this.#page;
    const needed = Math.ceil(this.#height / rowHeight) + 2 * overscanRows + 2;
    if (columns === this.#columns && needed <= this.#views.length) return;
    this.#columns = columns;
    this.#views = Array.from({ length: needed }, (_, slot) => new RowView(this.#page, `row-${slot}`));
    for (const view of this.#views) this.#viewsByElement.set(view.element, view);
    this.#body.replaceChildren(...this.#views.map(({ element }) => element));
  }

  #renderRows(which: "all" | "new"): void {
    const { rows } = this.#page.visibleRows;
    const range = getVisibleRange(this.viewport, overscanRows);
    const count = this.#views.length;
    for (let index = range.first; index < range.end; index++) {
      const [view, row] = [this.#views[index % count], rows[index]];
      if (view === undefined || row === undefined) continue;
      if (which === "all" || view.index !== index) view.showRow(index, row, rowHeight);
    }
    // Hide only views that aren't reused, because hiding and showing again is slow.
    for (const view of this.#views) {
      if (view.index < range.first || view.index >= range.end) view.hide();
    }
    this.#scheduleReorder(range);
  }

  /** Sorts the row elements by index after scrolling, for screen readers. */
  #scheduleReorder({ first }: RowRange): void {
    window.clearTimeout(this.#orderTimer);
    this.#orderTimer = window.setTimeout(() => {
      const count = this.#views.length;
      const start = first % Math.max(count, 1);
      const elements = [...this.#views.slice(start), ...this.#views.slice(0, start)].map(
        ({ element }) => element,
      );
      if (this.#body.firstElementChild !== elements[0]) this.#body.replaceChildren(...elements);
    }, 200);
  }

  #markCursor(): void {
    const { cursor } = this.#page;
    for (const view of this.#views) view.markCursor(cursor);
    const active = this.findCell(cursor.row, cursor.column);
    if (active === undefined) this.element.removeAttribute("aria-activedescendant");
    else this.element.setAttribute("aria-activedescendant", active.id);
  }
}
