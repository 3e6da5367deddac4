// Keyboard and pointer input of a board: cursor, selection, menu, and moving cards.
import { type BoardColumn, type RankPosition, toRankPosition } from "../../model/board.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import { extendSelection, toggleSelection } from "../../model/table.ts";
import type { RowAction } from "../../protocol/tableProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { createMenu } from "../table/popup.ts";
import type { BoardPage, CardPosition } from "./boardPage.ts";
import type { BoardView } from "./boardView.ts";

function setCursor(page: BoardPage, row: RowWithTracker): void {
  const index = page.visibleRows.indexById.get(row.id);
  if (index !== undefined) page.moveCursor({ row: index, column: 1 });
}

function getAnchor(view: BoardView, { id }: RowWithTracker): () => DOMRect | undefined {
  return () => view.findElement(id)?.getBoundingClientRect();
}

/** The selected cards if the card with the cursor is one of them, otherwise that card. */
function listTargets(page: BoardPage): readonly RowWithTracker[] {
  const ids = new Set(page.targetIds);
  return page.visibleRows.rows.filter(({ id }) => ids.has(id));
}

/** Column by column, in each swimlane. */
function listInOrder(page: BoardPage): readonly number[] {
  return page.arrangement.lanes.flatMap(({ cards }) => cards.flat().map(({ id }) => id));
}

// Keyboard.

type Step = (page: BoardPage, from: CardPosition) => RowWithTracker | undefined;

/** In the same column, possibly in the next swimlane. */
function findInColumn(
  page: BoardPage,
  { lane, column, index }: CardPosition,
  step: 1 | -1,
): ReturnType<Step> {
  const { lanes } = page.arrangement;
  const next = lanes[lane]?.cards[column]?.[index + step];
  if (next !== undefined) return next;
  for (let other = lane + step; lanes[other] !== undefined; other += step) {
    const card = lanes[other]?.cards[column]?.at(step === 1 ? 0 : -1);
    if (card !== undefined) return card;
  }
  return undefined;
}

/** The nearest card of the next column that has some in this swimlane. */
function findInRow(page: BoardPage, { lane, column, index }: CardPosition, step: 1 | -1): ReturnType<Step> {
  const columns = page.arrangement.lanes[lane]?.cards ?? [];
  for (let other = column + step; columns[other] !== undefined; other += step) {
    const cards = columns[other] ?? [];
    const card = cards[Math.min(index, cards.length - 1)];
    if (card !== undefined) return card;
  }
  return undefined;
}

function getColumnCards(page: BoardPage, { lane, column }: CardPosition): readonly RowWithTracker[] {
  return page.arrangement.lanes[lane]?.cards[column] ?? [];
}

const steps: Readonly<Record<string, Step>> = {
  ArrowDown: (page, from) => findInColumn(page, from, 1),
  ArrowUp: (page, from) => findInColumn(page, from, -1),
  ArrowRight: (page, from) => findInRow(page, from, 1),
  ArrowLeft: (page, from) => findInRow(page, from, -1),
  Home: (page, from) => getColumnCards(page, from)[0],
  End: (page, from) => getColumnCards(page, from).at(-1),
};

/** To the next column in this direction that takes the cards. */
function moveCards(page: BoardPage, view: BoardView, step: 1 | -1): void {
  const rows = listTargets(page);
  const [first] = rows;
  const from = first === undefined ? undefined : page.findPosition(first.id)?.column;
  if (first === undefined || from === undefined) return;
  const { columns } = page.arrangement;
  for (let index = from + step; columns[index] !== undefined; index += step) {
    const column = columns[index];
    if (column === undefined || !page.canMoveTo(rows, column)) continue;
    page.moveTo(rows, column, getAnchor(view, first));
    return;
  }
  const passed = step === 1 ? columns.slice(from) : columns.slice(0, from + 1);
  const hasBacklog = passed.some(({ kind }) => kind === "backlog");
  const problem = hasBacklog ? page.board.rank?.problem : undefined;
  if (problem === undefined) page.announce(page.texts.board.readOnly);
  else page.showError(problem);
}

