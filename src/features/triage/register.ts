// The ways to decide about artifacts. What is behind them is loaded on first need.
import * as vscode from "vscode";
import type { CommandArguments } from "../../protocol/commands.ts";
import { tableViewType } from "../../protocol/contributions.ts";
import type { TableMemory } from "../../protocol/table.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import type { OpenTabs } from "../../vscode/tabs.ts";
import type { TriageFeature } from "./feature.ts";

interface TriageEntrance {
  readonly feature: () => Promise<TriageFeature>;
  readonly openTables: OpenTabs;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

export function registerTriage({
  feature,
  openTables,
  boundary,
  commands,
}: TriageEntrance): vscode.Disposable {
  if (openTables.orphans.length > 0) {
    boundary.start("reopen tables", async () => (await feature()).tables.reopen());
  }
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(tableViewType, {
      deserializeWebviewPanel: async (panel, memory: Partial<TableMemory> | undefined) =>
        (await feature()).tables.panels.deserializeWebviewPanel(panel, memory),
    }),
    commands.register("artifacts.setStatus", async (...given) =>
      (await feature()).decisions.status(...given),
    ),
    commands.register("artifacts.assign", async (...given) => (await feature()).decisions.assign(...given)),
    commands.register("artifacts.assignToMe", async (...given) =>
      (await feature()).decisions.assignToMe(...given),
    ),
    commands.register("artifacts.changeMany", async (...given) =>
      (await feature()).decisions.changeMany(...given),
    ),
    commands.register("artifacts.addComment", async (...given) => (await feature()).comments.add(...given)),
    commands.register("artifacts.linkArtifact", async (...given) => (await feature()).links.link(...given)),
    commands.register("artifacts.deleteArtifact", async (...given) =>
      (await feature()).deleting.remove(...given),
    ),
    commands.register("artifacts.decide", async (...asked) => (await feature()).decide(...asked)),
    commands.register("artifacts.newQuery", async (tracker) => (await feature()).builder.create(tracker)),
    commands.register("artifacts.editQuery", async (query) => (await feature()).builder.edit(query)),
    commands.register("artifacts.deleteQuery", async (...given) =>
      (await feature()).builder.remove(...given),
    ),
    commands.register("artifacts.searchArtifacts", async () => (await feature()).search.open()),
    commands.register("artifacts.chooseMe", async (site) => (await feature()).chooseMe(site)),
    commands.register("artifacts.openTable", async (...given) =>
      (await feature()).tables.opening.tables(...given),
    ),
    commands.register("artifacts.openChange", async (change) =>
      (await feature()).tables.opening.change(change),
    ),
    commands.register("artifacts.refreshTable", async () => (await feature()).tables.refresh()),
    // Without a target it asks for a number, a reference or a link.
    commands.register("artifacts.goToArtifact", () => commands.run("artifacts.openArtifact")),
  );
}
