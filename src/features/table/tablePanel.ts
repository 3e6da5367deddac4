// One table or board in an editor tab: connects the page with its table session.
import * as vscode from "vscode";
import type { Artifact } from "../../model/artifact.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { BulkEditTarget, TriageTarget } from "../../protocol/commandArguments.ts";
import type {
  BoardHostMethods,
  BoardPageMethods,
  RowValues,
  TableHostMethods,
  TablePageMethods,
} from "../../protocol/tableProtocol.ts";
import { parseBoardMessage, parseTableMessage } from "../../protocol/tableSchemas.ts";
import { Emitter } from "../../store/emitter.ts";
import { timerClock } from "../../store/periodicUpdater.ts";
import { boardPageAssets, tablePageAssets } from "../../vscode/pageHtml.ts";
import { WebviewPage } from "../../vscode/webviewPage.ts";
import { Board, type BoardController } from "./board.ts";
import { MilestoneBoard } from "./milestoneBoard.ts";
import { BoardRefresh } from "./boardRefresh.ts";
import { BulkEditSession } from "./bulkEditSession.ts";
import { runRowAction, CellEdits, toRowTargets } from "./cellEdits.ts";
import type { TableContext } from "./tableContent.ts";
import { exportCsv, toRowValues } from "./csvExport.ts";
import { type StoredTable, serializeStoredTable } from "./storedTable.ts";
import { type TablePageClient, TableSession } from "./tableSession.ts";
import { openOnlyChipId } from "./tableState.ts";
import { getTableTexts } from "./tableTexts.ts";

async function loadRowValues(
  table: TableSession,
  ids: readonly number[],
  keys: readonly ColumnKey[],
): Promise<readonly RowValues[]> {
  const artifacts = await table.fieldValues?.load(table.getSelected(ids), table.signal);
  return [...(artifacts?.values() ?? [])].map((artifact) => toRowValues(artifact, keys));
}

function findConditionIndex(query: SavedQuery, id: string): number | undefined {
  const index = query.where.findIndex((_, i) => String(i) === id);
  return index < 0 ? undefined : index;
}

/** Prompts for a condition that replaces the one of the chip, or is added. */
async function editCondition(
  { features }: TableContext,
  table: TableSession,
  chip: string | undefined,
): Promise<void> {
  const { query, site, conditionTracker: tracker } = table;
  if (query === undefined || site === undefined || tracker === undefined) return;
  const index = chip === undefined ? undefined : findConditionIndex(query, chip);
  if (chip !== undefined && index === undefined) return;
  const before = index === undefined ? undefined : query.where[index];
  const usedFields = query.where.map(({ field }) => field);
  const condition = await features.queries.promptCondition(site, tracker, usedFields, before);
  if (condition === undefined || table.signal.aborted) return;
  const where =
    index === undefined
      ? [...query.where, condition]
      : query.where.map((each, i) => (i === index ? condition : each));
  await table.changeQuery({ unsavedQuery: { ...query, where } });
}

async function removeCondition(table: TableSession, chip: string): Promise<void> {
  const { query } = table;
  if (query === undefined) return;
  if (chip === openOnlyChipId) {
    return table.changeQuery({ unsavedQuery: { ...query, openOnly: undefined }, openOnly: false });
  }
  const index = findConditionIndex(query, chip);
  if (index === undefined) return;
  await table.changeQuery({ unsavedQuery: { ...query, where: query.where.filter((_, i) => i !== index) } });
}

async function saveTableQuery({ savedQueries, features }: TableContext, table: TableSession): Promise<void> {
  const { query } = table;
  const { source } = table.stored;
  if (query === undefined) return;
  const before = source.kind === "saved" ? savedQueries.find(source.queryKey) : undefined;
  const savedQuery = await features.queries.saveQuery(query, before);
  if (savedQuery !== undefined) table.markSaved({ kind: "saved", queryKey: savedQuery.key });
}

