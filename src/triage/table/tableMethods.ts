// What the page of a table may ask for.
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { Boundary } from "../../platform/boundary.ts";
import type { Commands } from "../../platform/commands.ts";
import type { CommandArguments } from "../../protocol/commands.ts";
import type { ColumnKey, RowValues, TableHostMethods } from "../../protocol/table.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { SavedQueries } from "../../store/queries/savedQueries.ts";
import { askCondition } from "../builder/askCondition.ts";
import { saveQuery, saveQueryAgain } from "../builder/saveQuery.ts";
import type { BulkBar } from "./bulkBar.ts";
import type { CellEdits } from "./cellEdits.ts";
import { exportCsv } from "./csvExport.ts";
import { actOn, targetsOf } from "./rowActions.ts";
import { rowValues } from "./rowCells.ts";
import type { Table } from "./table.ts";
import { openChip } from "./tableState.ts";

export interface MethodsParts {
  readonly table: Table;
  readonly bar: BulkBar;
  readonly cells: CellEdits;
  readonly catalog: Catalog;
  readonly queries: SavedQueries;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

async function valuesOf(
  table: Table,
  ids: readonly number[],
  keys: readonly ColumnKey[],
): Promise<readonly RowValues[]> {
  const read = await table.values?.read(table.selected(ids), table.signal);
  return [...(read?.values() ?? [])].map((artifact) => rowValues(artifact, keys));
}

/** One condition of the query, by its chip. */
function placeOf(query: SavedQuery, id: string): number | undefined {
  const place = query.where.findIndex((_, at) => String(at) === id);
  return place < 0 ? undefined : place;
}

/** Asks for a condition, in place of one or after the others. */
async function askFilter({ table, catalog }: MethodsParts, chip: string | undefined): Promise<void> {
  const { query, site, tracker } = table;
  if (query === undefined || site === undefined || tracker === undefined) return;
  const place = chip === undefined ? undefined : placeOf(query, chip);
  if (chip !== undefined && place === undefined) return;
  const before = place === undefined ? undefined : query.where[place];
  const taken = query.where.map(({ field }) => field);
  const condition = await askCondition({ site, catalog, taken }, tracker, before);
  if (condition === undefined || table.signal.aborted) return;
  const where =
    place === undefined
      ? [...query.where, condition]
      : query.where.map((each, at) => (at === place ? condition : each));
  await table.ask({ changed: { ...query, where } });
}

async function removeFilter({ table }: MethodsParts, chip: string): Promise<void> {
  const { query } = table;
  if (query === undefined) return;
  if (chip === openChip) return table.ask({ changed: { ...query, openOnly: undefined }, openOnly: false });
  const place = placeOf(query, chip);
  if (place === undefined) return;
  await table.ask({ changed: { ...query, where: query.where.filter((_, at) => at !== place) } });
}

async function save({ table, queries }: MethodsParts): Promise<void> {
  const { query } = table;
  const { source } = table.kept;
  if (query === undefined) return;
  const before = source.kind === "saved" ? queries.find(source.queryKey) : undefined;
  const kept =
    before === undefined
      ? await saveQuery({ queries }, query)
      : await saveQueryAgain({ queries }, query, before);
  if (kept !== undefined) table.isKeptAs({ kind: "saved", queryKey: kept.key });
}

export function tableMethods(parts: MethodsParts): Omit<TableHostMethods, "ready" | "selection"> {
  const { table, bar, cells, boundary, commands } = parts;
  const start = (what: string, work: () => Promise<void>): void => boundary.start(what, work);
  return {
    refresh: () => start("read table", () => table.read("fresh")),
    stopReading: () => table.stop(),
    readOn: () => start("read table", () => table.readOn()),
    layout: (layout) => start("keep layout", () => table.arrange(layout)),
    addFilter: () => askFilter(parts, undefined),
    editFilter: ({ id }) => askFilter(parts, id),
    removeFilter: ({ id }) => start("remove condition", () => removeFilter(parts, id)),
    openOnly: ({ isOn }) => start("read table", () => table.ask({ openOnly: isOn })),
    saveQuery: () => save(parts),
    values: ({ ids, keys }) => valuesOf(table, ids, keys),
    estimate: ({ count }) => ({ seconds: table.values?.secondsFor(count) ?? 0 }),
    act: ({ ids, action, order }) => actOn(commands, targetsOf(table, ids, order), action),
    offers: ({ id, role }) => cells.offers(id, role),
    findPeople: ({ query }) => cells.findPeople(query),
    set: ({ id, role, values }) => cells.set(id, role, values),
    bulkFields: ({ ids }) => bar.fields(ids),
    bulkOffers: ({ ids, field }) => bar.offers(ids, field),
    keepComment: ({ text }) => bar.keepComment(text),
    preview: (request) => bar.preview(request),
    run: () => bar.run(),
    undo: () => bar.undo(),
    cancelBulk: () => bar.cancel(),
    exportCsv: ({ ids, keys }) => exportCsv(table, boundary, ids, keys),
  };
}
