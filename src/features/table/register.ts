import * as vscode from "vscode";
import { getCommandRows } from "../../protocol/commandArguments.ts";
import { boardViewType, tableViewType } from "../../protocol/contributions.ts";
import type { TableWebviewState } from "../../protocol/tableProtocol.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import type { TableFeature } from "./feature.ts";

export function registerTable(services: Services): void {
  const { tableTabs, boardTabs, errorHandler, commands } = services;
  let loaded: TableFeature | undefined;
  const feature = memoizeAsync(async () => {
    loaded = (await import("./feature.ts")).createTableFeature(services);
    services.onShutdown(() => {
      tableTabs.stop();
      boardTabs.stop();
    });
    return loaded;
  });
  services.registerFeature("table", {
    openBulkEdit: async (change) => (await feature()).opener.openBulkEdit(change),
    // As long as the feature isn't loaded, no table is open.
    getSelectedArtifacts: () => Promise.resolve(loaded?.getSelection()),
  });
  if (tableTabs.orphanedTabs.length + boardTabs.orphanedTabs.length > 0) {
    errorHandler.runInBackground("reopen tables", async () => (await feature()).reopenAfterCrash());
  }
  services.addDisposable(
    vscode.Disposable.from(
      ...[tableViewType, boardViewType].map((viewType) =>
        vscode.window.registerWebviewPanelSerializer(viewType, {
          deserializeWebviewPanel: async (panel, state: Partial<TableWebviewState> | undefined) =>
            (await feature()).panels.deserializeWebviewPanel(panel, state),
        }),
      ),
      commands.register("artifacts.openTable", async (...args) =>
        (await feature()).opener.open("table", ...args),
      ),
      commands.register("artifacts.openBoard", async (...args) =>
        (await feature()).opener.open("board", ...args),
      ),
      commands.register("artifacts.openKanban", async () => (await feature()).opener.openKanban()),
      commands.register("artifacts.removeKanban", async (...args) =>
        (await import("./openKanban.ts")).removeKanbans(services, getCommandRows(...args)),
      ),
      commands.register("artifacts.refreshTable", async () => (await feature()).refresh()),
      commands.register("artifacts.refreshBoard", async () => (await feature()).refresh()),
    ),
  );
}
