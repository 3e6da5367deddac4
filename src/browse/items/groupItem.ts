import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { GroupNode } from "../nodes.ts";

function withoutText(by: GroupNode["by"]): string {
  switch (by) {
    case "status":
      return vscode.l10n.t("Without a status");
    case "assignee":
      return vscode.l10n.t("Assigned to nobody");
    case "tracker":
      return vscode.l10n.t("Of an unknown tracker");
  }
}

export function groupItem({ label, by, rows }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    label === undefined ? withoutText(by) : oneLine(label),
    vscode.TreeItemCollapsibleState.Expanded,
  );
  item.description = new Intl.NumberFormat(vscode.env.language).format(rows.length);
  item.contextValue = "group";
  return item;
}
