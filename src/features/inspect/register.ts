// The ways to what servers answer, as it is. What is behind them is loaded on first need.
import * as vscode from "vscode";
import { jsonScheme } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { once } from "../../vscode/async.ts";
import { LateFileSystem } from "../../vscode/fileSystems.ts";

export function registerInspect(services: Services): void {
  const { commands } = services;
  const feature = once(async () =>
    services.own((await import("./feature.ts")).createInspectFeature(services)),
  );
  const files = new LateFileSystem(async () => (await feature()).files);
  services.own(
    vscode.Disposable.from(
      files,
      vscode.workspace.registerFileSystemProvider(jsonScheme, files, {
        isCaseSensitive: true,
        isReadonly: true,
      }),
      vscode.languages.registerDocumentLinkProvider(
        { scheme: jsonScheme },
        { provideDocumentLinks: async (document) => (await feature()).links(document) },
      ),
      commands.register("artifacts.inspectAsJson", async (...given) => (await feature()).inspect(...given)),
      commands.register("artifacts.copyAsCurl", async (...given) => (await feature()).copyAsCurl(...given)),
      commands.register("artifacts.refreshJson", async (document) => (await feature()).refresh(document)),
    ),
  );
}
