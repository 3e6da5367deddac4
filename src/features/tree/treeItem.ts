// Creates the tree items of nodes that are visible from the start.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { Account } from "../../model/site.ts";
import { serverColorToThemeColor } from "../../vscode/serverColors.ts";
import { severalTrackersText } from "../../vscode/severalTrackersText.ts";
import type {
  AllProjectsNode,
  FailureNode,
  LazyItemNode,
  MessageNode,
  ProjectNode,
  QueryNode,
  SiteNode,
  TrackerNode,
  TreeNode,
  MyWorkNode,
} from "./treeNodes.ts";

/** Sets what screen readers announce; without it, VS Code announces a plain text tooltip instead of the label. */
export function setAccessibleLabel(item: vscode.TreeItem, suffix = ""): vscode.TreeItem {
  const parts = [item.label, item.description, suffix].filter((part) => typeof part === "string");
  item.accessibilityInformation ??= { label: parts.filter(Boolean).join(", ") };
  return item;
}

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** The name is empty on servers that don't report the user of an access key. */
function formatAccountState(account: Account | undefined): string {
  if (account === undefined) return vscode.l10n.t("not signed in");
  return account.name === "" ? vscode.l10n.t("signed in") : toDisplayLine(account.name);
}

function createSiteItem({ site, account, isOffline }: SiteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(site.label, Expanded);
  item.description = isOffline
    ? vscode.l10n.t("{0} · offline", formatAccountState(account))
    : formatAccountState(account);
  item.iconPath = new vscode.ThemeIcon(account === undefined ? "globe" : "account");
  item.contextValue = account === undefined ? "site.signedOut" : "site.signedIn";
  return item;
}

function createAllProjectsItem({ filter, isInitiallyExpanded }: AllProjectsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    vscode.l10n.t("All Projects"),
    isInitiallyExpanded || filter !== undefined ? Expanded : Collapsed,
  );
  item.description = filter === undefined ? "" : vscode.l10n.t("matching “{0}”", filter.text);
  item.iconPath = new vscode.ThemeIcon("folder-library");
  item.contextValue = filter === undefined ? "allProjects" : "allProjects.filtered";
  return item;
}

function createProjectItem({ project, isPinned, hasDuplicateName }: ProjectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    toDisplayLine(project.label) || project.shortName || `#${project.id}`,
    Collapsed,
  );
  item.iconPath = new vscode.ThemeIcon(isPinned ? "pinned" : "project");
  item.contextValue = isPinned ? "project.pinned" : "project";
  if (hasDuplicateName) item.description = toDisplayLine(project.shortName);
  return item;
}

/** Shows that the list contains closed artifacts although only open ones are requested. */
function addOpenStateHint(item: vscode.TreeItem, node: TrackerNode | QueryNode): void {
  const { getListDetails, site } = node;
  // A message below the node says it if the query itself requests open artifacts.
  const hasMessage = node.kind === "query" && node.query.openOnly === true;
  if (getListDetails()?.isOpenStateUnknown !== true || hasMessage) return;
  const hint = vscode.l10n.t("open and closed");
  item.description = [item.description, hint].filter((part) => part !== undefined && part !== "").join(" · ");
  item.tooltip = vscode.l10n.t(
    "{0} doesn't report which artifacts are open, so closed artifacts are included.",
    site.label,
  );
}

function createTrackerItem(node: TrackerNode): vscode.TreeItem {
  const { tracker } = node;
  const item = new vscode.TreeItem(toDisplayLine(tracker.label) || `#${tracker.id}`, Collapsed);
  addOpenStateHint(item, node);
  item.iconPath = new vscode.ThemeIcon("list-unordered", serverColorToThemeColor(tracker.color));
  item.contextValue = "tracker";
  return item;
}

function createQueryItem(node: QueryNode): vscode.TreeItem {
  const { query, origin, isBadgeSource, getListDetails } = node;
  const item = new vscode.TreeItem(toDisplayLine(query.name), Collapsed);
  item.description = [
    isBadgeSource ? vscode.l10n.t("shown in badge") : "",
    typeof query.tracker === "number"
      ? toDisplayLine(getListDetails()?.trackerLabel ?? "")
      : severalTrackersText(query.tracker),
    origin === "workspace" ? vscode.l10n.t("workspace") : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
  item.iconPath = new vscode.ThemeIcon("bookmark");
  item.contextValue = isBadgeSource ? "query.inBadge" : "query";
  addOpenStateHint(item, node);
  return item;
}

function createMyWorkItem({ concern, isBadgeSource }: MyWorkNode): vscode.TreeItem {
  const isAssigned = concern === "assigned";
  const item = new vscode.TreeItem(
    isAssigned ? vscode.l10n.t("Assigned to Me") : vscode.l10n.t("Submitted by Me"),
    isAssigned ? Expanded : Collapsed,
  );
  item.description = isBadgeSource ? vscode.l10n.t("shown in badge") : "";
  item.iconPath = new vscode.ThemeIcon(isAssigned ? "inbox" : "send");
  item.contextValue = isBadgeSource ? `work.${concern}.inBadge` : `work.${concern}`;
  return item;
}

function createRecentItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Recently Opened"), Collapsed);
  item.iconPath = new vscode.ThemeIcon("history");
  item.contextValue = "recent";
  return item;
}

type EagerNode = Exclude<TreeNode, LazyItemNode | MessageNode | FailureNode>;

function createBareItem(node: EagerNode): vscode.TreeItem {
  switch (node.kind) {
    case "site":
      return createSiteItem(node);
    case "query":
      return createQueryItem(node);
    case "work":
      return createMyWorkItem(node);
    case "recent":
      return createRecentItem();
    case "allProjects":
      return createAllProjectsItem(node);
    case "project":
      return createProjectItem(node);
    case "tracker":
      return createTrackerItem(node);
  }
}

/** A record, so that the compiler requires every kind. */
const eagerKinds: Readonly<Record<EagerNode["kind"], true>> = {
  site: true,
  query: true,
  work: true,
  recent: true,
  allProjects: true,
  project: true,
  tracker: true,
};

/** Whether `createEagerTreeItem` creates the item: that of a row which can be among the first ones. */
export function isEagerNode(node: TreeNode): node is EagerNode {
  return Object.hasOwn(eagerKinds, node.kind);
}

export function createEagerTreeItem(node: EagerNode): vscode.TreeItem {
  const item = createBareItem(node);
  item.id = node.id;
  return item;
}
