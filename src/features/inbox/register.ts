import * as vscode from "vscode";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import type { InboxNode } from "./inboxItems.ts";

/** Whether the user has expanded the view once; until then nothing is requested for it. */
const usedKey = "inboxUsed";

export function registerInbox(services: Services): vscode.TreeDataProvider<unknown> {
  const { commands, errorHandler, globalState } = services;
  const onDidChange = new vscode.EventEmitter<undefined>();
  const feature = memoizeAsync(async () => {
    const { createInboxFeature } = await import("./feature.ts");
    return services.addDisposable(
      await createInboxFeature(services, view, () => onDidChange.fire(undefined)),
    );
  });
  const treeDataProvider: vscode.TreeDataProvider<InboxNode> = {
    onDidChangeTreeData: onDidChange.event,
    getTreeItem: ({ item }) => item,
    getChildren: async (parent) => {
      if (parent !== undefined) return [];
      if (globalState.get(usedKey) !== true) await globalState.update(usedKey, true);
      return (await feature()).getNodes();
    },
  };
  const view = vscode.window.createTreeView("artifacts.inbox", { canSelectMany: true, treeDataProvider });
  if (globalState.get(usedKey) === true) errorHandler.runInBackground("load inbox", feature);
  services.addDisposable(
    vscode.Disposable.from(
      onDidChange,
      view,
      commands.register("artifacts.inboxRefresh", async () => (await feature()).refresh()),
      commands.register("artifacts.inboxMarkAllRead", async () => (await feature()).markAllRead()),
      commands.register("artifacts.inboxMarkRead", async (...args) => (await feature()).markRead(...args)),
      commands.register("artifacts.inboxSnooze", async (...args) => (await feature()).snooze(...args)),
      commands.register("artifacts.openInboxEntry", async (...args) => (await feature()).open(...args)),
      commands.register("artifacts.followArtifact", async (...args) => (await feature()).follow(...args)),
      commands.register("artifacts.stopFollowing", async (...args) =>
        (await feature()).stopFollowing(...args),
      ),
    ),
  );
  return treeDataProvider;
}
