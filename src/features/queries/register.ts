import * as vscode from "vscode";
import type { Services } from "../../services.ts";
import { once } from "../../vscode/async.ts";

export function registerQueries(services: Services): void {
  const { commands } = services;
  const feature = once(async () => (await import("./feature.ts")).createQueries(services));
  services.provide("queries", {
    chooseMe: async (site) => (await feature()).chooseMe(site),
    askCondition: async (site, tracker, taken, before) =>
      (await feature()).askCondition(site, tracker, taken, before),
    saveQuery: async (query, before) => (await feature()).saveQuery(query, before),
  });
  services.own(
    vscode.Disposable.from(
      commands.register("artifacts.newQuery", async (tracker) => (await feature()).builder.create(tracker)),
      commands.register("artifacts.editQuery", async (query) => (await feature()).builder.edit(query)),
      commands.register("artifacts.deleteQuery", async (...given) =>
        (await feature()).builder.remove(...given),
      ),
      commands.register("artifacts.searchArtifacts", async () => (await feature()).search.open()),
      commands.register("artifacts.chooseMe", async (site) => (await feature()).chooseMe(site)),
      // Without a target it asks for a number, a reference or a link.
      commands.register("artifacts.goToArtifact", () => commands.run("artifacts.openArtifact")),
    ),
  );
}
