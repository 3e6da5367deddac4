// The grid by mouse.
import { extended, only, toggled } from "../../model/table/selection.ts";
import type { RowAction } from "../../protocol/table.ts";
import { type EditableKey, isEditable } from "./cellChanges.ts";
import type { Grid } from "./grid.ts";
import { decide, editCell } from "./keys.ts";
import type { TablePage } from "./tablePage.ts";

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
