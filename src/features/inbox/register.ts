import * as vscode from "vscode";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import type { InboxNode } from "./inboxItems.ts";

/** Whether the user has expanded the view once; until then nothing is requested for it. */
const usedKey = "inboxUsed";

/** Commands of the view itself are registered when its rows are loaded. */
export function registerInbox(services: Services): void {
  const { commands, errorHandler, globalState } = services;
  const onDidChange = new vscode.EventEmitter<undefined>();
  const feature = memoizeAsync(async () => {
    const { createInboxFeature } = await import("./feature.ts");
    return services.addDisposable(
      await createInboxFeature(services, view, () => onDidChange.fire(undefined)),
    );
  });
  const view: vscode.TreeView<InboxNode> = vscode.window.createTreeView("artifacts.inbox", {
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: onDidChange.event,
      getTreeItem: ({ item }) => item,
      getChildren: async () => {
        if (globalState.get(usedKey) !== true) await globalState.update(usedKey, true);
        return (await feature()).getNodes();
      },
    },
  });
  if (globalState.get(usedKey) === true) errorHandler.runInBackground("load inbox", feature);
  services.addDisposable(
    vscode.Disposable.from(
      onDidChange,
      view,
      commands.register("artifacts.followArtifact", async (...args) => (await feature()).follow(...args)),
      commands.register("artifacts.stopFollowing", async (...args) =>
        (await feature()).stopFollowing(...args),
      ),
    ),
  );
}
