// The grid by keyboard and by mouse.
import { extended, only, toggled } from "../../model/table.ts";
import { roleFields, type RowAction } from "../../protocol/table.ts";
import { type EditableKey, isEditable } from "./cellChanges.ts";
import type { Grid } from "./grid.ts";
import { sortBy } from "./headings.ts";
import type { Cursor, TablePage } from "./tablePage.ts";

// The grid by keyboard: where keys go, and what they do there.

/** Where a key leads; undefined for one that leads nowhere. */
function destination(page: TablePage, grid: Grid, event: KeyboardEvent): Cursor | undefined {
  const { row, column } = page.cursor;
  const isWide = event.ctrlKey || event.metaKey;
  const last = { row: page.shown.rows.length - 1, column: page.columns.length };
  const isBackwards = getComputedStyle(grid.element).direction === "rtl";
  const side = (by: number): Cursor => ({
    row,
    column: Math.min(Math.max(column + (isBackwards ? -by : by), 0), last.column),
  });
  const down = (by: number): Cursor => ({ row: Math.min(Math.max(row + by, 0), last.row), column });
  switch (event.key) {
    case "ArrowDown":
      return down(isWide ? last.row : 1);
    case "ArrowUp":
      // Above the first row are the headings.
      return row <= 0 && !event.shiftKey ? { row: -1, column } : down(isWide ? -last.row : -1);
    case "ArrowRight":
      return side(1);
    case "ArrowLeft":
      return side(-1);
    case "Home":
      return isWide ? { row: Math.min(0, last.row), column } : { row, column: 0 };
    case "End":
      return isWide ? { row: last.row, column } : { row, column: last.column };
    case "PageDown":
      return down(grid.pageLength);
    case "PageUp":
      return down(-grid.pageLength);
    default:
      return undefined;
  }
}

function go(page: TablePage, grid: Grid, to: Cursor, isExtending: boolean): void {
  const from = page.cursorRow;
  page.moveTo(to);
  grid.revealColumn(to.column);
  const row = page.shown.rows[to.row];
  if (!isExtending || row === undefined) return;
  const { selection } = page;
  const isAnchored = selection.anchor !== undefined && selection.ids.size > 0;
  const begun = isAnchored || from === undefined ? selection : only(from.id);
  page.select(extended(begun, page.shown.ids, row.id));
}

function editCell(page: TablePage, grid: Grid, row: number, role: EditableKey): void {
  const id = page.shown.rows[row]?.id;
  if (id === undefined) return;
  grid.reveal(row);
  const anchor = (): DOMRect | undefined => {
    const place = page.shown.places.get(id);
    const column = page.columns.findIndex(({ key }) => key === role) + 1;
    if (place === undefined) return undefined;
    // A column that is not shown has no place of its own.
    const cell = grid.cell(place, column === 0 ? page.cursor.column : column);
    return (cell?.querySelector(".edit") ?? cell)?.getBoundingClientRect();
  };
  page.tell(page.changes.edit(id, role, anchor));
}

/** Several rows are changed by the bar below. */
function decide(page: TablePage, grid: Grid, role: EditableKey): void {
  const { targets } = page;
  if (targets.length > 1) page.tell(page.bulk.openFor(targets, roleFields[role]));
  else if (page.cursor.row >= 0) editCell(page, grid, page.cursor.row, role);
}

function enter(page: TablePage, grid: Grid): void {
  const { row, column } = page.cursor;
  const shown = page.columns[column - 1];
  const target = page.cursorRow;
  if (row === -1) {
    if (shown === undefined) page.toggleAll();
    else sortBy(page, shown);
  } else if (target !== undefined) {
    if (shown === undefined) page.select(toggled(page.selection, target.id));
    else if (isEditable(shown.key)) editCell(page, grid, row, shown.key);
    else page.act("open", [target.id]);
  }
}

function space(page: TablePage, grid: Grid, isExtending: boolean): void {
  const target = page.cursorRow;
  if (target === undefined) enter(page, grid);
  else if (isExtending) page.select(extended(page.selection, page.shown.ids, target.id));
  else page.select(toggled(page.selection, target.id));
}

/** Selects the row with the cursor where nothing is, and opens the bar. */
function changeMany(page: TablePage): void {
  const { targets } = page;
  if (targets.length > 0 && !page.bulk.isBusy) page.tell(page.bulk.openFor(targets, undefined));
}

/** One thing after the other: what was begun below, the selection, the filter. */
function escape(page: TablePage): void {
  if (page.bulk.isBegun) {
    if (!page.bulk.isBusy) page.bulk.cancel();
  } else if (page.selection.ids.size > 0) page.clearSelection();
  else if (page.search.text !== "") page.searchFor({ ...page.search, text: "" });
}

