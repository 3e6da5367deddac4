// Registers the assistant tools while the setting is enabled; they are loaded on first use.
import * as vscode from "vscode";
import { settingKeys, type ToolName, toolNames } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import type { AssistFeature } from "./feature.ts";

function registerTool(name: ToolName, feature: () => Promise<AssistFeature>): vscode.Disposable {
  return vscode.lm.registerTool<unknown>(name, {
    prepareInvocation: async ({ input }, token) => (await feature()).prepare(name, input, token),
    invoke: async ({ input }, token) => (await feature()).invoke(name, input, token),
  });
}

/** Reads User Settings only. */
function isAssistEnabled(): boolean {
  return vscode.workspace.getConfiguration().inspect(settingKeys.chatTools)?.globalValue === true;
}

export function registerAssist(services: Services): void {
  const feature = memoizeAsync(async () =>
    services.addDisposable((await import("./feature.ts")).createAssistFeature(services)),
  );
  let registration: vscode.Disposable | undefined;
  const unregister = (): void => {
    registration?.dispose();
    registration = undefined;
  };
  const update = (): void => {
    if (!isAssistEnabled()) unregister();
    else {
      registration ??= vscode.Disposable.from(
        ...Object.values(toolNames).map((name) => registerTool(name, feature)),
      );
    }
  };
  update();
  services.addDisposable({ dispose: unregister });
  services.addDisposable(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(settingKeys.chatTools)) update();
    }),
  );
}
