// The row of headings: what is ordered by, and how wide columns are.
import { html, nothing, type TemplateResult } from "lit";
import { areAll } from "../../model/table.ts";
import type { Column, TableSort } from "../../protocol/table.ts";
import { filled } from "../shared/format.ts";
import { icon } from "../shared/icons.ts";
import { narrowest, widest, widthOf, withWidth } from "./layout.ts";
import type { TablePage } from "./tablePage.ts";

/** How far a key makes a column wider, in pixels. */
const step = 10;

/** Of numbers and dates one mostly wants to see the greatest first. */
function nextSort({ key, kind }: Column, sort: TableSort | undefined): TableSort {
  const isReversed = sort?.by === key ? sort.direction === "ascending" : kind !== "text" || key === "id";
  return { by: key, direction: isReversed ? "descending" : "ascending" };
}

export function sortBy(page: TablePage, column: Column): void {
  page.tell(page.columnLoading.sortBy(nextSort(column, page.sort)));
}

/** Follows the pointer until it is let go. */
function drag(page: TablePage, column: Column, event: PointerEvent & { currentTarget: HTMLElement }): void {
  event.preventDefault();
  event.stopPropagation();
  const handle = event.currentTarget;
  const header = handle.closest("[role=columnheader]");
  const from = event.clientX;
  const width = header?.getBoundingClientRect().width ?? widthOf(column, page.layout);
  const sign = getComputedStyle(handle).direction === "rtl" ? -1 : 1;
  handle.setPointerCapture(event.pointerId);
  const move = ({ clientX }: PointerEvent): void =>
    page.preview(withWidth(page.layout, column.key, width + sign * (clientX - from)));
  const end = (): void => {
    handle.removeEventListener("pointermove", move);
    page.arrange(page.layout);
  };
  handle.addEventListener("pointermove", move);
  handle.addEventListener("lostpointercapture", end, { once: true });
}

function widen(page: TablePage, column: Column, event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const isBackwards = getComputedStyle(event.currentTarget).direction === "rtl";
  const by = { ArrowRight: isBackwards ? -step : step, ArrowLeft: isBackwards ? step : -step }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const width = event.currentTarget.closest("[role=columnheader]")?.getBoundingClientRect().width;
  page.arrange(withWidth(page.layout, column.key, (width ?? widthOf(column, page.layout)) + by));
}

function widthHandle(page: TablePage, column: Column, hasCursor: boolean): TemplateResult {
  const label = filled(page.texts.row.width, column.label);
  return html`<span
    class="width"
    role="separator"
    aria-orientation="vertical"
    aria-label=${label}
    aria-valuenow=${widthOf(column, page.layout)}
    aria-valuemin=${narrowest}
    aria-valuemax=${widest}
    tabindex=${hasCursor ? "0" : "-1"}
    @pointerdown=${(event: PointerEvent & { currentTarget: HTMLElement }) => drag(page, column, event)}
    @click=${(event: Event) => event.stopPropagation()}
    @keydown=${(event: KeyboardEvent & { currentTarget: HTMLElement }) => widen(page, column, event)}
  ></span>`;
}

function heading(page: TablePage, column: Column, index: number): TemplateResult {
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
      page.moveTo({ row: -1, column: index });
      sortBy(page, column);
    }}
  >
    <bdi>${column.label}</bdi>${
      direction === undefined ? nothing : icon(direction === "ascending" ? "arrow-up" : "arrow-down")
    }${widthHandle(page, column, hasCursor)}
  </div>`;
}

export function headings(page: TablePage): TemplateResult {
  const { cursor, selection } = page;
  const isAll = areAll(selection, page.shown.ids);
  const isSome = !isAll && selection.ids.size > 0;
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
        class="box"
        role="checkbox"
        aria-checked=${isAll ? "true" : isSome ? "mixed" : "false"}
        aria-label=${page.texts.row.selectAll}
        title=${page.texts.row.selectAll}
      ></span>
    </div>
    ${page.columns.map((column, index) => heading(page, column, index + 1))}
  </div>`;
}
