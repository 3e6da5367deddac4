// The columns and swimlanes of a board; only cards in sight are in the DOM.
import { html, nothing, render, type TemplateResult } from "lit";
import {
  type BoardColumn,
  type BoardGeometry,
  listCardsInSight,
  type PlacedLane,
  placeLanes,
} from "../../model/board.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { BuiltInColumn } from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { TableColumn } from "../../protocol/tableProtocol.ts";
import { renderColorDot, renderIconButton } from "../shared/icons.ts";
import type { RowsView } from "../table/startTablePage.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import type { BoardPage, CardPosition } from "./boardPage.ts";
import { CardView } from "./cardView.ts";

// In pixels; passed to the style sheet as variables.
const minColumnWidth = 220;
const maxColumnWidth = 340;
const foldedWidth = 44;
const headHeight = 35;
const laneTitleHeight = 30;
const cardGap = 8;
/** Without further fields. */
const cardHeight = 84;
const fieldHeight = 19;

/** Rendered beyond the visible area, so that nothing is missing while scrolling. */
const overscan = 300;

/** Every card has these. */
const cardColumns: ReadonlySet<ColumnKey> = new Set<BuiltInColumn>(["id", "title", "assignee", "status"]);
const maxCardFields = 4;

/** The further fields that cards show. */
function listCardFields({ columns }: BoardPage): readonly TableColumn[] {
  return columns.filter(({ key }) => !cardColumns.has(key)).slice(0, maxCardFields);
}

function createPart(className: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  return element;
}

export class BoardView implements RowsView {
  readonly element = createPart("board");
  readonly cards = createPart("board-cards");
  readonly #head = createPart("board-head");
  readonly #lanes = createPart("board-lanes");
  /** Behind the cards of the column that takes the lifted ones. */
  readonly #dropArea = createPart("drop-area");
  /** Between the cards where the lifted ones are ranked. */
  readonly #dropLine = createPart("drop-line");
  readonly #page: BoardPage;
  readonly #views = new Map<number, CardView>();
  #placed: readonly PlacedLane<RowWithTracker>[] = [];
  #geometry: BoardGeometry = { columnWidth: minColumnWidth, cardHeight, laneTitleHeight: 0 };
  #columns: readonly BoardColumn[] = [];
  /** Of all columns. */
  #width = 0;
  #isScrolling = false;
  /** Cards that are being dragged; while there are some, nothing else moves. */
  #lifted: readonly RowWithTracker[] = [];

