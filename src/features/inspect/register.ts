// The ways to what servers answer, as it is. What is behind them is loaded on first need.
import * as vscode from "vscode";
import type { CommandArguments } from "../../protocol/commands.ts";
import { jsonScheme } from "../../protocol/contributions.ts";
import type { Commands } from "../../vscode/commands.ts";
import { LateFileSystem } from "../../vscode/fileSystems.ts";
import type { InspectFeature } from "./feature.ts";

interface InspectEntrance {
  readonly feature: () => Promise<InspectFeature>;
  readonly commands: Commands<CommandArguments>;
}

export function registerInspect({ feature, commands }: InspectEntrance): vscode.Disposable {
  const files = new LateFileSystem(async () => (await feature()).files);
  return vscode.Disposable.from(
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
  );
}