/** Up or down by rank, in the column of the cursor. */
function rankCards(page: BoardPage, step: 1 | -1): void {
  const position = page.cursorRow && page.findPosition(page.cursorRow.id);
  if (position === undefined) return;
  if (page.arrangement.columns[position.column]?.kind === "closed") {
    page.announce(page.texts.board.readOnly);
    return;
  }
  const ids = new Set(page.targetIds);
  const cards = getColumnCards(page, position);
  const isMoved = ({ id }: RowWithTracker): boolean => ids.has(id);
  const index = step === 1 ? cards.findLastIndex(isMoved) + 2 : cards.findIndex(isMoved) - 1;
  if (index < 0 || index > cards.length) return;
  page.rankCards(cards.filter(isMoved), toRankPosition(cards, index, ids));
}

const actionKeys: Readonly<Record<string, RowAction>> = {
  Enter: "open",
  Delete: "delete",
  m: "assignToMe",
  c: "comment",
  l: "link",
};

/** Returns whether the key was handled. */
function handlePlainKey(page: BoardPage, view: BoardView, key: string): boolean {
  const row = page.cursorRow;
  const action = Object.hasOwn(actionKeys, key) ? actionKeys[key] : undefined;
  if (key === "Escape") page.handleEscape();
  else if (key === "/") document.querySelector<HTMLElement>(".search-box input")?.focus();
  else if (key === " " && row !== undefined) page.setSelection(toggleSelection(page.selection, row.id));
  else if (key === "s" && row !== undefined) page.openMoveMenu(listTargets(page), getAnchor(view, row));
  else if (action !== undefined) page.runAction(action);
  else return false;
  return true;
}

function handleKey(page: BoardPage, view: BoardView, event: KeyboardEvent): void {
  if (event.altKey) return;
  const hasModifier = event.ctrlKey || event.metaKey;
  const position = page.cursorRow === undefined ? undefined : page.findPosition(page.cursorRow.id);
  const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  const isSideways = event.key === "ArrowRight" || event.key === "ArrowLeft";
  const isUpOrDown = event.key === "ArrowDown" || event.key === "ArrowUp";
  if (hasModifier && isSideways) moveCards(page, view, event.key === "ArrowRight" ? 1 : -1);
  else if (hasModifier && isUpOrDown && page.board.rank !== undefined) {
    rankCards(page, event.key === "ArrowDown" ? 1 : -1);
  } else if (hasModifier && event.key.toLowerCase() === "a") page.selectAll();
  else if (hasModifier && event.key.toLowerCase() === "z" && !event.shiftKey) page.undoMove();
  else if (step !== undefined && !hasModifier) {
    const first = page.arrangement.lanes.flatMap(({ cards }) => cards.flat())[0];
    const to = position === undefined ? first : step(page, position);
    if (to !== undefined) setCursor(page, to);
  } else if (hasModifier || !handlePlainKey(page, view, event.key)) return;
  event.preventDefault();
}

// Context menu.

const menuActions: readonly (RowAction | "moveTo")[] = [
  "open",
  "openInBrowser",
  "copyReference",
  "moveTo",
  "assignToMe",
  "comment",
  "link",
  "startWork",
  "delete",
];

function openMenu(page: BoardPage, view: BoardView, event: MouseEvent): void {
  const clicked = event.target instanceof Element ? view.findCard(event.target) : undefined;
  if (clicked !== undefined) {
    if (!page.selection.ids.has(clicked.id)) page.clearSelection();
    setCursor(page, clicked);
  }
  const row = page.cursorRow;
  if (row === undefined) return;
  event.preventDefault();
  const pointer = clicked === undefined ? undefined : new DOMRect(event.clientX, event.clientY, 0, 0);
  const anchor = (): DOMRect | undefined => pointer ?? view.findElement(row.id)?.getBoundingClientRect();
  const { actions, board } = page.texts;
  page.openPopup({
    kind: "choices",
    anchor,
    label: page.texts.heading.actions,
    focusOnClose: undefined,
    source: createMenu(
      menuActions.map((key) => ({ key, label: key === "moveTo" ? board.moveTo : actions[key] })),
      { preselectsFirst: true },
    ),
    onSelect: ([item]) => {
      const action = menuActions.find((each) => each === item?.key);
      if (action === "moveTo") page.openMoveMenu(listTargets(page), anchor);
      else if (action !== undefined) page.runAction(action);
    },
  });
}