  constructor(page: BoardPage) {
    this.#page = page;
    const { element, cards } = this;
    cards.tabIndex = 0;
    cards.setAttribute("role", "listbox");
    cards.setAttribute("aria-multiselectable", "true");
    cards.setAttribute("aria-orientation", "vertical");
    // Focusing the cards doesn't scroll them under the head.
    element.style.scrollPaddingTop = `${headHeight}px`;
    element.style.setProperty("--head-height", `${headHeight}px`);
    element.style.setProperty("--lane-title-height", `${laneTitleHeight}px`);
    element.style.setProperty("--card-gap", `${cardGap}px`);
    this.#dropArea.hidden = true;
    this.#dropLine.hidden = true;
    element.append(this.#head, this.#dropArea, this.#dropLine, this.#lanes, cards);
    element.addEventListener("scroll", () => this.#handleScroll(), { passive: true });
    new ResizeObserver(() => {
      if (page.isReady) this.update();
    }).observe(element);
  }

  get scrollTop(): number {
    return this.element.scrollTop;
  }

  scrollTo(top: number): void {
    this.element.scrollTop = top;
    this.update();
  }

  focus(): void {
    this.cards.focus({ preventScroll: true });
  }

  get columns(): readonly BoardColumn[] {
    return this.#columns;
  }

  getVisibleIds(): readonly number[] {
    return [...this.#views.keys()];
  }

  /** Cards don't disappear while a reload isn't complete: they could be in any column. */
  getNeededRowCount(): number {
    return this.#page.allRows.length;
  }

  revealRow(index: number): void {
    const id = this.#page.visibleRows.rows[index]?.id;
    const position = id === undefined ? undefined : this.#page.findPosition(id);
    const lane = position === undefined ? undefined : this.#placed[position.lane];
    if (position === undefined || lane === undefined) return;
    const { columnWidth, cardHeight: height, laneTitleHeight: laneTitle } = this.#geometry;
    const { element } = this;
    const top = lane.top + laneTitle + position.index * height;
    const viewHeight = element.clientHeight - headHeight;
    // The title of the swimlane covers the cards below it.
    if (top - laneTitle < element.scrollTop) element.scrollTop = top - laneTitle;
    else if (top + height > element.scrollTop + viewHeight) element.scrollTop = top + height - viewHeight;
    const left = position.column * columnWidth;
    const right = this.cards.offsetLeft + left + columnWidth;
    if (left < element.scrollLeft) element.scrollLeft = left;
    else if (right > element.scrollLeft + element.clientWidth) {
      element.scrollLeft = right - element.clientWidth;
    }
    this.#renderCards();
  }

  findCard(inside: Element): RowWithTracker | undefined {
    const card = inside.closest(".card");
    return [...this.#views.values()].find(({ element }) => element === card)?.row;
  }

  findElement(id: number): HTMLElement | undefined {
    return this.#views.get(id)?.element;
  }

  /** The column at a position of the window; `undefined` outside of the board. */
  findColumnAt({ clientX, clientY }: PointerEvent): BoardColumn | undefined {
    const { left, right, top, bottom } = this.element.getBoundingClientRect();
    const x = clientX - this.cards.getBoundingClientRect().left;
    const isInside = clientX >= left && clientX < right && clientY >= top && clientY < bottom;
    return isInside && x < this.#width
      ? this.#columns[Math.floor(x / this.#geometry.columnWidth)]
      : undefined;
  }

  /** Where a card would be ranked at a position of the window. */
  findPositionAt({ clientX, clientY }: PointerEvent): CardPosition | undefined {
    const { left, top } = this.cards.getBoundingClientRect();
    const { columnWidth, cardHeight: height, laneTitleHeight: laneTitle } = this.#geometry;
    const column = Math.floor((clientX - left) / columnWidth);
    const y = clientY - top;
    const lane = Math.max(
      0,
      this.#placed.findLastIndex((placed) => placed.top <= y),
    );
    const placedLane = this.#placed[lane];
    const count = placedLane?.cards[column]?.length;
    if (placedLane === undefined || count === undefined) return undefined;
    const index = Math.round((y - placedLane.top - laneTitle) / height);
    return { lane, column, index: Math.min(Math.max(index, 0), count) };
  }

  /** The cards of the same column and swimlane, as they are shown. */
  getCards({ lane, column }: CardPosition): readonly RowWithTracker[] {
    return this.#placed[lane]?.cards[column] ?? [];
  }

  markDropPosition(position: CardPosition | undefined): void {
    const lane = position && this.#placed[position.lane];
    this.#dropLine.hidden = lane === undefined;
    if (position === undefined || lane === undefined) return;
    const { columnWidth, cardHeight: height, laneTitleHeight: laneTitle } = this.#geometry;
    const top = headHeight + lane.top + laneTitle + position.index * height;
    this.#dropLine.style.transform = `translate(${position.column * columnWidth}px, ${top}px)`;
  }

  /** Dims the columns that don't take the cards. */
  lift(rows: readonly RowWithTracker[]): void {
    this.#lifted = rows;
    this.element.classList.add("has-lifted");
    this.#renderHead(undefined);
  }

  markDropColumn(column: BoardColumn | undefined): void {
    this.#renderHead(column);
    const isAllowed = column !== undefined && this.#page.canMoveTo(this.#lifted, column);
    this.#dropArea.hidden = !isAllowed;
    if (!isAllowed) return;
    const { columnWidth } = this.#geometry;
    const { style } = this.#dropArea;
    style.left = `${this.#columns.indexOf(column) * columnWidth}px`;
    style.width = `${this.#page.isFolded(column) ? foldedWidth : columnWidth}px`;
    style.height = `${this.cards.offsetHeight}px`;
  }

  /** What changed in the meantime is shown now. */
  release(): void {
    this.#lifted = [];
    this.element.classList.remove("has-lifted");
    this.#dropArea.hidden = true;
    this.#dropLine.hidden = true;
    this.update();
  }

  update(): void {
    // Nothing moves under a card that is being dragged.
    if (!this.#page.isReady || this.#lifted.length > 0) return;
    const page = this.#page;
    const { columns, lanes } = page.arrangement;
    const hasLanes = page.board.layout.laneField !== undefined;
    this.#columns = columns;
    this.#geometry = this.#measure(hasLanes);
    this.#placed = placeLanes(lanes, this.#geometry);
    const { columnWidth, cardHeight: height } = this.#geometry;
    const last = this.#placed.at(-1);
    this.#width = columns.reduce(
      (sum, column) => sum + (page.isFolded(column) ? foldedWidth : columnWidth),
      0,
    );
    const { element, cards } = this;
    element.style.setProperty("--column-width", `${columnWidth}px`);
    element.style.setProperty("--card-height", `${height - cardGap}px`);
    element.style.setProperty("--board-width", `${this.#width}px`);
    cards.style.height = `${last === undefined ? 0 : last.top + last.height}px`;
    cards.setAttribute("aria-label", page.state.heading.title);
    cards.setAttribute("aria-busy", page.state.loadState.kind === "loading" ? "true" : "false");
    this.#renderHead(undefined);
    this.#renderLanes(hasLanes);
    this.#renderCards();
  }

  #measure(hasLanes: boolean): BoardGeometry {
    const isFolded = this.#columns.some((column) => this.#page.isFolded(column));
    const count = Math.max(1, this.#columns.length - (isFolded ? 1 : 0));
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(this.element);
    const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
    const free = this.element.clientWidth - padding - (isFolded ? foldedWidth : 0);
    const width = Math.floor(free / count);
    return {
      columnWidth: Math.min(Math.max(width, minColumnWidth), maxColumnWidth),
      cardHeight: cardHeight + cardGap + listCardFields(this.#page).length * fieldHeight,
      laneTitleHeight: hasLanes ? laneTitleHeight : 0,
    };
  }

  #count(index: number): number {
    return this.#placed.reduce((sum, { cards }) => sum + (cards[index]?.length ?? 0), 0);
  }

  #renderHead(drop: BoardColumn | undefined): void {
    const page = this.#page;
    const isForbidden = (column: BoardColumn): boolean =>
      this.#lifted.length > 0 && !page.canMoveTo(this.#lifted, column);
    render(
      this.#columns.map((column, index) => {
        const classes = [
          "column",
          page.isFolded(column) ? "is-folded" : "",
          isForbidden(column) ? "is-forbidden" : "",
          column === drop && !isForbidden(column) ? "is-drop" : "",
        ];
        return html`<div class=${classes.join(" ")}>${this.#renderColumnHead(column, index)}</div>`;
      }),
      this.#head,
    );
  }

  #renderColumnHead(column: BoardColumn, index: number): TemplateResult {
    const page = this.#page;
    const { board: texts } = page.texts;
    const label = page.getColumnLabelOf(column);
    const isFolded = page.isFolded(column);
    const canFold = column.kind === "closed" && page.state.heading.openOnly !== undefined;
    const count = this.#count(index);
    const toggle = (): void => page.reportErrors(page.call("setOpenOnly", { isOn: !isFolded }));
    return html`<h2 class="column-title" title=${label}>
        ${renderColorDot(column.color)}<bdi>${label}</bdi>${isFolded ? nothing : this.#renderCount(column, count)}
      </h2>
      ${
        canFold
          ? renderIconButton(
              isFolded ? "chevron-left" : "chevron-right",
              isFolded ? texts.showClosed : texts.hideClosed,
              toggle,
            )
          : nothing
      }`;
  }

