// The ways of assistants to artifacts: there while the person's own settings say so. What is behind them is loaded on first need.
import * as vscode from "vscode";
import { settings, type ToolName, tools } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { once } from "../../vscode/async.ts";
import type { AssistFeature } from "./feature.ts";

function register(name: ToolName, feature: () => Promise<AssistFeature>): vscode.Disposable {
  return vscode.lm.registerTool<unknown>(name, {
    prepareInvocation: async ({ input }, token) => (await feature()).prepare(name, input, token),
    invoke: async ({ input }, token) => (await feature()).invoke(name, input, token),
  });
}

/** What a workspace says is not looked at. */
function isOn(): boolean {
  return vscode.workspace.getConfiguration().inspect(settings.assistants)?.globalValue === true;
}

export function registerAssist(services: Services): void {
  const feature = once(async () =>
    services.own((await import("./feature.ts")).createAssistFeature(services)),
  );
  let offered: vscode.Disposable | undefined;
  const withdraw = (): void => {
    offered?.dispose();
    offered = undefined;
  };
  const follow = (): void => {
    if (!isOn()) withdraw();
    else offered ??= vscode.Disposable.from(...Object.values(tools).map((name) => register(name, feature)));
  };
  follow();
  services.own({ dispose: withdraw });
  services.own(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(settings.assistants)) follow();
    }),
  );
}
