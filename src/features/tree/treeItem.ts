// How each row looks.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Account } from "../../model/site.ts";
import type {
  AllProjectsNode,
  LateNode,
  ProjectNode,
  QueryNode,
  SiteNode,
  TrackerNode,
  TreeNode,
  WorkNode,
} from "./nodes.ts";

/** What is read aloud of a row. VS Code takes a tooltip of plain text in its place, unless it is told otherwise. */
export function spoken(item: vscode.TreeItem, more = ""): vscode.TreeItem {
  const parts = [item.label, item.description, more].filter((part) => typeof part === "string");
  item.accessibilityInformation ??= { label: parts.filter(Boolean).join(", ") };
  return item;
}

// The server's colours are named like paints ("fiesta-red", "plum-crazy"): the last word tells the hue.
// Themes have six that suit every background; greys stay uncoloured.
const themeColors: Readonly<Record<string, string>> = {
  red: "charts.red",
  wine: "charts.red",
  pink: "charts.red",
  // The orange of charts is a shade that one sees through.
  orange: "symbolIcon.classForeground",
  brown: "symbolIcon.classForeground",
  yellow: "charts.yellow",
  green: "charts.green",
  turquoise: "charts.green",
  blue: "charts.blue",
  purple: "charts.purple",
  violet: "charts.purple",
  crazy: "charts.purple",
};

export function trackerColor(serverName: string | undefined): vscode.ThemeColor | undefined {
  const hue = serverName?.split("-").at(-1) ?? "";
  const themeColor = Object.hasOwn(themeColors, hue) ? themeColors[hue] : undefined;
  return themeColor === undefined ? undefined : new vscode.ThemeColor(themeColor);
}

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** A server without users can't tell the name that belongs to a key. */
function accountText(account: Account | undefined): string {
  if (account === undefined) return vscode.l10n.t("not signed in");
  return account.name === "" ? vscode.l10n.t("signed in") : oneLine(account.name);
}

function siteItem({ site, account, isOutOfReach }: SiteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(site.label, Expanded);
  item.description = isOutOfReach
    ? vscode.l10n.t("{0} · offline", accountText(account))
    : accountText(account);
  item.iconPath = new vscode.ThemeIcon(account === undefined ? "globe" : "account");
  item.contextValue = account === undefined ? "site.signedOut" : "site.signedIn";
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

function projectItem({ project, isPinned, isNamesake }: ProjectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    oneLine(project.label) || project.shortName || `#${project.id}`,
    Collapsed,
  );
  item.iconPath = new vscode.ThemeIcon(isPinned ? "pinned" : "project");
  item.contextValue = isPinned ? "project.pinned" : "project";
  if (isNamesake) item.description = oneLine(project.shortName);
  return item;
}

/** Quiet, but there: whoever wants only open ones has to know that these are not. */
function sayIfUntold(item: vscode.TreeItem, node: TrackerNode | QueryNode): void {
  const { about, site } = node;
  // A row below says it aloud where the query asks for open ones by name.
  const isSaidBelow = node.kind === "query" && node.query.openOnly === true;
  if (about()?.isOpenUntold !== true || isSaidBelow) return;
  const open = vscode.l10n.t("open and closed");
  item.description = [item.description, open].filter((part) => part !== undefined && part !== "").join(" · ");
  item.tooltip = vscode.l10n.t("{0} doesn't tell what is open, so all are shown.", site.label);
}

function trackerItem(node: TrackerNode): vscode.TreeItem {
  const { tracker } = node;
  const item = new vscode.TreeItem(oneLine(tracker.label) || `#${tracker.id}`, Collapsed);
  sayIfUntold(item, node);
  item.iconPath = new vscode.ThemeIcon("list-unordered", trackerColor(tracker.color));
  item.contextValue = "tracker";
  return item;
}

function queryItem(node: QueryNode): vscode.TreeItem {
  const { query, origin, isCounted, about } = node;
  const item = new vscode.TreeItem(oneLine(query.name), Collapsed);
  item.description = [
    isCounted ? vscode.l10n.t("counted at the icon") : "",
    oneLine(about()?.trackerLabel ?? ""),
    origin === "workspace" ? vscode.l10n.t("workspace") : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
  item.iconPath = new vscode.ThemeIcon("bookmark");
  item.contextValue = isCounted ? "query.counted" : "query";
  sayIfUntold(item, node);
  return item;
}

function workItem({ concern, isCounted }: WorkNode): vscode.TreeItem {
  const isAssigned = concern === "assigned";
  const item = new vscode.TreeItem(
    isAssigned ? vscode.l10n.t("Assigned to Me") : vscode.l10n.t("Submitted by Me"),
    isAssigned ? Expanded : Collapsed,
  );
  item.description = isCounted ? vscode.l10n.t("counted at the icon") : "";
  item.iconPath = new vscode.ThemeIcon(isAssigned ? "inbox" : "send");
  item.contextValue = isCounted ? `work.${concern}.counted` : `work.${concern}`;
  return item;
}

function recentItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Recently Opened"), Collapsed);
  item.iconPath = new vscode.ThemeIcon("history");
  item.contextValue = "recent";
  return item;
}

type EarlyNode = Exclude<TreeNode, LateNode>;

function bareItem(node: EarlyNode): vscode.TreeItem {
  switch (node.kind) {
    case "site":
      return siteItem(node);
    case "query":
      return queryItem(node);
    case "work":
      return workItem(node);
    case "recent":
      return recentItem();
    case "allProjects":
      return allProjectsItem(node);
    case "project":
      return projectItem(node);
    case "tracker":
      return trackerItem(node);
    case "fields":
      return new vscode.TreeItem(vscode.l10n.t("Fields"), Collapsed);
  }
}

/** The compiler asks for each of them. */
const lateKinds: Readonly<Record<LateNode["kind"], true>> = {
  note: true,
  brokenQuery: true,
  problem: true,
  unreadable: true,
  nothing: true,
  drafts: true,
  draft: true,
  group: true,
  artifact: true,
  commits: true,
  commit: true,
  more: true,
  attachment: true,
  field: true,
  svnFolder: true,
  svnRepository: true,
  resources: true,
  resource: true,
};

/** Whether something else draws it, which is loaded when the first such row is shown. */
export function isLate(node: TreeNode): node is LateNode {
  return Object.hasOwn(lateKinds, node.kind);
}

export function treeItem(node: EarlyNode): vscode.TreeItem {
  const item = bareItem(node);
  item.id = node.id;
  return item;
}