function createTableMethods(
  context: TableContext,
  table: TableSession,
  bulkEdit: BulkEditSession,
): Omit<TableHostMethods, "ready" | "refresh" | "setSelection"> {
  const { errorHandler } = context;
  const cells = new CellEdits(context, table);
  const runInBackground = (name: string, work: () => Promise<void>): void =>
    errorHandler.runInBackground(name, work);
  return {
    stopLoading: () => table.stopLoading(),
    loadMore: () => runInBackground("load table", () => table.loadMore()),
    saveLayout: (layout) => runInBackground("save layout", () => table.setLayout(layout)),
    addCondition: () => editCondition(context, table, undefined),
    editCondition: ({ id }) => editCondition(context, table, id),
    removeCondition: ({ id }) => runInBackground("remove condition", () => removeCondition(table, id)),
    setOpenOnly: ({ isOn }) => runInBackground("load table", () => table.changeQuery({ openOnly: isOn })),
    saveQuery: () => saveTableQuery(context, table),
    loadValues: ({ ids, keys }) => loadRowValues(table, ids, keys),
    estimateLoadTime: ({ count }) => ({ seconds: table.fieldValues?.estimateSeconds(count) ?? 0 }),
    runRowAction: ({ ids, action, order }) => runRowAction(context, toRowTargets(table, ids, order), action),
    listChoices: ({ id, role }) => cells.listChoices(id, role),
    findPeople: ({ query }) => cells.findPeople(query),
    setCellValue: ({ id, role, values }) => cells.setValue(id, role, values),
    listBulkFields: ({ ids }) => bulkEdit.listFields(ids),
    listBulkChoices: ({ ids, field }) => bulkEdit.listChoices(ids, field),
    saveCommentDraft: ({ text }) => bulkEdit.saveComment(text),
    previewBulkEdit: (request) => bulkEdit.preview(request),
    runBulkEdit: () => bulkEdit.run(),
    undoBulkEdit: () => bulkEdit.undo(),
    cancelBulkEdit: () => bulkEdit.cancel(),
    exportCsv: ({ ids, keys }) => exportCsv(table, errorHandler, ids, keys),
  };
}

/** Changes within this time are refreshed together. */
const refreshDelayMs = 200;

