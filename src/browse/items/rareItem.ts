// Rows that few people ever see.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { BrokenQueryNode, NothingNode, UnreadableNode } from "../nodes.ts";
import { spoken } from "./spoken.ts";

const { Expanded, None } = vscode.TreeItemCollapsibleState;

export function brokenQueryItem({ name, origin }: BrokenQueryNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    name === undefined ? vscode.l10n.t("Query without a name") : oneLine(name),
    Expanded,
  );
  item.description = origin === "workspace" ? vscode.l10n.t("workspace") : "";
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "query.broken";
  return spoken(item, vscode.l10n.t("can't be used"));
}

export function unreadableItem({ elementId }: UnreadableNode): vscode.TreeItem {
  const name = elementId === undefined ? "" : ` #${elementId}`;
  const item = new vscode.TreeItem(vscode.l10n.t("Could not be read{0}", name), None);
  item.tooltip = vscode.l10n.t(
    "The server described this in a way that makes no sense here. The others are not affected.",
  );
  item.iconPath = new vscode.ThemeIcon("question");
  item.contextValue = "unreadable";
  return item;
}

function nothingText(of: NothingNode["of"]): string {
  switch (of) {
    case "projects":
      return vscode.l10n.t("No other projects");
    case "matches":
      return vscode.l10n.t("No project matches");
    case "trackers":
      return vscode.l10n.t("No trackers that you may see");
    case "artifacts":
      return vscode.l10n.t("No artifacts that you may see");
    case "openArtifacts":
      return vscode.l10n.t("No open artifacts that you may see");
    case "found":
      return vscode.l10n.t("Nothing found");
    case "assigned":
      return vscode.l10n.t("Nothing open is assigned to you");
    case "submitted":
      return vscode.l10n.t("Nothing open was submitted by you");
    case "recent":
      return vscode.l10n.t("Nothing opened yet");
    case "fields":
      return vscode.l10n.t("No values");
  }
}

export function nothingItem({ of }: NothingNode): vscode.TreeItem {
  const item = new vscode.TreeItem(nothingText(of), None);
  item.contextValue = "nothing";
  return item;
}
