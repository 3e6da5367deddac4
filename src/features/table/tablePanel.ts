// One table in an editor tab: between the page that draws it and what knows its rows.
import * as vscode from "vscode";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { ChangeTarget, DecisionTarget } from "../../protocol/commands.ts";
import type { RowValues, TableHostMethods, TablePageMethods } from "../../protocol/table.ts";
import { checkTableMessage } from "../../protocol/tableSchemas.ts";
import { Emitter } from "../../store/emitter.ts";
import { tablePage } from "../../vscode/pageFrame.ts";
import { WebviewPage } from "../../vscode/webviewPage.ts";
import { BulkBar } from "./bulkBar.ts";
import { actOn, CellEdits, targetsOf } from "./cellEdits.ts";
import type { TableContext } from "./context.ts";
import { exportCsv, rowValues } from "./csvExport.ts";
import { type KeptTable, writtenTable } from "./source.ts";
import { type Page, Table } from "./table.ts";
import { openChip } from "./tableState.ts";
import { tableTexts } from "./tableTexts.ts";

// What the page of a table may ask for.

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
async function askFilter({ features }: TableContext, table: Table, chip: string | undefined): Promise<void> {
  const { query, site, tracker } = table;
  if (query === undefined || site === undefined || tracker === undefined) return;
  const place = chip === undefined ? undefined : placeOf(query, chip);
  if (chip !== undefined && place === undefined) return;
  const before = place === undefined ? undefined : query.where[place];
  const taken = query.where.map(({ field }) => field);
  const condition = await features.queries.askCondition(site, tracker, taken, before);
  if (condition === undefined || table.signal.aborted) return;
  const where =
    place === undefined
      ? [...query.where, condition]
      : query.where.map((each, at) => (at === place ? condition : each));
  await table.ask({ changed: { ...query, where } });
}

async function removeFilter(table: Table, chip: string): Promise<void> {
  const { query } = table;
  if (query === undefined) return;
  if (chip === openChip) return table.ask({ changed: { ...query, openOnly: undefined }, openOnly: false });
  const place = placeOf(query, chip);
  if (place === undefined) return;
  await table.ask({ changed: { ...query, where: query.where.filter((_, at) => at !== place) } });
}

async function save({ queries, features }: TableContext, table: Table): Promise<void> {
  const { query } = table;
  const { source } = table.kept;
  if (query === undefined) return;
  const before = source.kind === "saved" ? queries.find(source.queryKey) : undefined;
  const kept = await features.queries.saveQuery(query, before);
  if (kept !== undefined) table.isKeptAs({ kind: "saved", queryKey: kept.key });
}

