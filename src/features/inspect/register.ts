// Registers the inspect feature, which is loaded on first use.
import * as vscode from "vscode";
import { jsonScheme } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import { LazyFileSystem } from "../../vscode/fileSystems.ts";

export function registerInspect(services: Services): void {
  const { commands } = services;
  const feature = memoizeAsync(async () =>
    services.addDisposable((await import("./feature.ts")).createInspectFeature(services)),
  );
  const fileSystem = new LazyFileSystem(async () => (await feature()).fileSystem);
  services.addDisposable(
    vscode.Disposable.from(
      fileSystem,
      vscode.workspace.registerFileSystemProvider(jsonScheme, fileSystem, {
        isCaseSensitive: true,
        isReadonly: true,
      }),
      vscode.languages.registerDocumentLinkProvider(
        { scheme: jsonScheme },
        { provideDocumentLinks: async (document) => (await feature()).provideLinks(document) },
      ),
      commands.register("artifacts.inspectAsJson", async (...args) => (await feature()).inspect(...args)),
      commands.register("artifacts.copyAsCurl", async (...args) => (await feature()).copyAsCurl(...args)),
      commands.register("artifacts.refreshJson", async (document) => (await feature()).refresh(document)),
    ),
  );
}
