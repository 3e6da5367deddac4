// Stored layouts: of tables per tracker, of boards per source.
import { type ColumnKey, isColumnKey } from "../../protocol/columns.ts";
import type { TableView } from "../../protocol/commandArguments.ts";
import type { BoardLayout, TableColumn, TableLayout, TableSort } from "../../protocol/tableProtocol.ts";
import type { Memento } from "../../store/mementos.ts";

/** Cards show these and up to four others. */
const cardColumns: readonly ColumnKey[] = ["id", "title"];
const defaultColumns: Readonly<Record<TableView, readonly ColumnKey[]>> = {
  table: ["id", "tracker", "project", "title", "status", "assignee", "modified"],
  board: cardColumns,
};

export interface TableLayoutKey {
  readonly view: TableView;
  readonly siteApi: string;
  readonly accountId: string | undefined;
  /** The tracker of a table, `several` for tables of several trackers, or the source of a board. */
  readonly subject: string;
}

function mementoKey({ view, siteApi, accountId = "anonymous", subject }: TableLayoutKey): string {
  return `${view} ${siteApi} ${accountId} ${subject}`;
}

type Properties = Readonly<Record<string, unknown>>;

function toProperties(value: unknown): Properties {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function parseSort(stored: unknown): TableSort | undefined {
  const { by, direction } = toProperties(stored);
  const isDirection = direction === "ascending" || direction === "descending";
  return isColumnKey(by) && isDirection ? { by, direction } : undefined;
}

function parseWidths(stored: unknown): TableLayout["widths"] {
  const widths: { [Key in ColumnKey]?: number } = {};
  for (const [key, width] of Object.entries(toProperties(stored))) {
    const isWidth = typeof width === "number" && width > 0 && width < 10_000;
    if (isColumnKey(key) && isWidth) widths[key] = width;
  }
  return widths;
}

/** Ignores columns that no longer exist. */
function parseLayout(stored: unknown, columns: readonly TableColumn[], view: TableView): TableLayout {
  const { shown, sort, widths } = toProperties(stored);
  const availableKeys = new Set<unknown>(columns.map(({ key }) => key));
  const storedKeys = Array.isArray(shown) ? shown.filter(isColumnKey) : [];
  const shownKeys = storedKeys.filter(
    (key, index) => availableKeys.has(key) && storedKeys.indexOf(key) === index,
  );
  const storedSort = parseSort(sort);
  return {
    shown: shownKeys.length > 0 ? shownKeys : defaultColumns[view].filter((key) => availableKeys.has(key)),
    sort: availableKeys.has(storedSort?.by) ? storedSort : undefined,
    widths: parseWidths(widths),
  };
}

export class TableLayouts {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  load(owner: TableLayoutKey, columns: readonly TableColumn[]): TableLayout {
    return parseLayout(this.#memento.get(mementoKey(owner)), columns, owner.view);
  }

  getDefault(columns: readonly TableColumn[], view: TableView): TableLayout {
    return parseLayout(undefined, columns, view);
  }

  async save(owner: TableLayoutKey, layout: TableLayout): Promise<void> {
    await this.#memento.update(mementoKey(owner), layout);
  }

  /** Fields that no longer exist are ignored by the caller. */
  loadBoard(owner: TableLayoutKey): BoardLayout {
    const { columnFieldId, laneField } = toProperties(this.#memento.get(`columns of ${mementoKey(owner)}`));
    const isField = typeof laneField === "number" || laneField === "assignee";
    return {
      columnFieldId: typeof columnFieldId === "number" ? columnFieldId : undefined,
      laneField: isField ? laneField : undefined,
    };
  }

  async saveBoard(owner: TableLayoutKey, layout: BoardLayout): Promise<void> {
    await this.#memento.update(`columns of ${mementoKey(owner)}`, layout);
  }
}
