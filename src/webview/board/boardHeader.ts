// Choices above a board: the field for the columns, swimlanes, and the order of cards.
import { html, nothing, type TemplateResult } from "lit";
import type { BuiltInColumn } from "../../model/table.ts";
import type { BoardLayout } from "../../protocol/tableProtocol.ts";
import { renderEmptyState, renderTableHeader } from "../table/tableHeader.ts";
import type { BoardPage } from "./boardPage.ts";

interface SelectItem {
  readonly value: string;
  readonly label: string;
}

function renderSelect(
  label: string,
  items: readonly SelectItem[],
  selected: string,
  onSelect: (value: string) => void,
): TemplateResult {
  return html`<label class="board-select"
    ><span>${label}</span>
    <select
      @change=${({ currentTarget }: Event & { currentTarget: HTMLSelectElement }) =>
        onSelect(currentTarget.value)}
    >
      ${items.map(
        (item) =>
          html`<option value=${item.value} .selected=${item.value === selected}>${item.label}</option>`,
      )}
    </select>
  </label>`;
}

/** The order of the server, or the column that the cards are sorted by. */
const sortColumns: readonly BuiltInColumn[] = ["modified", "id", "title", "assignee"];

const rankValue = "rank";

function renderSort(page: BoardPage): TemplateResult {
  const { layout, texts } = page;
  const columnItems = sortColumns
    .filter((key) => page.state.columns.some((column) => column.key === key))
    .map((key) => ({ value: key, label: page.getColumnLabel(key) }));
  const hasRank = page.board.rank !== undefined;
  const items = [...(hasRank ? [{ value: rankValue, label: texts.board.rank }] : []), ...columnItems];
  const selected = layout.sort?.by ?? (hasRank ? rankValue : "id");
  return renderSelect(texts.board.sort, items, selected, (value) => {
    if (value === rankValue) page.setLayout({ ...layout, sort: undefined });
    const by = sortColumns.find((key) => key === value);
    if (by === undefined) return;
    const direction = by === "modified" || by === "id" ? "descending" : "ascending";
    page.setLayout({ ...layout, sort: { by, direction } });
  });
}

function parseLaneField(value: string): BoardLayout["laneField"] {
  if (value === "assignee") return value;
  return value === "" ? undefined : Number(value);
}

export function renderBoardHeader(page: BoardPage): TemplateResult {
  const { fields, layout, hasFixedColumns } = page.board;
  const { board: texts } = page.texts;
  const fieldItems = fields.map(({ id, label }) => ({ value: String(id), label }));
  const laneItems = [
    { value: "", label: texts.noLanes },
    { value: "assignee", label: texts.byAssignee },
    ...fieldItems.filter(({ value }) => value !== String(layout.columnFieldId)),
  ];
  const placeholder = layout.columnFieldId === undefined ? [{ value: "", label: texts.selectField }] : [];
  const controls =
    fields.length === 0
      ? nothing
      : html`${
          hasFixedColumns
            ? nothing
            : renderSelect(
                texts.columnField,
                [...placeholder, ...fieldItems],
                String(layout.columnFieldId ?? ""),
                (value) => {
                  if (value !== "") page.setBoardLayout({ ...layout, columnFieldId: Number(value) });
                },
              )
        }${renderSelect(texts.lanes, laneItems, String(layout.laneField ?? ""), (value) =>
          page.setBoardLayout({ ...layout, laneField: parseLaneField(value) }),
        )}${renderSort(page)}`;
  return renderTableHeader(page, html`<div class="board-selects">${controls}</div>`);
}

/** Why there are no columns or cards. */
export function renderEmptyBoard(page: BoardPage): TemplateResult | typeof nothing {
  const { problem, columns } = page.board;
  if (columns.length > 0) return renderEmptyState(page);
  const text = problem ?? page.texts.board.selectColumns;
  return page.state.loadState.kind === "loading" ? nothing : html`<p>${text}</p>`;
}
