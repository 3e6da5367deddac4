// The grid: headings that stay in sight, and below them only the rows that are in sight, however many there are.
import { render } from "lit";
import { type Range, rowsInPage, rowsInSight, scrollToShow, type Viewport } from "../../model/table.ts";
import { RowView } from "./cells.ts";
import { headings } from "./headings.ts";
import { gridTracks, leastWidth } from "./layout.ts";
import type { Sight, TablePage } from "./tablePage.ts";

/** In pixels; the style sheet gets it from here. */
const rowHeight = 33;
const headHeight = 31;

/** Rows drawn beyond the edges, so that none is missing while it scrolls in. */
const margin = 6;

function part(className: string, role: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  element.setAttribute("role", role);
  return element;
}

export class Grid implements Sight {
  readonly element = part("grid", "grid");
  readonly #head = part("grid-head", "rowgroup");
  readonly #body = part("grid-body", "rowgroup");
  readonly #page: TablePage;
  #views: readonly RowView[] = [];
  /** By its element. */
  readonly #viewOf = new WeakMap<Element, RowView>();
  /** For which columns the views were made. */
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
    element.style.setProperty("--head-height", `${headHeight}px`);
    element.append(this.#head, this.#body);
    element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    element.addEventListener("pointerover", ({ target }) => {
      if (target instanceof Element) this.#explain(target);
    });
    new ResizeObserver(() => this.#resized()).observe(element);
  }

  get viewport(): Viewport {
    const count = this.#page.shown.rows.length;
    return { scroll: this.#scroll, height: this.#height, rowHeight, count };
  }

  get pageLength(): number {
    return rowsInPage(this.viewport);
  }

  get scroll(): number {
    return this.element.scrollTop;
  }

  scrollTo(top: number): void {
    this.element.scrollTop = top;
    this.#scroll = this.element.scrollTop;
    this.update();
  }

  idsInSight(): readonly number[] {
    const { first, end } = rowsInSight(this.viewport, 0);
    return this.#page.shown.ids.slice(first, end);
  }

  rowsNeeded(): number {
    // What is at the top needs no more than what comes first.
    return this.#scroll === 0 ? 0 : Math.ceil((this.#scroll + this.#height) / rowHeight);
  }

  reveal(row: number): void {
    const top = scrollToShow(row, this.viewport);
    if (top !== this.#scroll) this.scrollTo(top);
  }

  /** A column that is out of sight comes into it. */
  revealColumn(column: number): void {
    const cell = this.#head.querySelectorAll("[role=columnheader]")[column];
    if (!(cell instanceof HTMLElement) || column === 0) return;
    const { scrollLeft, clientWidth } = this.element;
    const { offsetLeft: left, offsetWidth: width } = cell;
    if (left < scrollLeft || width > clientWidth) this.element.scrollLeft = left;
    else if (left + width > scrollLeft + clientWidth) this.element.scrollLeft = left + width - clientWidth;
  }

  takeFocus(): void {
    this.element.focus({ preventScroll: true });
  }

  /** A cell by row and column, where it is drawn. */
  cell(row: number, column: number): HTMLElement | undefined {
    if (row === -1) {
      return this.#head.querySelectorAll<HTMLElement>("[role=columnheader]")[column];
    }
    return this.#views.find(({ index }) => index === row)?.cell(column);
  }

  /** The row and column of something inside of a cell. */
  placeOf(inside: Element): { readonly row: number; readonly column: number } | undefined {
    const row = inside.closest(".row");
    const view = row === null ? undefined : this.#viewOf.get(row);
    if (view === undefined) return undefined;
    const column = view.columnOf(inside);
    return column === -1 ? undefined : { row: view.index, column };
  }

  /** Draws everything that is in sight anew. */
  update(): void {
    if (!this.#page.isReady) return;
    const { columns, layout, shown, state } = this.#page;
    const { element } = this;
    element.setAttribute("aria-label", state.heading.title);
    element.setAttribute("aria-rowcount", String(shown.rows.length + 1));
    element.setAttribute("aria-colcount", String(columns.length + 1));
    element.setAttribute("aria-busy", state.reading.kind === "reading" ? "true" : "false");
    element.style.setProperty("--tracks", gridTracks(columns, layout));
    element.style.setProperty("--columns-width", `${leastWidth(columns, layout)}px`);
    this.#body.style.height = `${shown.rows.length * rowHeight}px`;
    render(headings(this.#page), this.#head);
    this.#scroll = element.scrollTop;
    this.#makeViews();
    this.#drawRows("all");
    this.#mark();
  }

  /** A bar that comes up does not hide the row that somebody is at. */
  #resized(): void {
    const { row } = this.#page.isReady ? this.#page.cursor : { row: -1 };
    const { first, end } = rowsInSight(this.viewport, 0);
    this.#height = this.element.clientHeight - headHeight;
    this.update();
    if (row >= first && row < end) this.reveal(row);
  }

  #explain(inside: Element): void {
    const row = inside.closest(".row");
    const view = row === null ? undefined : this.#viewOf.get(row);
    view?.explain(view.columnOf(inside));
  }

  #scrolled(): void {
    if (this.#isScrolling) return;
    this.#isScrolling = true;
    requestAnimationFrame(() => {
      this.#isScrolling = false;
      this.#scroll = this.element.scrollTop;
      this.#drawRows("new");
      this.#mark();
    });
    this.#page.values.look();
  }

  /** As many as are ever in sight together. */
  #makeViews(): void {
    const { columns } = this.#page;
    const needed = Math.ceil(this.#height / rowHeight) + 2 * margin + 2;
    if (columns === this.#columns && needed <= this.#views.length) return;
    this.#columns = columns;
    this.#views = Array.from({ length: needed }, (_, slot) => new RowView(this.#page, `row-${slot}`));
    for (const view of this.#views) this.#viewOf.set(view.element, view);
    this.#body.replaceChildren(...this.#views.map(({ element }) => element));
  }

  #drawRows(which: "all" | "new"): void {
    const { rows } = this.#page.shown;
    const range = rowsInSight(this.viewport, margin);
    const count = this.#views.length;
    for (let index = range.first; index < range.end; index++) {
      const [view, row] = [this.#views[index % count], rows[index]];
      if (view === undefined || row === undefined) continue;
      if (which === "all" || view.index !== index) view.show(index, row, rowHeight);
    }
    // Only what nothing else is shown by: to hide and show again is dear.
    for (const view of this.#views) {
      if (view.index < range.first || view.index >= range.end) view.hide();
    }
    this.#orderLater(range);
  }

  /** Those who read the page without seeing it find the rows in their order, once they stand still. */
  #orderLater({ first }: Range): void {
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

  #mark(): void {
    const { cursor } = this.#page;
    for (const view of this.#views) view.mark(cursor);
    const active = this.cell(cursor.row, cursor.column);
    if (active === undefined) this.element.removeAttribute("aria-activedescendant");
    else this.element.setAttribute("aria-activedescendant", active.id);
  }
}
