import * as vscode from "vscode";
import type { Services } from "../../services.ts";
import { once } from "../../vscode/async.ts";

export function registerTriage(services: Services): void {
  const { commands } = services;
  const feature = once(async () => (await import("./feature.ts")).createTriage(services));
  services.provide("triage", {
    saveEdit: async (artifact, edit, done) => (await feature()).saveEdit(artifact, edit, done),
    saveField: async (artifact, field, edit, afterSave) =>
      (await feature()).saveField(artifact, field, edit, afterSave),
  });
  services.own(
    vscode.Disposable.from(
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
    ),
  );
}
