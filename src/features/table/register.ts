import * as vscode from "vscode";
import { tableViewType } from "../../protocol/contributions.ts";
import type { TableMemory } from "../../protocol/table.ts";
import type { Services } from "../../services.ts";
import { once } from "../../vscode/async.ts";
import type { TableFeature } from "./feature.ts";

export function registerTable(services: Services): void {
  const { openTables, boundary, commands } = services;
  let loaded: TableFeature | undefined;
  const feature = once(async () => {
    loaded = (await import("./feature.ts")).createTables(services);
    services.onShutdown(() => openTables.end());
    return loaded;
  });
  services.provide("table", {
    openChange: async (change) => (await feature()).opening.change(change),
    // No table is open before its code is loaded.
    selection: () => Promise.resolve(loaded?.selected()),
  });
  if (openTables.orphans.length > 0) {
    boundary.start("reopen tables", async () => (await feature()).reopen());
  }
  services.own(
    vscode.Disposable.from(
      vscode.window.registerWebviewPanelSerializer(tableViewType, {
        deserializeWebviewPanel: async (panel, memory: Partial<TableMemory> | undefined) =>
          (await feature()).panels.deserializeWebviewPanel(panel, memory),
      }),
      commands.register("artifacts.openTable", async (...given) =>
        (await feature()).opening.tables(...given),
      ),
      commands.register("artifacts.refreshTable", async () => (await feature()).refresh()),
    ),
  );
}
