// Rows and their cells.
import { serverTime } from "../../model/localTime.ts";
import type { PlacedRow } from "../../model/query/rows.ts";
import type { RowFact } from "../../model/table.ts";
import type { Column } from "../../protocol/table.ts";
import { filled } from "../shared/format.ts";
import { type EditableKey, isEditable } from "./cellChanges.ts";
import { dateOf, factText, type FieldKey, isDate, isField } from "./facts.ts";
import type { Cursor, TablePage } from "./tablePage.ts";

// The cells of a row. They are made once and filled again and again while rows go past, so that as little as possible
// is touched: one text, and an attribute only when it becomes another one.

interface CellView {
  readonly element: HTMLElement;
  readonly show: (row: PlacedRow) => void;
  /** All that there is to read, for whoever points at it. */
  readonly whole: (row: PlacedRow) => string;
}

/** Nobody reads more in a cell, and the browser would lay out all of it. */
const mostCharacters = 300;
const mostOfAll = 2_000;

function made(tag: "div" | "span", className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

function cell(className: string): HTMLElement {
  const element = made("div", `cell ${className}`);
  element.setAttribute("role", "gridcell");
  return element;
}

/** Puts texts into an element, whose only content they are. */
function writer(element: HTMLElement): (text: string) => void {
  const node = document.createTextNode("");
  element.append(node);
  let shown = "";
  return (text) => {
    if (text === shown) return;
    shown = text;
    node.data = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  };
}

/** Switches a class on and off. */
function marker(element: HTMLElement, name: string): (isOn: boolean) => void {
  let was = false;
  return (isOn) => {
    if (isOn === was) return;
    was = isOn;
    element.classList.toggle(name, isOn);
  };
}

function attribute(element: HTMLElement, name: string): (value: string) => void {
  let was: string | undefined;
  return (value) => {
    if (value === was) return;
    was = value;
    element.setAttribute(name, value);
  };
}

function selectCell(page: TablePage): CellView {
  const element = cell("is-select");
  const box = made("span", "box");
  box.setAttribute("role", "checkbox");
  element.append(box);
  const [check, label] = [attribute(box, "aria-checked"), attribute(box, "aria-label")];
  return {
    element,
    show: ({ id }) => {
      check(page.selection.ids.has(id) ? "true" : "false");
      label(filled(page.texts.row.select, `#${id}`));
    },
    whole: () => "",
  };
}

function idCell(page: TablePage): CellView {
  const element = cell("is-id");
  const link = made("span", "open-link");
  link.setAttribute("role", "link");
  element.append(link);
  const write = writer(link);
  return {
    element,
    show: ({ id }) => write(`#${id}`),
    whole: ({ id }) => filled(page.texts.row.open, `#${id}`),
  };
}

function editableCell(page: TablePage, key: EditableKey): CellView {
  const element = cell(`is-${key}`);
  const face = made("span", `edit ${key === "status" ? "pill" : "person"}`);
  face.setAttribute("role", "button");
  element.append(face);
  const write = writer(face);
  const [isEmpty, isPending] = [marker(element, "is-empty"), marker(element, "is-pending")];
  const [isOpen, isClosed] = [marker(face, "is-open"), marker(face, "is-closed")];
  const [label, busy] = [attribute(face, "aria-label"), attribute(element, "aria-busy")];
  const nothing = key === "assignee" ? page.texts.row.nobody : page.texts.row.empty;
  const text = (row: PlacedRow): string =>
    page.changes.pending(row.id, key) ?? factText(row, key, page.formats);
  return {
    element,
    show: (row) => {
      const pending = page.changes.pending(row.id, key) !== undefined;
      const value = text(row);
      const shown = value === "" ? nothing : value;
      write(shown);
      isEmpty(value === "");
      isPending(pending);
      busy(pending ? "true" : "false");
      isOpen(key === "status" && row.isOpen === true);
      isClosed(key === "status" && row.isOpen === false);
      label(`${shown}, ${filled(page.texts.row.change, page.labelOf(key), `#${row.id}`)}`);
    },
    whole: text,
  };
}

function withServerTime(page: TablePage, text: string, time: string | undefined): string {
  return time === undefined ? text : `${text}\n${filled(page.texts.row.serverTime, time)}`;
}

function dateCell(page: TablePage, key: "submitted" | "modified"): CellView {
  const element = cell("is-date");
  const write = writer(element);
  return {
    element,
    show: (row) => write(page.formats.age(dateOf(row, key), Date.now())),
    whole: (row) => withServerTime(page, page.formats.exact(dateOf(row, key)), serverTime(dateOf(row, key))),
  };
}

function fieldCell(page: TablePage, key: FieldKey, kind: Column["kind"]): CellView {
  const element = cell(`is-field is-${kind}`);
  const write = writer(element);
  const [isWaiting, isEmpty] = [marker(element, "is-waiting"), marker(element, "is-empty")];
  return {
    element,
    show: ({ id }) => {
      const text = page.values.text(id, key);
      write(text ?? (text === null ? page.texts.row.unreadable : ""));
      isWaiting(text === undefined);
      isEmpty(text === null);
    },
    whole: ({ id }) => withServerTime(page, page.values.text(id, key) ?? "", page.values.serverTime(id, key)),
  };
}

function factCell(page: TablePage, key: RowFact): CellView {
  const element = cell(`is-${key}`);
  const write = writer(element);
  const isEmpty = marker(element, "is-empty");
  const untold = key === "title" ? page.texts.row.noTitle : "";
  return {
    element,
    show: (row) => {
      const text = factText(row, key, page.formats);
      write(text === "" ? untold : text);
      isEmpty(text === "");
    },
    whole: (row) => factText(row, key, page.formats),
  };
}

function cellFor(page: TablePage, { key, kind }: Column): CellView {
  if (isField(key)) return fieldCell(page, key, kind);
  if (key === "id") return idCell(page);
  if (isEditable(key)) return editableCell(page, key);
  if (isDate(key)) return dateCell(page, key);
  return factCell(page, key);
}

function wholeText({ whole }: CellView, row: PlacedRow): string {
  const text = whole(row);
  return text.length > mostOfAll ? `${text.slice(0, mostOfAll)}…` : text;
}

// A row on the screen. There are only as many as are in sight; each shows one row after the other.

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