export class TablePanel implements TablePageClient, vscode.Disposable {
  readonly session: TableSession;
  /** Fires when source or title change. */
  readonly onDidChange = new Emitter<void>();
  readonly #context: TableContext;
  readonly #panel: vscode.WebviewPanel;
  readonly #bulkEdit: BulkEditSession;
  /** `undefined` for a table. */
  readonly #board: BoardController | undefined;
  readonly #page: WebviewPage<BoardHostMethods, BoardPageMethods>;
  readonly #refresh: BoardRefresh | undefined;
  readonly #subscriptions: readonly { dispose(): void }[];
  readonly #changedIds = new Set<number>();
  #isLoaded = false;
  #selection: readonly number[] = [];
  /** Waits until page and rows are loaded. */
  #pendingBulkEdit: Pick<BulkEditTarget, "field" | "values"> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: TableContext, panel: vscode.WebviewPanel, stored: StoredTable) {
    const { catalog, errorHandler } = context;
    this.#context = context;
    this.#panel = panel;
    this.session = new TableSession(context, stored, this);
    this.#bulkEdit = new BulkEditSession(context, this.session, this);
    this.#board = stored.view === "board" ? this.#createBoard(stored) : undefined;
    this.#page = this.#createPage();
    this.#refresh = this.#board && new BoardRefresh(context, this.session, timerClock);
    this.#subscriptions = [
      catalog.onDidWriteArtifact.event(({ siteApi, artifactId }) => this.#handleWritten(siteApi, artifactId)),
      panel.onDidChangeViewState(() => this.#updateActivity()),
      vscode.window.onDidChangeWindowState(() => this.#updateActivity()),
    ];
    this.#updateActivity();
    panel.iconPath = new vscode.ThemeIcon(stored.view === "board" ? "editor-layout" : "table");
    this.handleTableChange();
    errorHandler.runInBackground("open table", () => this.#loadFirst());
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get viewColumn(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  /** Targets of commands while this table is active. */
  get selectedTargets(): readonly TriageTarget[] {
    return toRowTargets(this.session, this.#selection);
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** Called after the tab was closed. */
  cleanUp(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#page.close();
    this.session.close();
  }

  reload(mode: "known" | "fresh"): void {
    this.#board?.invalidate();
    this.#context.errorHandler.runInBackground("load table", () => this.session.load(mode));
  }

  /** Opens the bulk edit bar for all rows, once they are loaded. */
  prepareBulkEdit(bulkEdit: Pick<BulkEditTarget, "field" | "values">): void {
    this.#pendingBulkEdit = bulkEdit;
    this.#context.errorHandler.runInBackground("prepare bulk edit", () => this.#openBulkEdit());
  }

  notifyPage<K extends keyof TablePageMethods>(method: K, params: Parameters<TablePageMethods[K]>[0]): void {
    this.#page.notify(method, params);
    if (method === "addRows" || method === "updateRows") this.#board?.handleRows();
  }

  get needsFieldValues(): boolean {
    return this.#board?.hasValues ?? false;
  }

  handleReload(artifacts: readonly Artifact[]): void {
    this.#board?.handleReload(artifacts);
  }

  handleTableChange(): void {
    if (this.session.signal.aborted) return;
    this.#panel.title = this.session.title;
    this.#board?.update();
    this.#remember();
    this.onDidChange.fire();
  }

  #updateActivity(): void {
    this.#refresh?.setActive(this.#panel.visible && vscode.window.state.focused);
  }

  async #loadFirst(): Promise<void> {
    await this.session.load("known");
    this.#isLoaded = true;
    await this.#openBulkEdit();
  }

  async #openBulkEdit(): Promise<void> {
    const bulkEdit = this.#pendingBulkEdit;
    if (bulkEdit === undefined || !this.#page.isReady || !this.#isLoaded) return;
    this.#pendingBulkEdit = undefined;
    const ids = this.session.rowIds;
    const { field, values } = bulkEdit;
    const key = field === undefined ? undefined : await this.#bulkEdit.findFieldKey(ids, field);
    this.notifyPage("openBulkEdit", { ids, field: key, values });
  }

  #remember(): void {
    this.notifyPage("saveState", { source: serializeStoredTable(this.session.stored) });
  }

  #handleReady(): void {
    this.#page.markReady();
    this.notifyPage("setTexts", getTableTexts(this.session.stored.view));
    this.#remember();
    this.#board?.sendAll();
    this.session.sendAll();
    this.#bulkEdit.resendState();
    this.#context.errorHandler.runInBackground("prepare bulk edit", () => this.#openBulkEdit());
  }

  #createBoard({ source }: StoredTable): BoardController {
    const BoardClass = source.kind === "milestone" ? MilestoneBoard : Board;
    return new BoardClass(this.#context, this.session, this.#bulkEdit, (method, params) =>
      this.#page.notify(method, params),
    );
  }

  /** The page of a table can't call the methods of a board. */
  #createPage(): WebviewPage<BoardHostMethods, BoardPageMethods> {
    const board = this.#board;
    return new WebviewPage(this.#panel, {
      ...this.#context,
      assets: board === undefined ? tablePageAssets : boardPageAssets,
      parseMessage: board === undefined ? parseTableMessage : parseBoardMessage,
      siteLabel: () => this.session.site?.label,
      methods: {
        ...createTableMethods(this.#context, this.session, this.#bulkEdit),
        ready: () => this.#handleReady(),
        refresh: () => this.reload("fresh"),
        setSelection: ({ ids }) => {
          this.#selection = ids;
        },
        saveBoardLayout: (layout) => board?.saveLayout(layout),
        moveCards: ({ ids, value, position }) => board?.move(ids, value, position),
        rankCards: ({ ids, position }) => board?.rank(ids, position),
        undoMove: () => board?.undo(),
      },
    });
  }

  /** The bulk edit refreshes its own rows when it is done. */
  #handleWritten(siteApi: string, artifactId: number): void {
    if (siteApi !== this.session.site?.api || this.session.findRow(artifactId) === undefined) return;
    if (this.#bulkEdit.isWritingTo(artifactId)) return;
    this.#changedIds.add(artifactId);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const ids = [...this.#changedIds];
      this.#changedIds.clear();
      this.#context.errorHandler.runInBackground("refresh rows", () => this.session.refreshRows(ids));
    }, refreshDelayMs);
  }
}
