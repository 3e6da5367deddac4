// How somebody has arranged the tables of a tracker, for the next time.
import { type ColumnKey, isColumnKey } from "../../protocol/columns.ts";
import type { Column, TableLayout, TableSort } from "../../protocol/table.ts";
import type { Memory } from "../../store/mementos.ts";

const prefix = "table";
const usual: readonly ColumnKey[] = ["id", "tracker", "title", "status", "assignee", "modified"];

/** Whose arrangement it is; without a tracker, that of tables across trackers. */
export interface LayoutOwner {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  readonly trackerId: number | undefined;
}

function memoryKey({ siteApi, accountId = "anonymous", trackerId }: LayoutOwner): string {
  return `${prefix} ${siteApi} ${accountId} ${trackerId ?? "several"}`;
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function sortIn(kept: unknown): TableSort | undefined {
  const { by, direction } = membersOf(kept);
  const isDirection = direction === "ascending" || direction === "descending";
  return isColumnKey(by) && isDirection ? { by, direction } : undefined;
}

function widthsIn(kept: unknown): TableLayout["widths"] {
  const widths: { [Key in ColumnKey]?: number } = {};
  for (const [key, width] of Object.entries(membersOf(kept))) {
    const isWidth = typeof width === "number" && width > 0 && width < 10_000;
    if (isColumnKey(key) && isWidth) widths[key] = width;
  }
  return widths;
}

/** What was kept, as far as there are such columns still: a tracker may have other fields by now. */
function layoutOf(kept: unknown, columns: readonly Column[]): TableLayout {
  const { shown, sort, widths } = membersOf(kept);
  const known = new Set<unknown>(columns.map(({ key }) => key));
  const wanted = Array.isArray(shown) ? shown.filter(isColumnKey) : [];
  const there = wanted.filter((key, place) => known.has(key) && wanted.indexOf(key) === place);
  const order = sortIn(sort);
  return {
    shown: there.length > 0 ? there : usual.filter((key) => known.has(key)),
    sort: known.has(order?.by) ? order : undefined,
    widths: widthsIn(widths),
  };
}

export class Layouts {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  of(owner: LayoutOwner, columns: readonly Column[]): TableLayout {
    return layoutOf(this.#memory.get(memoryKey(owner)), columns);
  }

  /** For who has arranged nothing yet. */
  usual(columns: readonly Column[]): TableLayout {
    return layoutOf(undefined, columns);
  }

  async keep(owner: LayoutOwner, layout: TableLayout): Promise<void> {
    await this.#memory.update(memoryKey(owner), layout);
  }
}
