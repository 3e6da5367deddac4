// Renders rows and cells. Rows are reused while the table scrolls.
import { formatTimeInOwnZone } from "../../model/localTime.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { BuiltInColumn } from "../../model/table.ts";
import type { TableColumn } from "../../protocol/tableProtocol.ts";
import { toHueClass } from "../shared/icons.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { type EditableColumn, isEditableColumn } from "./cellEditor.ts";
import {
  getRowDate,
  formatBuiltInColumn,
  type FieldColumnKey,
  isDateColumn,
  isFieldColumn,
} from "./builtInColumnValues.ts";
import type { GridCursor, TablePage } from "./tablePage.ts";

// Cells are created once and updated for each row that they show, so updates touch as little of the DOM as possible: one
// text node, and attributes only when they change.

interface CellView {
  readonly element: HTMLElement;
  readonly update: (row: RowWithTracker) => void;
  /** For the tooltip. */
  readonly getFullText: (row: RowWithTracker) => string;
}

/** Longer texts are cut, because the browser would lay out all of the text. */
const maxCellLength = 300;
const maxTooltipLength = 2_000;

function createElementWithClass(tag: "div" | "span", className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

function createCell(className: string): HTMLElement {
  const element = createElementWithClass("div", `cell ${className}`);
  element.setAttribute("role", "gridcell");
  return element;
}

/** Returns a function that sets the text of the element. */
function createTextWriter(element: HTMLElement): (text: string) => void {
  const node = document.createTextNode("");
  element.append(node);
  let current = "";
  return (text) => {
    if (text === current) return;
    current = text;
    node.data = text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text;
  };
}

/** Returns a function that replaces the class that it has set before. */
function createClassWriter(element: HTMLElement): (name: string | undefined) => void {
  let current: string | undefined;
  return (name) => {
    if (name === current) return;
    if (current !== undefined) element.classList.remove(current);
    if (name !== undefined) element.classList.add(name);
    current = name;
  };
}

function createClassToggle(element: HTMLElement, name: string): (isOn: boolean) => void {
  let current = false;
  return (isOn) => {
    if (isOn === current) return;
    current = isOn;
    element.classList.toggle(name, isOn);
  };
}

function createAttributeWriter(element: HTMLElement, name: string): (value: string) => void {
  let current: string | undefined;
  return (value) => {
    if (value === current) return;
    current = value;
    element.setAttribute(name, value);
  };
}

function createSelectCell(page: TablePage): CellView {
  const element = createCell("is-select");
  const checkbox = createElementWithClass("span", "checkbox");
  checkbox.setAttribute("role", "checkbox");
  element.append(checkbox);
  const [check, label] = [
    createAttributeWriter(checkbox, "aria-checked"),
    createAttributeWriter(checkbox, "aria-label"),
  ];
  return {
    element,
    update: ({ id }) => {
      check(page.selection.ids.has(id) ? "true" : "false");
      label(fillPlaceholders(page.texts.row.select, `#${id}`));
    },
    getFullText: () => "",
  };
}

function createIdCell(page: TablePage): CellView {
  const element = createCell("is-id");
  const link = createElementWithClass("span", "open-link");
  link.setAttribute("role", "link");
  element.append(link);
  const write = createTextWriter(link);
  return {
    element,
    update: ({ id }) => write(`#${id}`),
    getFullText: ({ id }) => fillPlaceholders(page.texts.row.open, `#${id}`),
  };
}

/** As the icons of the tree: Tuleap's color of the status or, without such colors, green if it is open. */
function getStatusHue(
  { state: { statusColors } }: TablePage,
  { isOpen }: RowWithTracker,
  status: string,
): string | undefined {
  if (statusColors === undefined) return isOpen === true ? "hue-green" : undefined;
  return toHueClass(Object.hasOwn(statusColors, status) ? statusColors[status] : undefined);
}

function createEditableCell(page: TablePage, key: EditableColumn): CellView {
  const element = createCell(`is-${key}`);
  const button = createElementWithClass("span", `edit-button ${key === "status" ? "pill" : "assignee"}`);
  button.setAttribute("role", "button");
  element.append(button);
  const write = createTextWriter(button);
  const [isEmpty, isPending] = [
    createClassToggle(element, "is-empty"),
    createClassToggle(element, "is-pending"),
  ];
  const setHue = createClassWriter(button);
  const [label, busy] = [
    createAttributeWriter(button, "aria-label"),
    createAttributeWriter(element, "aria-busy"),
  ];
  const emptyText = key === "assignee" ? page.texts.row.unassigned : page.texts.row.empty;
  const text = (row: RowWithTracker): string =>
    page.cellEditor.getPendingText(row.id, key) ?? formatBuiltInColumn(row, key, page.formatter);
  return {
    element,
    update: (row) => {
      const pending = page.cellEditor.getPendingText(row.id, key) !== undefined;
      const value = text(row);
      const shownText = value === "" ? emptyText : value;
      write(shownText);
      isEmpty(value === "");
      isPending(pending);
      busy(pending ? "true" : "false");
      setHue(key === "status" ? getStatusHue(page, row, value) : undefined);
      label(
        `${shownText}, ${fillPlaceholders(page.texts.row.change, page.getColumnLabel(key), `#${row.id}`)}`,
      );
    },
    getFullText: text,
  };
}

function appendServerTime(page: TablePage, text: string, time: string | undefined): string {
  return time === undefined ? text : `${text}\n${fillPlaceholders(page.texts.row.serverTime, time)}`;
}

function createDateCell(page: TablePage, key: "submitted" | "modified"): CellView {
  const element = createCell("is-date");
  const write = createTextWriter(element);
  return {
    element,
    update: (row) => write(page.formatter.formatAge(getRowDate(row, key), Date.now())),
    getFullText: (row) =>
      appendServerTime(
        page,
        page.formatter.formatDate(getRowDate(row, key)),
        formatTimeInOwnZone(getRowDate(row, key)),
      ),
  };
}

function createFieldCell(page: TablePage, key: FieldColumnKey, kind: TableColumn["kind"]): CellView {
  const element = createCell(`is-field is-${kind}`);
  const write = createTextWriter(element);
  const [isLoading, isEmpty] = [
    createClassToggle(element, "is-loading"),
    createClassToggle(element, "is-empty"),
  ];
  return {
    element,
    update: ({ id }) => {
      const text = page.fieldValues.getText(id, key);
      write(text ?? (text === null ? page.texts.row.unreadable : ""));
      isLoading(text === undefined);
      isEmpty(text === null);
    },
    getFullText: ({ id }) =>
      appendServerTime(
        page,
        page.fieldValues.getText(id, key) ?? "",
        page.fieldValues.getServerTime(id, key),
      ),
  };
}

function createBuiltInCell(page: TablePage, key: BuiltInColumn): CellView {
  const element = createCell(`is-${key}`);
  const write = createTextWriter(element);
  const isEmpty = createClassToggle(element, "is-empty");
  const emptyText = key === "title" ? page.texts.row.noTitle : "";
  return {
    element,
    update: (row) => {
      const text = formatBuiltInColumn(row, key, page.formatter);
      write(text === "" ? emptyText : text);
      isEmpty(text === "");
    },
    getFullText: (row) => formatBuiltInColumn(row, key, page.formatter),
  };
}

function createColumnCell(page: TablePage, { key, kind }: TableColumn): CellView {
  if (isFieldColumn(key)) return createFieldCell(page, key, kind);
  if (key === "id") return createIdCell(page);
  if (isEditableColumn(key)) return createEditableCell(page, key);
  if (isDateColumn(key)) return createDateCell(page, key);
  return createBuiltInCell(page, key);
}

function formatTooltip({ getFullText }: CellView, row: RowWithTracker): string {
  const text = getFullText(row);
  return text.length > maxTooltipLength ? `${text.slice(0, maxTooltipLength)}…` : text;
}

// There are only as many row views as fit on the screen; each shows different rows while the table scrolls.

/** Index of a hidden view; -1 is the header row. */
const noRow = -2;

export class RowView {
  readonly element: HTMLElement;
  /** Index of the row that it shows. */
  index = noRow;
  readonly #page: TablePage;
  readonly #cells: readonly CellView[];
  #row: RowWithTracker | undefined;
  #isSelected = false;
  #cursorCell: HTMLElement | undefined;

  constructor(page: TablePage, name: string) {
    this.#page = page;
    this.#cells = [createSelectCell(page), ...page.columns.map((column) => createColumnCell(page, column))];
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

  showRow(index: number, row: RowWithTracker, rowHeight: number): void {
    const { element } = this;
    if (this.index !== index) {
      if (this.index === noRow) element.hidden = false;
      this.index = index;
      element.style.transform = `translateY(${index * rowHeight}px)`;
      // The header row has index 1.
      element.setAttribute("aria-rowindex", String(index + 2));
    }
    this.#row = row;
    const isSelected = this.#page.selection.ids.has(row.id);
    if (isSelected !== this.#isSelected) {
      this.#isSelected = isSelected;
      element.setAttribute("aria-selected", isSelected ? "true" : "false");
    }
    for (const cell of this.#cells) cell.update(row);
  }

  markCursor({ row, column }: GridCursor): void {
    const cell = row === this.index ? this.#cells[column]?.element : undefined;
    if (cell === this.#cursorCell) return;
    this.#cursorCell?.classList.remove("has-cursor");
    cell?.classList.add("has-cursor");
    this.#cursorCell = cell;
  }

  hide(): void {
    if (this.index === noRow) return;
    this.index = noRow;
    this.element.hidden = true;
  }

  getCell(column: number): HTMLElement | undefined {
    return this.#cells[column]?.element;
  }

  findColumn(inside: Element): number {
    return this.#cells.findIndex(({ element }) => element.contains(inside));
  }

  /** Sets the tooltip of a cell to its full text. */
  setTooltip(column: number): void {
    const cell = this.#cells[column];
    if (cell !== undefined && this.#row !== undefined) cell.element.title = formatTooltip(cell, this.#row);
  }
}