function tableMethods(
  context: TableContext,
  table: Table,
  bar: BulkBar,
): Omit<TableHostMethods, "ready" | "selection"> {
  const { boundary } = context;
  const cells = new CellEdits(context, table);
  const start = (what: string, work: () => Promise<void>): void => boundary.start(what, work);
  return {
    refresh: () => start("read table", () => table.read("fresh")),
    stopReading: () => table.stop(),
    readOn: () => start("read table", () => table.readOn()),
    layout: (layout) => start("keep layout", () => table.arrange(layout)),
    addFilter: () => askFilter(context, table, undefined),
    editFilter: ({ id }) => askFilter(context, table, id),
    removeFilter: ({ id }) => start("remove condition", () => removeFilter(table, id)),
    openOnly: ({ isOn }) => start("read table", () => table.ask({ openOnly: isOn })),
    saveQuery: () => save(context, table),
    values: ({ ids, keys }) => valuesOf(table, ids, keys),
    estimate: ({ count }) => ({ seconds: table.values?.secondsFor(count) ?? 0 }),
    act: ({ ids, action, order }) => actOn(context, targetsOf(table, ids, order), action),
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

/** Several changes in a row are looked at together, in milliseconds. */
const lookPause = 200;

export class TablePanel implements Page, vscode.Disposable {
  readonly table: Table;
  /** Says that another thing is shown. */
  readonly changes = new Emitter<void>();
  readonly #context: TableContext;
  readonly #panel: vscode.WebviewPanel;
  readonly #bar: BulkBar;
  readonly #page: WebviewPage<TableHostMethods, TablePageMethods>;
  readonly #listening: { dispose(): void };
  readonly #changedIds = new Set<number>();
  #isRead = false;
  #selection: readonly number[] = [];
  /** A change that waits for the page and its rows. */
  #change: Pick<ChangeTarget, "field" | "values"> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: TableContext, panel: vscode.WebviewPanel, kept: KeptTable) {
    const { catalog, boundary } = context;
    this.#context = context;
    this.#panel = panel;
    this.table = new Table(context, kept, this);
    this.#bar = new BulkBar(context, this.table, this);
    this.#page = this.#createPage();
    this.#listening = catalog.written.listen(({ siteApi, artifactId }) => this.#written(siteApi, artifactId));
    panel.iconPath = new vscode.ThemeIcon("table");
    this.changed();
    boundary.start("open table", () => this.#firstRead());
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get viewColumn(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  /** What commands from elsewhere are about while this is in front. */
  get selected(): readonly DecisionTarget[] {
    return targetsOf(this.table, this.#selection);
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** The tab is gone. */
  end(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
    this.#page.close();
    this.table.close();
  }

  readAgain(how: "known" | "fresh"): void {
    this.#context.boundary.start("read table", () => this.table.read(how));
  }

  /** Has the page choose what is to become of all rows, once they are there. */
  prepareChange(change: Pick<ChangeTarget, "field" | "values">): void {
    this.#change = change;
    this.#context.boundary.start("prepare change", () => this.#openBar());
  }

  tell<K extends keyof TablePageMethods>(method: K, params: Parameters<TablePageMethods[K]>[0]): void {
    this.#page.tell(method, params);
  }

  changed(): void {
    if (this.table.signal.aborted) return;
    this.#panel.title = this.table.title;
    this.#remember();
    this.changes.announce();
  }

  async #firstRead(): Promise<void> {
    await this.table.read("known");
    this.#isRead = true;
    await this.#openBar();
  }

  async #openBar(): Promise<void> {
    const change = this.#change;
    if (change === undefined || !this.#page.isReady || !this.#isRead) return;
    this.#change = undefined;
    const ids = this.table.ids;
    const { field, values } = change;
    const key = field === undefined ? undefined : await this.#bar.keyFor(ids, field);
    this.tell("openBulk", { ids, field: key, values });
  }

  #remember(): void {
    this.tell("remember", { source: writtenTable(this.table.kept) });
  }

  #ready(): void {
    this.#page.ready();
    this.tell("texts", tableTexts());
    this.#remember();
    this.table.showAll();
    this.#bar.showAgain();
    this.#context.boundary.start("prepare change", () => this.#openBar());
  }

  #createPage(): WebviewPage<TableHostMethods, TablePageMethods> {
    return new WebviewPage(this.#panel, {
      ...this.#context,
      page: tablePage,
      check: checkTableMessage,
      siteLabel: () => this.table.site?.label,
      methods: {
        ...tableMethods(this.#context, this.table, this.#bar),
        ready: () => this.#ready(),
        selection: ({ ids }) => {
          this.#selection = ids;
        },
      },
    });
  }

  /** What the bar writes it looks at itself, when all of it is done. */
  #written(siteApi: string, artifactId: number): void {
    if (siteApi !== this.table.site?.api || this.table.find(artifactId) === undefined) return;
    if (this.#bar.isWritingTo(artifactId)) return;
    this.#changedIds.add(artifactId);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const ids = [...this.#changedIds];
      this.#changedIds.clear();
      this.#context.boundary.start("look at rows", () => this.table.look(ids));
    }, lookPause);
  }
}