// Dragging.

/** A shorter movement is a click. */
const dragThreshold = 5;
/** Near the edge, the board scrolls. */
const scrollEdge = 40;
const scrollStep = 14;

class CardDrag {
  readonly #page: BoardPage;
  readonly #view: BoardView;
  readonly #rows: readonly RowWithTracker[];
  readonly #card: HTMLElement;
  readonly #start: PointerEvent;
  readonly #home: string;
  /** Of the lifted cards. */
  #valueKeys: ReadonlyMap<number, string | undefined> = new Map();
  readonly #startScroll: { readonly left: number; readonly top: number };
  #column: BoardColumn | undefined;
  /** Where the cards are ranked when they are dropped. */
  #position: RankPosition | undefined;
  #last: PointerEvent | undefined;
  isLifted = false;

  constructor(page: BoardPage, view: BoardView, row: RowWithTracker, card: HTMLElement, start: PointerEvent) {
    this.#page = page;
    this.#view = view;
    this.#card = card;
    this.#start = start;
    this.#home = card.style.transform;
    this.#startScroll = { left: view.element.scrollLeft, top: view.element.scrollTop };
    const isSelected = page.selection.ids.has(row.id);
    this.#rows = isSelected ? page.visibleRows.rows.filter(({ id }) => page.selection.ids.has(id)) : [row];
  }

