// How the rows look that stand below a list or an artifact and are none of their own.
import * as vscode from "vscode";
import type { MoreNode } from "../nodes.ts";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

export function moreItem(node: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Load More"), None);
  const number = new Intl.NumberFormat(vscode.env.language);
  // What the server counts includes what we may not see: it is a bound, not a promise.
  if (node.lookedAt !== undefined && node.size !== undefined) {
    const [lookedAt, size] = [number.format(node.lookedAt), number.format(node.size)];
    item.description = node.isArranged
      ? vscode.l10n.t("arranged are the newest {0} of at most {1}", lookedAt, size)
      : vscode.l10n.t("{0} of at most {1}", lookedAt, size);
  }
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.contextValue = "more";
  item.command = { command: "artifacts.loadMore", title: vscode.l10n.t("Load More"), arguments: [node] };
  return item;
}

export function commitsItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Commits"), Collapsed);
  item.contextValue = "commits";
  return item;
}
