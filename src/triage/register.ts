// The ways to decide about artifacts. What is behind them is loaded on first need.
import * as vscode from "vscode";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { TriageFeature } from "./feature.ts";

interface TriageEntrance {
  readonly feature: () => Promise<TriageFeature>;
  readonly commands: Commands<CommandArguments>;
}

export function registerTriage({ feature, commands }: TriageEntrance): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register("artifacts.setStatus", async (target) => (await feature()).decisions.status(target)),
    commands.register("artifacts.assign", async (target) => (await feature()).decisions.assign(target)),
    commands.register("artifacts.assignToMe", async (target) =>
      (await feature()).decisions.assignToMe(target),
    ),
  );
}
