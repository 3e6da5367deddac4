import * as vscode from "vscode";
import { tqlDocumentSelector } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";

export function registerQueries(services: Services): void {
  const { commands, errorHandler } = services;
  const feature = memoizeAsync(async () => (await import("./feature.ts")).createQueriesFeature(services));
  services.registerFeature("queries", {
    selectCurrentUser: async (site) => (await feature()).selectCurrentUser(site),
    promptCondition: async (site, tracker, usedFields, before) =>
      (await feature()).promptCondition(site, tracker, usedFields, before),
    saveQuery: async (query, before) => (await feature()).saveQuery(query, before),
  });
  const checkTql = (document: vscode.TextDocument): void => {
    if (vscode.languages.match(tqlDocumentSelector, document) === 0) return;
    errorHandler.runInBackground("check TQL", async () => void (await feature()));
  };
  for (const document of vscode.workspace.textDocuments) checkTql(document);
  services.addDisposable(
    vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(checkTql),
      commands.register("artifacts.newQuery", async (tracker) => (await feature()).builder.create(tracker)),
      commands.register("artifacts.runTql", async () => (await feature()).tqlEditors.run()),
      commands.register("artifacts.saveTql", async () => (await feature()).tqlEditors.save()),
      vscode.languages.registerCompletionItemProvider(
        tqlDocumentSelector,
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