  #renderCount({ limit }: BoardColumn, count: number): TemplateResult {
    const { formatter, texts } = this.#page;
    const number = formatter.formatNumber(count);
    if (limit === undefined) return html`<span class="column-count">${number}</span>`;
    const isOver = count > limit;
    const maximum = formatter.formatNumber(limit);
    const text = fillPlaceholders(isOver ? texts.board.overLimit : texts.board.limit, number, maximum);
    return html`<span class="column-count ${isOver ? "is-over" : ""}" title=${text}
      ><span aria-hidden="true">${number}/${maximum}</span><span class="visually-hidden">${text}</span></span
    >`;
  }

  #renderLanes(hasLanes: boolean): void {
    const { formatter } = this.#page;
    render(
      hasLanes
        ? this.#placed.map(({ label, cards }) => {
            const count = cards.reduce((sum, { length }) => sum + length, 0);
            return html`<div class="lane">
              <h3 class="lane-title">
                <bdi>${label}</bdi><span class="column-count">${formatter.formatNumber(count)}</span>
              </h3>
            </div>`;
          })
        : nothing,
      this.#lanes,
    );
    // Attributes with styles are blocked by the content security policy.
    const lanes = this.#lanes.querySelectorAll<HTMLElement>(".lane");
    for (const [index, { style }] of lanes.entries()) {
      style.top = `${this.#placed[index]?.top ?? 0}px`;
      style.height = `${this.#placed[index]?.height ?? 0}px`;
    }
  }

  #handleScroll(): void {
    if (this.#isScrolling) return;
    this.#isScrolling = true;
    requestAnimationFrame(() => {
      this.#isScrolling = false;
      if (this.#page.isReady) this.#renderCards("new");
    });
    this.#page.fieldValues.scheduleLoad();
  }

  #renderCards(which: "all" | "new" = "all"): void {
    const page = this.#page;
    const { scrollTop, clientHeight } = this.element;
    const inSight = listCardsInSight(
      this.#placed,
      this.#geometry,
      scrollTop - overscan,
      scrollTop + clientHeight + overscan,
    );
    const fields = listCardFields(page);
    const seen = new Set<number>();
    const added: HTMLElement[] = [];
    for (const place of inSight) {
      const { id } = place.card;
      seen.add(id);
      const known = this.#views.get(id);
      if (known !== undefined && which === "new") continue;
      const view = known ?? new CardView(page, id);
      const column = this.#columns[place.column];
      if (column === undefined) continue;
      view.show(place, column, this.#count(place.column), fields);
      if (known === undefined) {
        this.#views.set(id, view);
        added.push(view.element);
      }
    }
    for (const [id, { element }] of this.#views) {
      if (seen.has(id) || this.#lifted.some((row) => row.id === id)) continue;
      element.remove();
      this.#views.delete(id);
    }
    this.cards.append(...added);
    this.#markCursor();
  }

  #markCursor(): void {
    const cursorId = this.#page.cursorRow?.id;
    for (const [id, view] of this.#views) view.markCursor(id === cursorId);
    if (cursorId !== undefined && this.#views.has(cursorId)) {
      this.cards.setAttribute("aria-activedescendant", `card-${cursorId}`);
    } else this.cards.removeAttribute("aria-activedescendant");
  }
}
