import * as vscode from "vscode";
import type { TriageArguments } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";

export function registerTriage(services: Services): void {
  const { commands } = services;
  const feature = memoizeAsync(async () => (await import("./feature.ts")).createTriageFeature(services));
  services.registerFeature("triage", {
    saveEdit: async (artifact, edit, done) => (await feature()).saveEdit(artifact, edit, done),
    moveCard: async (...args) => (await feature()).moveCard(...args),
    saveField: async (artifact, field, edit, afterSave) =>
      (await feature()).saveField(artifact, field, edit, afterSave),
  });
  const runQuickEdit =
    (name: "setStatus" | "assign" | "assignToMe" | "openBulkEdit") =>
    async (...args: TriageArguments) =>
      (await feature()).quickEdits[name](...args);
  services.addDisposable(
    vscode.Disposable.from(
      commands.register("artifacts.setStatus", runQuickEdit("setStatus")),
      commands.register("artifacts.assign", runQuickEdit("assign")),
      commands.register("artifacts.assignToMe", runQuickEdit("assignToMe")),
      commands.register("artifacts.changeField", runQuickEdit("openBulkEdit")),
      commands.register("artifacts.addComment", async (...args) => (await feature()).comments.add(...args)),
      commands.register("artifacts.linkArtifact", async (...args) => (await feature()).links.link(...args)),
      commands.register("artifacts.deleteArtifact", async (...args) =>
        (await feature()).deletion.deleteArtifacts(...args),
      ),
      commands.register("artifacts.undoChange", async () => (await feature()).undoChange()),
    ),
  );
}
