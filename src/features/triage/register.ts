import * as vscode from "vscode";
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
  services.addDisposable(
    vscode.Disposable.from(
      commands.register("artifacts.setStatus", async (...args) =>
        (await feature()).quickEdits.setStatus(...args),
      ),
      commands.register("artifacts.assign", async (...args) => (await feature()).quickEdits.assign(...args)),
      commands.register("artifacts.assignToMe", async (...args) =>
        (await feature()).quickEdits.assignToMe(...args),
      ),
      commands.register("artifacts.changeField", async (...args) =>
        (await feature()).quickEdits.openBulkEdit(...args),
      ),
      commands.register("artifacts.addComment", async (...args) => (await feature()).comments.add(...args)),
      commands.register("artifacts.linkArtifact", async (...args) => (await feature()).links.link(...args)),
      commands.register("artifacts.deleteArtifact", async (...args) =>
        (await feature()).deletion.deleteArtifacts(...args),
      ),
      commands.register("artifacts.undoChange", async () => (await feature()).undoChange()),
    ),
  );
}
