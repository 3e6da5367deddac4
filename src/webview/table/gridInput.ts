// Handles keyboard and mouse input of the grid.
import { extendSelection, selectOnly, toggleSelection } from "../../model/table.ts";
import { roleFieldKeys, type RowAction } from "../../protocol/tableProtocol.ts";
import { type EditableColumn, isEditableColumn } from "./cellEditor.ts";
import type { Grid } from "./grid.ts";
import { toggleSort } from "./columnHeaders.ts";
import { createMenu } from "./popup.ts";
import type { GridCursor, TablePage } from "./tablePage.ts";

// Keyboard.

/** Returns the new cursor for a navigation key; `undefined` for other keys. */
function findKeyTarget(page: TablePage, grid: Grid, event: KeyboardEvent): GridCursor | undefined {
  const { row, column } = page.cursor;
  const hasModifier = event.ctrlKey || event.metaKey;
  const last = { row: page.visibleRows.rows.length - 1, column: page.columns.length };
  const isRightToLeft = getComputedStyle(grid.element).direction === "rtl";
  const moveSideways = (step: number): GridCursor => ({
    row,
    column: Math.min(Math.max(column + (isRightToLeft ? -step : step), 0), last.column),
  });
  const moveDown = (step: number): GridCursor => ({
    row: Math.min(Math.max(row + step, 0), last.row),
    column,
  });
  switch (event.key) {
    case "ArrowDown":
      return moveDown(hasModifier ? last.row : 1);
    case "ArrowUp":
      // The header row is above the first row.
      return row <= 0 && !event.shiftKey ? { row: -1, column } : moveDown(hasModifier ? -last.row : -1);
    case "ArrowRight":
      return moveSideways(1);
    case "ArrowLeft":
      return moveSideways(-1);
    case "Home":
      return hasModifier ? { row: Math.min(0, last.row), column } : { row, column: 0 };
    case "End":
      return hasModifier ? { row: last.row, column } : { row, column: last.column };
    case "PageDown":
      return moveDown(grid.rowsPerPage);
    case "PageUp":
      return moveDown(-grid.rowsPerPage);
    default:
      return undefined;
  }
}

function moveCursor(page: TablePage, grid: Grid, to: GridCursor, isExtending: boolean): void {
  const from = page.cursorRow;
  page.moveCursor(to);
  grid.revealColumn(to.column);
  const row = page.visibleRows.rows[to.row];
  if (!isExtending || row === undefined) return;
  const { selection } = page;
  const isAnchored = selection.anchor !== undefined && selection.ids.size > 0;
  const startSelection = isAnchored || from === undefined ? selection : selectOnly(from.id);
  page.setSelection(extendSelection(startSelection, page.visibleRows.ids, row.id));
}

function editCell(page: TablePage, grid: Grid, row: number, role: EditableColumn): void {
  const id = page.visibleRows.rows[row]?.id;
  if (id === undefined) return;
  grid.revealRow(row);
  const anchor = (): DOMRect | undefined => {
    const index = page.visibleRows.indexById.get(id);
    const column = page.columns.findIndex(({ key }) => key === role) + 1;
    if (index === undefined) return undefined;
    // For a hidden column, the popup opens at the cursor.
    const cell = grid.findCell(index, column === 0 ? page.cursor.column : column);
    return (cell?.querySelector(".edit-button") ?? cell)?.getBoundingClientRect();
  };
  page.reportErrors(page.cellEditor.openChoices(id, role, anchor));
}

/** Several rows are edited in the bulk edit bar. */
function editColumn(page: TablePage, grid: Grid, role: EditableColumn): void {
  const { targetIds } = page;
  if (targetIds.length > 1) page.reportErrors(page.bulk.openForRows(targetIds, roleFieldKeys[role]));
  else if (page.cursor.row >= 0) editCell(page, grid, page.cursor.row, role);
}

function handleEnter(page: TablePage, grid: Grid): void {
  const { row, column } = page.cursor;
  const columnAtCursor = page.columns[column - 1];
  const target = page.cursorRow;
  if (row === -1) {
    if (columnAtCursor === undefined) page.toggleAll();
    else toggleSort(page, columnAtCursor);
  } else if (target !== undefined) {
    if (columnAtCursor === undefined) page.setSelection(toggleSelection(page.selection, target.id));
    else if (isEditableColumn(columnAtCursor.key)) editCell(page, grid, row, columnAtCursor.key);
    else page.runAction("open", [target.id]);
  }
}

function handleSpace(page: TablePage, grid: Grid, isExtending: boolean): void {
  const target = page.cursorRow;
  if (target === undefined) handleEnter(page, grid);
  else if (isExtending) page.setSelection(extendSelection(page.selection, page.visibleRows.ids, target.id));
  else page.setSelection(toggleSelection(page.selection, target.id));
}

/** Opens the bulk edit bar for the selected rows, or for the row with the cursor. */
function openBulkEdit(page: TablePage): void {
  const { targetIds } = page;
  if (targetIds.length > 0 && !page.bulk.isBusy) {
    page.reportErrors(page.bulk.openForRows(targetIds, undefined));
  }
}

