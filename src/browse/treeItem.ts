// How each row looks.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import type { Account } from "../model/site.ts";
import { failureText } from "../platform/failureText.ts";
import { fieldValue } from "../platform/fieldValue.ts";
import { artifactItem } from "./artifactItem.ts";
import { attachmentItem } from "./attachmentItem.ts";
import { draftItem, draftsItem } from "./draftItem.ts";
import type {
  AllProjectsNode,
  FieldNode,
  MoreNode,
  NothingNode,
  ProblemNode,
  ProjectNode,
  SiteNode,
  TrackerNode,
  TreeNode,
  UnreadableNode,
} from "./nodes.ts";
import { trackerColor } from "./trackerColor.ts";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** A server without users can't tell the name that belongs to a key. */
function accountText(account: Account | undefined): string {
  if (account === undefined) return vscode.l10n.t("not signed in");
  return account.name === "" ? vscode.l10n.t("signed in") : oneLine(account.name);
}

function siteItem({ site, account }: SiteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(site.label, Expanded);
  item.description = accountText(account);
  item.iconPath = new vscode.ThemeIcon(account === undefined ? "globe" : "account");
  item.contextValue = account === undefined ? "site.signedOut" : "site.signedIn";
  item.tooltip = site.web;
  return item;
}

function allProjectsItem({ filter, startsOpen }: AllProjectsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    vscode.l10n.t("All Projects"),
    startsOpen || filter !== undefined ? Expanded : Collapsed,
  );
  item.description = filter === undefined ? "" : vscode.l10n.t("matching “{0}”", filter.text);
  item.iconPath = new vscode.ThemeIcon("folder-library");
  item.contextValue = filter === undefined ? "allProjects" : "allProjects.filtered";
  return item;
}

function projectItem({ project, isPinned }: ProjectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    oneLine(project.label) || project.shortName || `#${project.id}`,
    Collapsed,
  );
  item.iconPath = new vscode.ThemeIcon(isPinned ? "pinned" : "project");
  item.contextValue = isPinned ? "project.pinned" : "project";
  const tooltip = new vscode.MarkdownString("", true);
  tooltip
    .appendMarkdown("**")
    .appendText(oneLine(project.label))
    .appendMarkdown("** · ")
    .appendText(project.shortName);
  if (project.description !== undefined) {
    tooltip.appendMarkdown("\n\n").appendText(oneLine(project.description, 1000));
  }
  item.tooltip = tooltip;
  return item;
}

function trackerItem({ tracker }: TrackerNode): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(tracker.label) || `#${tracker.id}`, Collapsed);
  item.iconPath = new vscode.ThemeIcon("list-unordered", trackerColor(tracker.color));
  item.contextValue = "tracker";
  return item;
}

function fieldItem({ field }: FieldNode): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(field.label), None);
  const text = fieldValue(field);
  item.description = oneLine(text);
  item.tooltip = new vscode.MarkdownString().appendText(text.slice(0, 2000));
  item.contextValue = "field";
  return item;
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Load More"), None);
  const number = new Intl.NumberFormat(vscode.env.language);
  // What the server counts includes what we may not see: it is a bound, not a promise.
  if (node.lookedAt !== undefined && node.size !== undefined) {
    item.description = vscode.l10n.t(
      "{0} of at most {1}",
      number.format(node.lookedAt),
      number.format(node.size),
    );
  }
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.contextValue = "more";
  item.command = { command: "artifacts.loadMore", title: vscode.l10n.t("Load More"), arguments: [node] };
  return item;
}

function problemItem(node: ProblemNode): vscode.TreeItem {
  const sentence = failureText(node.failure, node.site.label);
  const item = new vscode.TreeItem(sentence, None);
  item.tooltip = sentence;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = node.failure.kind === "signedOut" ? "problem.signedOut" : "problem";
  item.command = { command: "artifacts.retry", title: vscode.l10n.t("Retry"), arguments: [node] };
  return item;
}

function unreadableItem({ elementId }: UnreadableNode): vscode.TreeItem {
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
    case "fields":
      return vscode.l10n.t("No values");
  }
}

function nothingItem({ of }: NothingNode): vscode.TreeItem {
  const item = new vscode.TreeItem(nothingText(of), None);
  item.contextValue = "nothing";
  return item;
}

function bareItem(node: TreeNode): vscode.TreeItem {
  switch (node.kind) {
    case "site":
      return siteItem(node);
    case "drafts":
      return draftsItem(node);
    case "draft":
      return draftItem(node, Date.now());
    case "allProjects":
      return allProjectsItem(node);
    case "project":
      return projectItem(node);
    case "tracker":
      return trackerItem(node);
    case "artifact":
      return artifactItem(node);
    case "fields":
      return new vscode.TreeItem(vscode.l10n.t("Fields"), Collapsed);
    case "attachment":
      return attachmentItem(node);
    case "field":
      return fieldItem(node);
    case "more":
      return moreItem(node);
    case "problem":
      return problemItem(node);
    case "unreadable":
      return unreadableItem(node);
    case "nothing":
      return nothingItem(node);
  }
}

export function treeItem(node: TreeNode): vscode.TreeItem {
  const item = bareItem(node);
  item.id = node.id;
  return item;
}
