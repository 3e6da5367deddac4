// Stored layouts of tables, per tracker.
import { type ColumnKey, isColumnKey } from "../../protocol/columns.ts";
import type { TableColumn, TableLayout, TableSort } from "../../protocol/tableProtocol.ts";
import type { Memento } from "../../store/mementos.ts";

const prefix = "table";
const defaultColumns: readonly ColumnKey[] = [
  "id",
  "tracker",
  "project",
  "title",
  "status",
  "assignee",
  "modified",
];

/** Without a tracker ID, for tables of several trackers. */
export interface TableLayoutKey {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  readonly trackerId: number | undefined;
}

function mementoKey({ siteApi, accountId = "anonymous", trackerId }: TableLayoutKey): string {
  return `${prefix} ${siteApi} ${accountId} ${trackerId ?? "several"}`;
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
function parseLayout(stored: unknown, columns: readonly TableColumn[]): TableLayout {
  const { shown, sort, widths } = toProperties(stored);
  const availableKeys = new Set<unknown>(columns.map(({ key }) => key));
  const storedKeys = Array.isArray(shown) ? shown.filter(isColumnKey) : [];
  const shownKeys = storedKeys.filter(
    (key, index) => availableKeys.has(key) && storedKeys.indexOf(key) === index,
  );
  const storedSort = parseSort(sort);
  return {
    shown: shownKeys.length > 0 ? shownKeys : defaultColumns.filter((key) => availableKeys.has(key)),
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
    return parseLayout(this.#memento.get(mementoKey(owner)), columns);
  }

  getDefault(columns: readonly TableColumn[]): TableLayout {
    return parseLayout(undefined, columns);
  }

  async save(owner: TableLayoutKey, layout: TableLayout): Promise<void> {
    await this.#memento.update(mementoKey(owner), layout);
  }
}
