import * as vscode from "vscode";
import { removeSite, signIn, signOut } from "./accountCommands.ts";
import { connectSite } from "./connectSite.ts";
import type { ConnectDependencies } from "./dependencies.ts";

export function registerConnect(dependencies: ConnectDependencies): vscode.Disposable {
  const { commands } = dependencies;
  return vscode.Disposable.from(
    commands.register("artifacts.connect", () => connectSite(dependencies)),
    commands.register("artifacts.signIn", (site) => signIn(dependencies, site)),
    commands.register("artifacts.signOut", (site) => signOut(dependencies, site)),
    commands.register("artifacts.removeSite", (site) => removeSite(dependencies, site)),
  );
}