type KeyHandler = (page: TablePage, grid: Grid, event: KeyboardEvent) => void;

const keyHandlers: Readonly<Record<string, KeyHandler>> = {
  Enter: handleEnter,
  " ": (page, grid, { shiftKey }) => handleSpace(page, grid, shiftKey),
  Escape: (page) => page.handleEscape(),
  F2: (page, grid) => {
    const key = page.columns[page.cursor.column - 1]?.key;
    if (isEditableColumn(key)) editCell(page, grid, page.cursor.row, key);
  },
  Delete: (page) => page.runAction("delete"),
  "/": () => document.querySelector<HTMLElement>(".search-box input")?.focus(),
  s: (page, grid) => editColumn(page, grid, "status"),
  a: (page, grid) => editColumn(page, grid, "assignee"),
  m: (page) => page.runAction("assignToMe"),
  c: (page) => page.runAction("comment"),
  l: (page) => page.runAction("link"),
  e: openBulkEdit,
};

export function handleGridKey(page: TablePage, grid: Grid, event: KeyboardEvent): void {
  const hasModifier = event.ctrlKey || event.metaKey;
  if (event.altKey) return;
  const to = findKeyTarget(page, grid, event);
  if (to !== undefined) moveCursor(page, grid, to, event.shiftKey);
  else if (hasModifier && event.key.toLowerCase() === "a") page.selectAll();
  else {
    const act = hasModifier || !Object.hasOwn(keyHandlers, event.key) ? undefined : keyHandlers[event.key];
    if (act === undefined) return;
    act(page, grid, event);
  }
  event.preventDefault();
}

// Mouse.

function selectByClick(page: TablePage, id: number, column: number, event: MouseEvent): void {
  const { selection } = page;
  if (event.shiftKey) page.setSelection(extendSelection(selection, page.visibleRows.ids, id));
  else if (column === 0 || event.ctrlKey || event.metaKey) page.setSelection(toggleSelection(selection, id));
  else page.setSelection(selectOnly(id));
}

function handleClick(page: TablePage, grid: Grid, event: MouseEvent): void {
  const { target } = event;
  const position = target instanceof Element ? grid.findCellPosition(target) : undefined;
  const row = position === undefined ? undefined : page.visibleRows.rows[position.row];
  if (position === undefined || row === undefined || !(target instanceof Element)) return;
  const hasNoModifier = !event.shiftKey && !event.ctrlKey && !event.metaKey;
  const key = page.columns[position.column - 1]?.key;
  if (hasNoModifier && target.closest(".open-link") !== null) {
    page.moveCursor(position);
    page.runAction("open", [row.id]);
  } else if (hasNoModifier && isEditableColumn(key) && target.closest(".edit-button") !== null) {
    page.moveCursor(position);
    editCell(page, grid, position.row, key);
  } else {
    selectByClick(page, row.id, position.column, event);
    page.moveCursor(position);
  }
}

const contextMenuActions: readonly (RowAction | EditableColumn)[] = [
  "open",
  "openInBrowser",
  "copyReference",
  "status",
  "assignee",
  "assignToMe",
  "comment",
  "link",
  "startWork",
  "delete",
];

/** Opens at the pointer or, by keyboard, at the cell with the cursor. */
function openContextMenu(page: TablePage, grid: Grid, event: MouseEvent): void {
  const position = event.target instanceof Element ? grid.findCellPosition(event.target) : undefined;
  const row = position === undefined ? undefined : page.visibleRows.rows[position.row];
  if (position !== undefined && row !== undefined) {
    if (!page.selection.ids.has(row.id)) page.setSelection(selectOnly(row.id));
    page.moveCursor(position);
  }
  if (page.cursorRow === undefined) return;
  event.preventDefault();
  const pointer = position === undefined ? undefined : new DOMRect(event.clientX, event.clientY, 0, 0);
  const { row: cursorRow, column } = page.cursor;
  page.openPopup({
    kind: "choices",
    anchor: () => pointer ?? grid.findCell(cursorRow, column)?.getBoundingClientRect(),
    label: page.texts.heading.actions,
    focusOnClose: undefined,
    source: createMenu(
      contextMenuActions.map((key) => ({ key, label: page.texts.actions[key] })),
      { preselectsFirst: true },
    ),
    onSelect: ([item]) => {
      const action = contextMenuActions.find((each) => each === item?.key);
      if (action === undefined) return;
      if (isEditableColumn(action)) editColumn(page, grid, action);
      else page.runAction(action);
    },
  });
}

export function handleGridClicks(page: TablePage, grid: Grid): void {
  const { element } = grid;
  element.addEventListener("click", (event) => handleClick(page, grid, event));
  element.addEventListener("dblclick", ({ target }) => {
    const position = target instanceof Element ? grid.findCellPosition(target) : undefined;
    const row = position === undefined ? undefined : page.visibleRows.rows[position.row];
    const isOutsideControl =
      target instanceof Element && target.closest(".edit-button, .open-link, .checkbox") === null;
    if (row !== undefined && isOutsideControl && position?.column !== 0) page.runAction("open", [row.id]);
  });
  element.addEventListener("contextmenu", (event) => openContextMenu(page, grid, event));
}
