import * as vscode from "vscode";
import { inboxUsedKey } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import type { InboxCommandArguments, InboxCommands } from "./feature.ts";
import type { InboxNode } from "./inboxItems.ts";

export function registerInbox(services: Services): void {
  const { commands, errorHandler, globalState } = services;
  const onDidChange = new vscode.EventEmitter<undefined>();
  const feature = memoizeAsync(async () =>
    (await import("./feature.ts")).createInboxFeature(services, view, onDidChange),
  );
  const view: vscode.TreeView<InboxNode> = vscode.window.createTreeView("artifacts.inbox", {
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: onDidChange.event,
      getTreeItem: ({ item }) => item,
      getChildren: async () => (await feature()).getNodes(),
    },
  });
  const run =
    <Name extends keyof InboxCommandArguments>(name: Name) =>
    async (...args: InboxCommandArguments[Name]): Promise<void> => {
      const actions: InboxCommands = await feature();
      return actions[name](...args);
    };
  if (globalState.get(inboxUsedKey) === true) errorHandler.runInBackground("load inbox", feature);
  services.addDisposable(
    vscode.Disposable.from(
      onDidChange,
      view,
      commands.register("artifacts.inboxRefresh", run("refresh")),
      commands.register("artifacts.inboxMarkAllRead", run("markAllRead")),
      commands.register("artifacts.inboxMarkRead", run("markRead")),
      commands.register("artifacts.inboxSnooze", run("snooze")),
      commands.register("artifacts.openInboxEntry", run("open")),
      commands.register("artifacts.followArtifact", run("follow")),
      commands.register("artifacts.stopFollowing", run("stopFollowing")),
    ),
  );
}
