import * as vscode from "vscode";
import { tqlLanguage } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";

export function registerQueries(services: Services): void {
  const { commands } = services;
  const feature = memoizeAsync(async () => (await import("./feature.ts")).createQueriesFeature(services));
  services.registerFeature("queries", {
    selectCurrentUser: async (site) => (await feature()).selectCurrentUser(site),
    promptCondition: async (site, tracker, usedFields, before) =>
      (await feature()).promptCondition(site, tracker, usedFields, before),
    saveQuery: async (query, before) => (await feature()).saveQuery(query, before),
  });
  services.addDisposable(
    vscode.Disposable.from(
      commands.register("artifacts.newQuery", async (tracker) => (await feature()).builder.create(tracker)),
      commands.register("artifacts.runTql", async () => (await feature()).tqlEditors.run()),
      commands.register("artifacts.saveTql", async () => (await feature()).tqlEditors.save()),
      vscode.languages.registerCompletionItemProvider(
        tqlLanguage,
        {
          provideCompletionItems: async (document, position, token) =>
            (await feature()).tqlEditors.complete(document, position, token),
        },
        "@",
        " ",
        "(",
        ",",
        "=",
        "'",
        '"',
      ),
      commands.register("artifacts.editQuery", async (query) => (await feature()).builder.edit(query)),
      commands.register("artifacts.deleteQuery", async (...args) =>
        (await feature()).builder.deleteQueries(...args),
      ),
      commands.register("artifacts.searchArtifacts", async () => (await feature()).search.open()),
      commands.register("artifacts.selectCurrentUser", async (site) =>
        (await feature()).selectCurrentUser(site),
      ),
      // Without a target it prompts for the artifact.
      commands.register("artifacts.goToArtifact", () => commands.execute("artifacts.openArtifact")),
    ),
  );
}