  move(event: PointerEvent): void {
    const [x, y] = [event.clientX - this.#start.clientX, event.clientY - this.#start.clientY];
    if (!this.isLifted && Math.hypot(x, y) < dragThreshold) return;
    if (!this.isLifted) this.#lift(event);
    this.#last = event;
    this.#follow(event);
  }

  /** The card stays under the pointer while the board scrolls. */
  #follow(event: PointerEvent): void {
    const { scrollLeft, scrollTop } = this.#view.element;
    const x = event.clientX - this.#start.clientX + scrollLeft - this.#startScroll.left;
    const y = event.clientY - this.#start.clientY + scrollTop - this.#startScroll.top;
    this.#card.style.transform = `${this.#home} translate(${x}px, ${y}px) rotate(1deg)`;
    const column = this.#view.findColumnAt(event);
    this.#markPosition(event, column);
    if (column === this.#column) return;
    this.#column = column;
    this.#view.markDropColumn(column);
  }

  /** Shows where the cards will be ranked, if they can be. */
  #markPosition(event: PointerEvent, column: BoardColumn | undefined): void {
    const page = this.#page;
    const isRanked =
      column !== undefined &&
      column.kind !== "closed" &&
      page.rankProblem === undefined &&
      (page.listOutside(this.#rows, column).length === 0 || page.canMoveTo(this.#rows, column));
    const place = isRanked ? this.#view.findPositionAt(event) : undefined;
    const cards = place === undefined ? [] : this.#view.getCards(place);
    this.#position = place && toRankPosition(cards, place.index, new Set(this.#rows.map(({ id }) => id)));
    this.#view.markDropPosition(place);
  }

  /** Moves the cards to the column under the pointer. */
  drop(): void {
    const column = this.#column;
    const position = this.#position;
    const page = this.#page;
    const wasLifted = this.isLifted;
    this.cancel();
    if (!wasLifted || column === undefined) return;
    // What others have changed meanwhile is only shown now.
    const ids = new Set(this.#rows.map(({ id }) => id));
    const rows = page.allRows.filter(({ id }) => ids.has(id));
    const changedIds = [...this.#valueKeys].flatMap(([id, key]) => {
      const row = rows.find((each) => each.id === id);
      return row === undefined || page.getValueKey(row) !== key ? [`#${id}`] : [];
    });
    const [first] = rows;
    if (changedIds.length > 0) {
      page.showError(fillPlaceholders(page.texts.board.changedMeanwhile, changedIds.join(", ")));
      return;
    }
    if (first === undefined) return;
    if (page.listOutside(rows, column).length > 0) {
      page.moveTo(rows, column, getAnchor(this.#view, first), position);
    } else if (page.board.rank !== undefined) page.rankCards(rows, position);
  }

  cancel(): void {
    if (!this.isLifted) return;
    this.isLifted = false;
    this.#card.classList.remove("is-lifted");
    this.#card.style.transform = this.#home;
    this.#view.release();
  }

  #lift({ pointerId }: PointerEvent): void {
    const { board: texts } = this.#page.texts;
    this.isLifted = true;
    this.#valueKeys = new Map(this.#rows.map((row) => [row.id, this.#page.getValueKey(row)]));
    this.#card.setPointerCapture(pointerId);
    this.#card.classList.add("is-lifted");
    this.#card.dataset["count"] = this.#rows.length > 1 ? String(this.#rows.length) : "";
    this.#view.lift(this.#rows);
    requestAnimationFrame(() => this.#scroll());
    this.#page.announce(fillPlaceholders(texts.lifted, this.#rows.map(({ id }) => `#${id}`).join(", ")));
  }

  /** Near the edge, the board scrolls as long as the card is held there. */
  #scroll(): void {
    if (!this.isLifted) return;
    const { element } = this.#view;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const { clientX = left, clientY = top } = this.#last ?? {};
    const getStep = (position: number, start: number, end: number): number =>
      Number(position > end - scrollEdge) - Number(position < start + scrollEdge);
    element.scrollBy(getStep(clientX, left, right) * scrollStep, getStep(clientY, top, bottom) * scrollStep);
    if (this.#last !== undefined) this.#follow(this.#last);
    requestAnimationFrame(() => this.#scroll());
  }
}

function handleDrags(page: BoardPage, view: BoardView): void {
  let drag: CardDrag | undefined;
  const { cards } = view;
  cards.addEventListener("pointerdown", (event) => {
    const { target, button } = event;
    const row = target instanceof Element ? view.findCard(target) : undefined;
    const card = row === undefined ? undefined : view.findElement(row.id);
    const isDraggable = button === 0 && row !== undefined && !page.isMoving(row) && page.canMove;
    if (isDraggable && card !== undefined) drag = new CardDrag(page, view, row, card, event);
  });
  window.addEventListener("pointermove", (event) => drag?.move(event));
  window.addEventListener("pointerup", () => {
    drag?.drop();
    drag = undefined;
  });
  window.addEventListener("pointercancel", () => {
    drag?.cancel();
    drag = undefined;
  });
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || drag?.isLifted !== true) return;
      event.stopImmediatePropagation();
      drag.cancel();
      drag = undefined;
    },
    { capture: true },
  );
}

export function handleBoardInput(page: BoardPage, view: BoardView): void {
  const { cards } = view;
  // Browsers don't count Ctrl with a key as use of the keyboard, so that the frame of the cursor would be missing.
  cards.addEventListener("keydown", (event) => {
    cards.classList.add("uses-keyboard");
    handleKey(page, view, event);
  });
  cards.addEventListener("pointerdown", () => cards.classList.remove("uses-keyboard"), { capture: true });
  cards.addEventListener("click", (event) => {
    const row = event.target instanceof Element ? view.findCard(event.target) : undefined;
    if (row === undefined) return;
    setCursor(page, row);
    if (event.ctrlKey || event.metaKey) page.setSelection(toggleSelection(page.selection, row.id));
    else if (event.shiftKey) page.setSelection(extendSelection(page.selection, listInOrder(page), row.id));
    else page.clearSelection();
  });
  cards.addEventListener("dblclick", ({ target }) => {
    const row = target instanceof Element ? view.findCard(target) : undefined;
    if (row !== undefined) page.runAction("open", [row.id]);
  });
  cards.addEventListener("contextmenu", (event) => openMenu(page, view, event));
  handleDrags(page, view);
}
