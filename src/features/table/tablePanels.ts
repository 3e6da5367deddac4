// All tabs with tables and boards: one per source, restored after a reload or a crash.
import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import type { TableSource, TableView } from "../../protocol/commandArguments.ts";
import { boardViewType, tableViewType } from "../../protocol/contributions.ts";
import type { TableWebviewState } from "../../protocol/tableProtocol.ts";
import { toApiRoot } from "../../store/sites.ts";
import { resolveTableSource } from "./tableContent.ts";
import type { TableContext } from "./tableContent.ts";
import { type StoredTable, parseStoredTable, toSourceKey, serializeStoredTable } from "./storedTable.ts";
import { TablePanel } from "./tablePanel.ts";

export class TablePanels {
  readonly #context: TableContext;
  readonly #panels = new Set<TablePanel>();

  constructor(context: TableContext) {
    this.#context = context;
    const { catalog, savedQueries, errorHandler } = context;
    catalog.onDidForgetSite.event((api) =>
      errorHandler.runInBackground("handle account change", () => this.#handleAccountChange(api)),
    );
    savedQueries.onDidChange.event(() => this.#handleQueriesChange());
  }

  get active(): TablePanel | undefined {
    return [...this.#panels].find(({ isActive }) => isActive);
  }

  open(source: TableSource, view: TableView): TablePanel {
    const openPanel = this.#find({ source, view });
    if (openPanel !== undefined) {
      openPanel.reveal();
      return openPanel;
    }
    return this.#show({ view, source, unsavedQuery: undefined, openOnly: true, accountId: undefined });
  }

  /** Called after a reload when the tab becomes visible. The state is untrusted. */
  async deserializeWebviewPanel(
    panel: vscode.WebviewPanel,
    state: Partial<TableWebviewState> | undefined,
  ): Promise<void> {
    const storedTable = parseStoredTable(state?.source);
    if (storedTable === undefined || !(await this.#canShow(storedTable))) panel.dispose();
    else this.#attach(panel, storedTable);
  }

  /** Replaces the orphaned tabs with working ones. */
  async reopenAfterCrash(): Promise<void> {
    const { tableTabs, boardTabs } = this.#context;
    for (const tabs of [tableTabs, boardTabs]) {
      await tabs.closeOrphanedTabs();
      for (const { shown, viewColumn } of tabs.orphanedTabs) {
        const storedTable = parseStoredTable(shown);
        if (storedTable !== undefined && (await this.#canShow(storedTable))) {
          this.#show(storedTable, viewColumn);
        }
      }
    }
  }

  #show(storedTable: StoredTable, viewColumn = vscode.ViewColumn.Active): TablePanel {
    const options = { enableScripts: true };
    const viewType = storedTable.view === "board" ? boardViewType : tableViewType;
    return this.#attach(vscode.window.createWebviewPanel(viewType, "", viewColumn, options), storedTable);
  }

  async #canShow(storedTable: StoredTable): Promise<boolean> {
    return this.#find(storedTable) === undefined && (await this.#isOwnAccount(storedTable));
  }

  /** Another account may be signed in since. */
  async #isOwnAccount(storedTable: StoredTable): Promise<boolean> {
    const site = this.#findSite(storedTable.source);
    // A table of a saved query shows that its site isn't connected.
    if (site === undefined) return storedTable.source.kind === "saved";
    const account = await this.#context.catalog.getSite(site).getAccount();
    return account?.id === storedTable.accountId;
  }

  #findSite(source: TableSource): Site | undefined {
    const { sites, savedQueries } = this.#context;
    const resolved = resolveTableSource(source, savedQueries);
    if (resolved.kind === "invalid") return undefined;
    return sites.find(resolved.kind === "query" ? (toApiRoot(resolved.query.site) ?? "") : resolved.siteApi);
  }

  #find({ source, view }: Pick<StoredTable, "source" | "view">): TablePanel | undefined {
    const key = toSourceKey(source);
    return [...this.#panels].find(
      ({ session: { stored } }) => stored.view === view && toSourceKey(stored.source) === key,
    );
  }

  #attach(panel: vscode.WebviewPanel, storedTable: StoredTable): TablePanel {
    const tablePanel = new TablePanel(this.#context, panel, storedTable);
    this.#panels.add(tablePanel);
    this.#recordOpenTabs();
    tablePanel.onDidChange.event(() => this.#recordOpenTabs());
    panel.onDidChangeViewState(() => this.#recordOpenTabs());
    panel.onDidDispose(() => {
      this.#panels.delete(tablePanel);
      this.#recordOpenTabs();
      tablePanel.cleanUp();
    });
    return tablePanel;
  }

  /** Records the open tabs, so that they can be reopened if the extension host crashes. */
  #recordOpenTabs(): void {
    const { tableTabs, boardTabs } = this.#context;
    const list = (view: TableView): Parameters<typeof tableTabs.save>[0] =>
      [...this.#panels]
        .filter(({ session }) => session.stored.view === view)
        .map(({ session, viewColumn }) => ({
          shown: serializeStoredTable(session.stored),
          title: session.title,
          viewColumn,
        }));
    tableTabs.save(list("table"));
    boardTabs.save(list("board"));
  }

  /** Closes the tables of an account that is no longer signed in. */
  async #handleAccountChange(siteApi: string): Promise<void> {
    const site = this.#context.sites.find(siteApi);
    const account = site === undefined ? undefined : await this.#context.catalog.getSite(site).getAccount();
    for (const panel of this.#panels) {
      const { stored, site: tableSite } = panel.session;
      // A table whose site wasn't known may find it now.
      if (tableSite !== undefined && tableSite.api !== siteApi) continue;
      const isSameAccount = stored.accountId === undefined || account?.id === stored.accountId;
      if (tableSite === undefined || (site !== undefined && isSameAccount)) panel.reload("known");
      else panel.dispose();
    }
  }

  /** Reloads tables whose saved query has changed; unsaved changes in a table stay. */
  #handleQueriesChange(): void {
    for (const panel of this.#panels) {
      if (panel.session.isOutdated) panel.reload("known");
    }
  }
}
