// One table in an editor tab: between the page that draws it and what knows its rows.
import * as vscode from "vscode";
import { isFailure } from "../../model/failure.ts";
import { failureText } from "../../platform/failureText.ts";
import type { ChangeTarget, DecisionTarget } from "../../protocol/commands.ts";
import { CallFailed, createRpc, type Message, type Rpc } from "../../protocol/rpc.ts";
import type { TableHostMethods, TablePageMethods } from "../../protocol/table.ts";
import type { Catalog } from "../../store/catalog.ts";
import { checkTablePageMessage } from "../../store/client.ts";
import { Emitter } from "../../store/emitter.ts";
import { BulkBar } from "./bulkBar.ts";
import { CellEdits, type CellWorld } from "./cellEdits.ts";
import type { ManyComments } from "./manyComments.ts";
import { targetsOf } from "./rowActions.ts";
import { type KeptTable, writtenTable } from "./source.ts";
import { type Page, Table, type TableWorld } from "./table.ts";
import { tableMethods } from "./tableMethods.ts";
import { tableTexts } from "./tableTexts.ts";

/** Several changes in a row are looked at together, in milliseconds. */
const lookPause = 200;

export interface PanelWorld extends TableWorld, CellWorld {
  readonly catalog: Catalog;
  readonly comments: ManyComments;
}

export class TablePanel implements Page, vscode.Disposable {
  readonly table: Table;
  /** Says that another thing is shown. */
  readonly changes = new Emitter<void>();
  readonly #world: PanelWorld;
  readonly #panel: vscode.WebviewPanel;
  readonly #bar: BulkBar;
  readonly #rpc: Rpc<TablePageMethods>;
  readonly #listening: { dispose(): void };
  readonly #changedIds = new Set<number>();
  #isPageReady = false;
  #isRead = false;
  #arrival: Promise<unknown> = Promise.resolve();
  #selection: readonly number[] = [];
  /** A change that waits for the page and its rows. */
  #change: Pick<ChangeTarget, "field" | "values"> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(world: PanelWorld, panel: vscode.WebviewPanel, kept: KeptTable) {
    const { catalog, comments, boundary } = world;
    this.#world = world;
    this.#panel = panel;
    this.table = new Table(world, kept, this);
    this.#bar = new BulkBar({ table: this.table, page: this, catalog, comments });
    this.#rpc = this.#newRpc();
    this.#listening = catalog.written.listen(({ siteApi, artifactId }) => this.#written(siteApi, artifactId));
    panel.iconPath = new vscode.ThemeIcon("table");
    panel.webview.onDidReceiveMessage((message: unknown) => this.#take(message));
    panel.onDidChangeViewState(() => {
      // A hidden page is gone; the next one says when it is ready.
      if (panel.visible) return;
      this.#isPageReady = false;
      this.#rpc.abandon();
    });
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
    this.#rpc.abandon();
    this.table.close();
  }

  readAgain(how: "known" | "fresh"): void {
    this.#world.boundary.start("read table", () => this.table.read(how));
  }

  /** Has the page choose what is to become of all rows, once they are there. */
  prepareChange(change: Pick<ChangeTarget, "field" | "values">): void {
    this.#change = change;
    this.#world.boundary.start("prepare change", () => this.#openBar());
  }

  tell<K extends keyof TablePageMethods>(method: K, params: Parameters<TablePageMethods[K]>[0]): void {
    if (!this.#isPageReady || this.table.signal.aborted) return;
    this.#world.boundary.start(`tell page: ${method}`, () => this.#rpc.call(method, params));
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
    if (change === undefined || !this.#isPageReady || !this.#isRead) return;
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
    this.#isPageReady = true;
    this.tell("texts", tableTexts());
    this.#remember();
    this.table.showAll();
    this.#bar.showAgain();
    this.#world.boundary.start("prepare change", () => this.#openBar());
  }

  #newRpc(): Rpc<TablePageMethods> {
    const { table } = this;
    const cells = new CellEdits(this.#world, table);
    return createRpc<TableHostMethods, TablePageMethods>({
      post: (message: Message) => {
        if (!table.signal.aborted) void this.#panel.webview.postMessage(message);
      },
      ours: {
        ...tableMethods({ ...this.#world, table, bar: this.#bar, cells }),
        ready: () => this.#ready(),
        selection: ({ ids }) => {
          this.#selection = ids;
        },
      },
      explain: (thrown) => this.#explain(thrown),
    });
  }

  /** In the order in which they were posted: each waits for the check of the one before, not for its answer. */
  #take(posted: unknown): void {
    const { boundary } = this.#world;
    this.#arrival = this.#arrival.then(() =>
      boundary.run("message of a table", async () => {
        const message = await checkTablePageMessage(posted);
        if (message === undefined) throw new TypeError("A table's page said something that it may not say.");
        boundary.start("answer a table", () => this.#rpc.receive(message));
      }),
    );
  }

  #explain(thrown: unknown): string {
    if (isFailure(thrown)) return failureText(thrown, this.table.site?.label ?? thrown.request.url);
    if (thrown instanceof CallFailed) return thrown.message;
    this.#world.boundary.note("answer a table", thrown);
    return vscode.l10n.t("Something went wrong in Artifacts for Tuleap: see the log.");
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
      this.#world.boundary.start("look at rows", () => this.table.look(ids));
    }, lookPause);
  }
}