type Act = (page: TablePage, grid: Grid, event: KeyboardEvent) => void;

const plainKeys: Readonly<Record<string, Act>> = {
  Enter: enter,
  " ": (page, grid, { shiftKey }) => space(page, grid, shiftKey),
  Escape: escape,
  F2: (page, grid) => {
    const key = page.columns[page.cursor.column - 1]?.key;
    if (isEditable(key)) editCell(page, grid, page.cursor.row, key);
  },
  Delete: (page) => page.act("delete"),
  "/": () => document.querySelector<HTMLElement>(".find input")?.focus(),
  s: (page, grid) => decide(page, grid, "status"),
  a: (page, grid) => decide(page, grid, "assignee"),
  m: (page) => page.act("assignToMe"),
  c: (page) => page.act("comment"),
  l: (page) => page.act("link"),
  e: changeMany,
};

export function pressed(page: TablePage, grid: Grid, event: KeyboardEvent): void {
  const isWide = event.ctrlKey || event.metaKey;
  if (event.altKey) return;
  const to = destination(page, grid, event);
  if (to !== undefined) go(page, grid, to, event.shiftKey);
  else if (isWide && event.key.toLowerCase() === "a") page.selectAll();
  else {
    const act = isWide || !Object.hasOwn(plainKeys, event.key) ? undefined : plainKeys[event.key];
    if (act === undefined) return;
    act(page, grid, event);
  }
  event.preventDefault();
}

// The grid by mouse.

function selectBy(page: TablePage, id: number, column: number, event: MouseEvent): void {
  const { selection } = page;
  if (event.shiftKey) page.select(extended(selection, page.shown.ids, id));
  else if (column === 0 || event.ctrlKey || event.metaKey) page.select(toggled(selection, id));
  else page.select(only(id));
}

function clicked(page: TablePage, grid: Grid, event: MouseEvent): void {
  const { target } = event;
  const place = target instanceof Element ? grid.placeOf(target) : undefined;
  const row = place === undefined ? undefined : page.shown.rows[place.row];
  if (place === undefined || row === undefined || !(target instanceof Element)) return;
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
  const key = page.columns[place.column - 1]?.key;
  if (isPlain && target.closest(".open-link") !== null) {
    page.moveTo(place);
    page.act("open", [row.id]);
  } else if (isPlain && isEditable(key) && target.closest(".edit") !== null) {
    page.moveTo(place);
    editCell(page, grid, place.row, key);
  } else {
    selectBy(page, row.id, place.column, event);
    page.moveTo(place);
  }
}

const actions: readonly (RowAction | EditableKey)[] = [
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

/** What can be done with a row, at the pointer or, by keyboard, at the cell with the cursor. */
function openActions(page: TablePage, grid: Grid, event: MouseEvent): void {
  const place = event.target instanceof Element ? grid.placeOf(event.target) : undefined;
  const row = place === undefined ? undefined : page.shown.rows[place.row];
  if (place !== undefined && row !== undefined) {
    if (!page.selection.ids.has(row.id)) page.select(only(row.id));
    page.moveTo(place);
  }
  if (page.cursorRow === undefined) return;
  event.preventDefault();
  const at = place === undefined ? undefined : new DOMRect(event.clientX, event.clientY, 0, 0);
  const { row: cursorRow, column } = page.cursor;
  page.open({
    kind: "choices",
    anchor: () => at ?? grid.cell(cursorRow, column)?.getBoundingClientRect(),
    label: page.texts.heading.actions,
    returnTo: undefined,
    source: {
      kind: "list",
      items: actions.map((key) => ({
        key,
        label: page.texts.actions[key],
        detail: "",
        isNow: false,
        isEmptying: false,
      })),
      takesMany: false,
      preselectsFirst: true,
    },
    pick: ([item]) => {
      const action = actions.find((each) => each === item?.key);
      if (action === undefined) return;
      if (isEditable(action)) decide(page, grid, action);
      else page.act(action);
    },
  });
}

export function takeClicks(page: TablePage, grid: Grid): void {
  const { element } = grid;
  element.addEventListener("click", (event) => clicked(page, grid, event));
  element.addEventListener("dblclick", ({ target }) => {
    const place = target instanceof Element ? grid.placeOf(target) : undefined;
    const row = place === undefined ? undefined : page.shown.rows[place.row];
    const isPlace = target instanceof Element && target.closest(".edit, .open-link, .box") === null;
    if (row !== undefined && isPlace && place?.column !== 0) page.act("open", [row.id]);
  });
  element.addEventListener("contextmenu", (event) => openActions(page, grid, event));
}
