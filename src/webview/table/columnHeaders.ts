// Renders the header row, with sorting and resizing of columns.
import { html, nothing, type TemplateResult } from "lit";
import { areAllSelected } from "../../model/table.ts";
import type { TableColumn, TableSort } from "../../protocol/tableProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { renderIcon } from "../shared/icons.ts";
import { minColumnWidth, maxColumnWidth, getColumnWidth, setColumnWidth } from "./tableLayout.ts";
import type { TablePage } from "./tablePage.ts";

/** Width change per arrow key, in pixels. */
const resizeStep = 10;

/** Numbers and dates are sorted in descending order first. */
function getNextSort({ key, kind }: TableColumn, sort: TableSort | undefined): TableSort {
  const isReversed = sort?.by === key ? sort.direction === "ascending" : kind !== "text" || key === "id";
  return { by: key, direction: isReversed ? "descending" : "ascending" };
}

export function toggleSort(page: TablePage, column: TableColumn): void {
  page.reportErrors(page.columnLoader.sortBy(getNextSort(column, page.sort)));
}

function resizeByPointer(
  page: TablePage,
  column: TableColumn,
  event: PointerEvent & { currentTarget: HTMLElement },
): void {
  event.preventDefault();
  event.stopPropagation();
  const handle = event.currentTarget;
  const header = handle.closest("[role=columnheader]");
  const startX = event.clientX;
  const width = header?.getBoundingClientRect().width ?? getColumnWidth(column, page.layout);
  const sign = getComputedStyle(handle).direction === "rtl" ? -1 : 1;
  handle.setPointerCapture(event.pointerId);
  const move = ({ clientX }: PointerEvent): void =>
    page.previewLayout(setColumnWidth(page.layout, column.key, width + sign * (clientX - startX)));
  const end = (): void => {
    handle.removeEventListener("pointermove", move);
    page.setLayout(page.layout);
  };
  handle.addEventListener("pointermove", move);
  handle.addEventListener("lostpointercapture", end, { once: true });
}

function resizeByKey(
  page: TablePage,
  column: TableColumn,
  event: KeyboardEvent & { currentTarget: HTMLElement },
): void {
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
  const step = {
    ArrowRight: isRightToLeft ? -resizeStep : resizeStep,
    ArrowLeft: isRightToLeft ? resizeStep : -resizeStep,
  }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const width = event.currentTarget.closest("[role=columnheader]")?.getBoundingClientRect().width;
  page.setLayout(
    setColumnWidth(page.layout, column.key, (width ?? getColumnWidth(column, page.layout)) + step),
  );
}

function renderResizeHandle(page: TablePage, column: TableColumn, hasCursor: boolean): TemplateResult {
  const label = fillPlaceholders(page.texts.row.width, column.label);
  return html`<span
    class="resize-handle"
    role="separator"
    aria-orientation="vertical"
    aria-label=${label}
    aria-valuenow=${getColumnWidth(column, page.layout)}
    aria-valuemin=${minColumnWidth}
    aria-valuemax=${maxColumnWidth}
    tabindex=${hasCursor ? "0" : "-1"}
    @pointerdown=${(event: PointerEvent & { currentTarget: HTMLElement }) => resizeByPointer(page, column, event)}
    @click=${(event: Event) => event.stopPropagation()}
    @keydown=${(event: KeyboardEvent & { currentTarget: HTMLElement }) => resizeByKey(page, column, event)}
  ></span>`;
}

function renderColumnHeader(page: TablePage, column: TableColumn, index: number): TemplateResult {
  const { sort, cursor } = page;
  const direction = sort?.by === column.key ? sort.direction : undefined;
  const hasCursor = cursor.row === -1 && cursor.column === index;
  return html`<div
    id="heading-${index}"
    role="columnheader"
    class="cell is-${column.kind} ${column.key === "id" ? "is-id" : ""} ${hasCursor ? "has-cursor" : ""}"
    aria-colindex=${index + 1}
    aria-sort=${direction ?? "none"}
    title=${column.label}
    @click=${() => {
      page.moveCursor({ row: -1, column: index });
      toggleSort(page, column);
    }}
  >
    <bdi>${column.label}</bdi>${
      direction === undefined ? nothing : renderIcon(direction === "ascending" ? "arrow-up" : "arrow-down")
    }${renderResizeHandle(page, column, hasCursor)}
  </div>`;
}

export function renderColumnHeaders(page: TablePage): TemplateResult {
  const { cursor, selection } = page;
  const isAllChecked = areAllSelected(selection, page.visibleRows.ids);
  const isSomeChecked = !isAllChecked && selection.ids.size > 0;
  const hasCursor = cursor.row === -1 && cursor.column === 0;
  return html`<div class="row" role="row" aria-rowindex="1">
    <div
      id="heading-0"
      role="columnheader"
      class="cell is-select ${hasCursor ? "has-cursor" : ""}"
      aria-colindex="1"
      @click=${() => page.toggleAll()}
    >
      <span
        class="checkbox"
        role="checkbox"
        aria-checked=${isAllChecked ? "true" : isSomeChecked ? "mixed" : "false"}
        aria-label=${page.texts.row.selectAll}
        title=${page.texts.row.selectAll}
      ></span>
    </div>
    ${page.columns.map((column, index) => renderColumnHeader(page, column, index + 1))}
  </div>`;
}
