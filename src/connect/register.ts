import * as vscode from "vscode";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { ConnectFeature } from "./feature.ts";

interface ConnectEntrance {
  readonly feature: () => Promise<ConnectFeature>;
  readonly commands: Commands<CommandArguments>;
}

export function registerConnect({ feature, commands }: ConnectEntrance): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register("artifacts.connect", async () => (await feature()).connect()),
    commands.register("artifacts.signIn", async (site) => (await feature()).signIn(site)),
    commands.register("artifacts.signOut", async (site) => (await feature()).signOut(site)),
    commands.register("artifacts.removeSite", async (site) => (await feature()).removeSite(site)),
  );
}
