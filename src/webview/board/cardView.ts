// A card of a board. Its element stays the same while the card moves, so that it glides.
import { html, nothing, render, type TemplateResult } from "lit";
import type { BoardColumn, PlacedCard } from "../../model/board.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { TableColumn } from "../../protocol/tableProtocol.ts";
import { renderColorDot } from "../shared/icons.ts";
import { formatBuiltInColumn, isFieldColumn } from "../table/builtInColumnValues.ts";
import type { BoardPage } from "./boardPage.ts";

const maxInitials = 3;

/** The first letters of the first and the last word. */
function toInitials(name: string): string {
  // Marks of the writing direction aren't letters.
  const words = name
    .replace(/\p{Cf}/gu, "")
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => {
    const [first = ""] = word ?? "";
    return first;
  });
  return letters.join("").toUpperCase();
}

function renderAssignees({ assignees }: RowWithTracker): TemplateResult | typeof nothing {
  if (assignees.length === 0) return nothing;
  const names = assignees.map(({ label }) => label).join(", ");
  return html`<span class="assignees" title=${names}
    >${assignees.slice(0, maxInitials).map(({ label }) => html`<span class="avatar" aria-hidden="true">${toInitials(label)}</span>`)}<span
      class="visually-hidden"
      >${names}</span
    ></span
  >`;
}

function getFieldText(page: BoardPage, row: RowWithTracker, { key }: TableColumn): string {
  if (!isFieldColumn(key)) return formatBuiltInColumn(row, key, page.formatter);
  return page.fieldValues.getText(row.id, key) ?? "";
}

/** What the card doesn't show, or not completely, for a hover. */
function formatDetails(page: BoardPage, row: RowWithTracker, title: string): string {
  const details = page.state.columns.flatMap(({ key, label }) => {
    if (isFieldColumn(key) || key === "id" || key === "title") return [];
    const text = formatBuiltInColumn(row, key, page.formatter);
    return text === "" ? [] : [`${label}: ${text}`];
  });
  return [`#${row.id} ${title}`, ...details].map((line) => line.replace(/\s+/g, " ")).join("\n");
}

/** The value that the column doesn't show. */
function renderStatus({ status }: RowWithTracker, column: BoardColumn): TemplateResult | typeof nothing {
  if (column.kind !== "closed" || status === undefined) return nothing;
  return html`<span class="card-status"><bdi>${status}</bdi></span>`;
}

export class CardView {
  readonly element = document.createElement("div");
  #place: PlacedCard<RowWithTracker> | undefined;
  readonly #page: BoardPage;

  constructor(page: BoardPage, id: number) {
    this.#page = page;
    this.element.className = "card";
    this.element.id = `card-${id}`;
    this.element.setAttribute("role", "option");
  }

  get row(): RowWithTracker | undefined {
    return this.#place?.card;
  }

  show(
    place: PlacedCard<RowWithTracker>,
    column: BoardColumn,
    count: number,
    fields: readonly TableColumn[],
  ): void {
    const page = this.#page;
    const { element } = this;
    const { card: row, index } = place;
    this.#place = place;
    const columnLabel = page.getColumnLabelOf(column);
    const title = row.title === undefined || row.title === "" ? page.texts.row.noTitle : row.title;
    this.moveTo(place.x, place.y);
    element.classList.toggle("is-moving", page.isMoving(row));
    element.setAttribute("aria-selected", page.selection.ids.has(row.id) ? "true" : "false");
    element.setAttribute("aria-posinset", String(index + 1));
    element.setAttribute("aria-setsize", String(count));
    element.setAttribute("aria-busy", page.isMoving(row) ? "true" : "false");
    element.title = formatDetails(page, row, title);
    render(
      html`<span class="card-heading"
          >${renderColorDot(column.kind === "value" ? column.color : undefined)}<span class="card-id"
            >#${row.id}</span
          >${renderStatus(row, column)}${renderAssignees(row)}</span
        ><span class="card-title" dir="auto">${title}</span
        ><span class="card-column visually-hidden">${columnLabel}</span>${fields.map((field) => {
          const text = getFieldText(page, row, field);
          return html`<span class="card-field"
            ><span class="card-label">${field.label}</span> <bdi>${text}</bdi></span
          >`;
        })}`,
      element,
    );
  }

  moveTo(x: number, y: number): void {
    this.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  markCursor(hasCursor: boolean): void {
    this.element.classList.toggle("has-cursor", hasCursor);
  }
}
