// All tables in tabs: one tab for each thing that is shown, brought back after a reload or a crash.
import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import type { TableSource } from "../../protocol/commands.ts";
import { tableViewType } from "../../protocol/contributions.ts";
import type { TableMemory } from "../../protocol/table.ts";
import { apiRootOf } from "../../store/sites.ts";
import { wantedBy } from "./content.ts";
import type { TableContext } from "./context.ts";
import { type KeptTable, readTable, sourceKey, writtenTable } from "./source.ts";
import { TablePanel } from "./tablePanel.ts";

export class TablePanels {
  readonly #context: TableContext;
  readonly #panels = new Set<TablePanel>();

  constructor(context: TableContext) {
    this.#context = context;
    const { catalog, queries, boundary } = context;
    catalog.forgotten.listen((api) => boundary.start("account changed", () => this.#accountChanged(api)));
    queries.changed.listen(() => this.#queriesChanged());
  }

  /** The table that has the focus. */
  get active(): TablePanel | undefined {
    return [...this.#panels].find(({ isActive }) => isActive);
  }

  open(source: TableSource): TablePanel {
    const known = this.#find(source);
    if (known !== undefined) {
      known.reveal();
      return known;
    }
    return this.#show({ source, changed: undefined, openOnly: true, accountId: undefined });
  }

  /** After a reload, when a tab is looked at again. What it remembers is only somebody's word. */
  async deserializeWebviewPanel(
    panel: vscode.WebviewPanel,
    memory: Partial<TableMemory> | undefined,
  ): Promise<void> {
    const kept = readTable(memory?.source);
    if (kept === undefined || !(await this.#mayShow(kept))) panel.dispose();
    else this.#attach(panel, kept);
  }

  /** In tabs that work, in place of those that nobody is behind. */
  async reopen(): Promise<void> {
    const { openTables } = this.#context;
    await openTables.closeOrphans();
    for (const { shown, viewColumn } of openTables.orphans) {
      const kept = readTable(shown);
      if (kept !== undefined && (await this.#mayShow(kept))) this.#show(kept, viewColumn);
    }
  }

  #show(kept: KeptTable, viewColumn = vscode.ViewColumn.Active): TablePanel {
    const options = { enableScripts: true };
    return this.#attach(vscode.window.createWebviewPanel(tableViewType, "", viewColumn, options), kept);
  }

  async #mayShow(kept: KeptTable): Promise<boolean> {
    return this.#find(kept.source) === undefined && (await this.#isOwn(kept));
  }

  /** Whoever is signed in by now may be someone else. */
  async #isOwn(kept: KeptTable): Promise<boolean> {
    const site = this.#siteOf(kept.source);
    // A query of the settings whose site is gone says so in its table.
    if (site === undefined) return kept.source.kind === "saved";
    const account = await this.#context.catalog.of(site).account();
    return account?.id === kept.accountId;
  }

  #siteOf(source: TableSource): Site | undefined {
    const { sites, queries } = this.#context;
    const wanted = wantedBy(source, queries);
    if (wanted.kind === "none") return undefined;
    return sites.find(wanted.kind === "query" ? (apiRootOf(wanted.query.site) ?? "") : wanted.siteApi);
  }

  #find(source: TableSource): TablePanel | undefined {
    const key = sourceKey(source);
    return [...this.#panels].find(({ table }) => sourceKey(table.kept.source) === key);
  }

  #attach(panel: vscode.WebviewPanel, kept: KeptTable): TablePanel {
    const attached = new TablePanel(this.#context, panel, kept);
    this.#panels.add(attached);
    this.#note();
    attached.changes.listen(() => this.#note());
    panel.onDidChangeViewState(() => this.#note());
    panel.onDidDispose(() => {
      this.#panels.delete(attached);
      this.#note();
      attached.end();
    });
    return attached;
  }

  /** Keeps what is open, for the case that the extension host dies. */
  #note(): void {
    this.#context.openTables.keep(
      [...this.#panels].map(({ table, viewColumn }) => ({
        shown: writtenTable(table.kept),
        title: table.title,
        viewColumn,
      })),
    );
  }

  /** Someone else is signed in now, or nobody: what an account has seen goes with it. */
  async #accountChanged(siteApi: string): Promise<void> {
    const site = this.#context.sites.find(siteApi);
    const account = site === undefined ? undefined : await this.#context.catalog.of(site).account();
    for (const panel of this.#panels) {
      const { kept, site: shown } = panel.table;
      // One whose site was not known may find it now.
      if (shown !== undefined && shown.api !== siteApi) continue;
      const isSame = kept.accountId === undefined || account?.id === kept.accountId;
      if (shown === undefined || (site !== undefined && isSame)) panel.readAgain("known");
      else panel.dispose();
    }
  }

  /** A query that is another one by now is asked as it is now; what was changed in the table stays. */
  #queriesChanged(): void {
    for (const panel of this.#panels) {
      if (panel.table.isOutdated) panel.readAgain("known");
    }
  }
}
