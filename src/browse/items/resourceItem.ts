// How the rows look that stand beside the trackers of a project.
import * as vscode from "vscode";
import { literal, oneLine } from "../../model/displayText.ts";
import type { ResourceNode, SvnRepositoryNode } from "../nodes.ts";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

export function svnFolderItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Subversion Repositories"), Collapsed);
  item.iconPath = new vscode.ThemeIcon("source-control");
  item.contextValue = "svnFolder";
  return item;
}

/** Menus offer what there is to copy, and to open. */
function contextOf({ address, page }: SvnRepositoryNode): string {
  if (page !== undefined) return "svnRepository.page";
  return address === undefined ? "svnRepository" : "svnRepository.address";
}

export function svnRepositoryItem(node: SvnRepositoryNode): vscode.TreeItem {
  const { name, repositoryId, address } = node;
  const item = new vscode.TreeItem(oneLine(name ?? "") || `#${repositoryId}`, None);
  item.description = oneLine(address ?? "");
  item.iconPath = new vscode.ThemeIcon("repo");
  item.contextValue = contextOf(node);
  const tooltip = new vscode.MarkdownString().appendMarkdown("**").appendText(literal(oneLine(name ?? "")));
  tooltip.appendMarkdown("**");
  if (address !== undefined) tooltip.appendMarkdown("\n\n").appendText(literal(oneLine(address, 1000)));
  item.tooltip = tooltip;
  item.command = {
    command: "artifacts.editSvnRepository",
    title: vscode.l10n.t("Subversion Settings…"),
    arguments: [node],
  };
  return item;
}

export function resourcesItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Other Resources"), Collapsed);
  item.iconPath = new vscode.ThemeIcon("json");
  item.contextValue = "resources";
  item.tooltip = vscode.l10n.t("What else the server lists of this project, as JSON.");
  return item;
}

export function resourceItem(node: ResourceNode): vscode.TreeItem {
  const { type, resource } = node;
  const item = new vscode.TreeItem(oneLine(type) || oneLine(resource), None);
  item.iconPath = new vscode.ThemeIcon("bracket-dot");
  item.contextValue = "resource";
  item.tooltip = oneLine(resource);
  item.command = {
    command: "artifacts.inspectAsJson",
    title: vscode.l10n.t("Inspect as JSON"),
    arguments: [node],
  };
  return item;
}
