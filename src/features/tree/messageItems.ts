// Creates the tree items of messages and failures.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import { failureText } from "../../vscode/failureText.ts";
import { severalTrackersNotSupportedText } from "../../vscode/severalTrackersText.ts";
import { missingTrackersText, queryProblemText } from "../../vscode/queryProblemText.ts";
import type { TreeMessage, MessageNode, FailureNode } from "./treeNodes.ts";
import { setAccessibleLabel } from "./treeItem.ts";

function formatInvalidEntry({ problem, property }: Extract<TreeMessage, { kind: "invalidEntry" }>): string {
  const path = toDisplayLine(property, 60);
  switch (problem) {
    case "notAnObject":
      return vscode.l10n.t("This entry in artifacts.queries isn't a valid query. Correct or remove it.");
    case "missing":
      return vscode.l10n.t("“{0}” is missing. Edit the query.", path);
    case "wrongType":
      return vscode.l10n.t("“{0}” has an invalid value. Edit the query.", path);
    case "unknownValue":
      return vscode.l10n.t("“{0}” has an unknown value. Edit the query.", path);
    case "tooLong":
      return vscode.l10n.t("“{0}” is too long. Edit the query.", path);
    case "mutuallyExclusive":
      return vscode.l10n.t("“{0}” can't be combined with the rest of the query. Edit the query.", path);
  }
}

function formatSearchNotSupported({
  searchKind,
  site,
}: Extract<TreeMessage, { kind: "searchNotSupported" }>): string {
  switch (searchKind) {
    case "criteria":
      return vscode.l10n.t("{0} doesn't support this query. Edit the query.", site);
    case "text":
      return vscode.l10n.t("{0} doesn't support TQL queries. Edit the query to use conditions.", site);
    case "report":
      return vscode.l10n.t("This report doesn't exist on {0}. Edit the query.", site);
    case "crossTracker":
      return severalTrackersNotSupportedText(site);
  }
}

function formatNames(names: readonly string[]): string {
  return names.map((each) => toDisplayLine(each, 60)).join(", ");
}

function formatSkippedTrackers({
  reason,
  of,
  trackers,
  site,
}: Extract<TreeMessage, { kind: "skippedTrackers" }>): string {
  if (reason === "noField") {
    return of === "assigned"
      ? vscode.l10n.t("These trackers can't be searched by assignee: {0}", formatNames(trackers))
      : vscode.l10n.t("These trackers can't be searched by submitter: {0}", formatNames(trackers));
  }
  return vscode.l10n.t(
    "{0} ignored the search, so artifacts of these trackers aren't shown: {1}",
    site,
    formatNames(trackers),
  );
}

function formatMessage(message: TreeMessage): string {
  switch (message.kind) {
    case "invalidEntry":
      return formatInvalidEntry(message);
    case "queriesNotShown":
      return message.origin === "user"
        ? vscode.l10n.t("Your user settings have too many queries. {0} aren't shown.", message.count)
        : vscode.l10n.t("This workspace has too many queries. {0} aren't shown.", message.count);
    case "siteNotConnected":
      return vscode.l10n.t(
        "You aren't connected to {0}. Connect to the site or edit the query.",
        toDisplayLine(message.url, 80),
      );
    case "queryProblem":
      return queryProblemText(message.problem, message.site, message.tracker);
    case "contradicted":
      return message.of === "query"
        ? vscode.l10n.t("{0} ignored a condition, so the results aren't shown. Edit the query.", message.site)
        : vscode.l10n.t(
            "{0} ignored the filter for open artifacts, so the results aren't shown. Show closed artifacts too.",
            message.site,
          );
    case "searchNotSupported":
      return formatSearchNotSupported(message);
    case "openStateUnknown":
      return vscode.l10n.t(
        "{0} doesn't report which artifacts are open, so closed artifacts are included.",
        message.site,
      );
    case "trackersMissing":
      return missingTrackersText(message.trackerIds, message.site);
    case "signedOut":
      return vscode.l10n.t("Sign in to {0} to see your work.", message.site);
    case "currentUserUnknown":
      return vscode.l10n.t("Select Your User…");
    case "noPinnedProjects":
      return message.of === "closed"
        ? vscode.l10n.t(
            "{0} lists only open artifacts. Pin a project to search its trackers for closed ones.",
            message.site,
          )
        : vscode.l10n.t(
            "{0} can't list your work across projects. Pin a project to search its trackers.",
            message.site,
          );
    case "searchedProjects":
      return message.of === "closed"
        ? vscode.l10n.t(
            "Closed artifacts are shown only for pinned projects: {0}",
            formatNames(message.projects),
          )
        : vscode.l10n.t("Searched pinned projects: {0}", formatNames(message.projects));
    case "skippedTrackers":
      return formatSkippedTrackers(message);
    case "searchingCommits":
      return vscode.l10n.t("Searching…");
    case "noCommits":
      return vscode.l10n.t("No commits mention this artifact");
    case "commitsTruncated":
      return vscode.l10n.t("Only the newest {0} commits are shown.", message.shownCount);
    case "noRepositories":
      return vscode.l10n.t("No repositories. Create one…");
    case "svnNotListed":
      return message.isEmpty
        ? vscode.l10n.t("No known repositories. Create one…")
        : vscode.l10n.t("Showing only repositories created or changed in VS Code");
    case "commitProblem":
      return message.text;
    case "trackerFailed":
      return vscode.l10n.t(
        "{0}: {1}",
        toDisplayLine(message.tracker, 60),
        failureText(message.failure, message.site),
      );
  }
}

/** A longer explanation than the label has room for. */
function getMessageTooltip(message: TreeMessage): string | undefined {
  if (message.kind === "currentUserUnknown") {
    return vscode.l10n.t("{0} doesn't report which user you are.", message.site);
  }
  if (message.kind !== "svnNotListed") return undefined;
  return vscode.l10n.t(
    "{0} doesn't provide a list of repositories. Only repositories you create or change in VS Code are shown.",
    message.site,
  );
}

type IconAndColor = readonly [icon: string, color?: string];

function getMessageIcon(message: TreeMessage): IconAndColor {
  switch (message.kind) {
    case "signedOut":
    case "currentUserUnknown":
      return ["person-add"];
    case "noPinnedProjects":
      return ["pin"];
    case "searchingCommits":
      return ["loading~spin"];
    case "searchedProjects":
    case "openStateUnknown":
    case "noCommits":
    case "commitsTruncated":
    case "svnNotListed":
      return ["info"];
    case "noRepositories":
      return ["add"];
    case "skippedTrackers":
      return message.reason === "noField" ? ["info"] : ["warning", "list.warningForeground"];
    case "invalidEntry":
    case "queriesNotShown":
    case "siteNotConnected":
    case "queryProblem":
    case "contradicted":
    case "searchNotSupported":
    case "commitProblem":
    case "trackerFailed":
    case "trackersMissing":
      return ["warning", "list.warningForeground"];
  }
}

/** The command that a click on the message runs. */
function getMessageCommand(node: MessageNode, title: string): vscode.Command | undefined {
  const { message, queryKey } = node;
  if (message.kind === "noRepositories" || message.kind === "svnNotListed") {
    return { command: "artifacts.newSvnRepository", title, arguments: [message.project] };
  }
  const toCommand = (command: string): vscode.Command => ({ command, title, arguments: [node] });
  if (message.kind === "signedOut") return toCommand("artifacts.signIn");
  const isUserProblem = message.kind === "queryProblem" && message.problem.kind === "currentUserUnknown";
  if (message.kind === "currentUserUnknown" || isUserProblem) return toCommand("artifacts.selectCurrentUser");
  return queryKey === undefined ? undefined : toCommand("artifacts.editQuery");
}

function createInfoItem(node: MessageNode): vscode.TreeItem {
  const text = formatMessage(node.message);
  const item = new vscode.TreeItem(text, vscode.TreeItemCollapsibleState.None);
  const [icon, color] = getMessageIcon(node.message);
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.tooltip = getMessageTooltip(node.message) ?? text;
  item.contextValue = node.message.kind === "currentUserUnknown" ? "work.currentUserUnknown" : "message";
  const command = getMessageCommand(node, text);
  if (command !== undefined) item.command = command;
  return setAccessibleLabel(item, icon === "warning" ? vscode.l10n.t("warning") : "");
}

function createFailureItem(node: FailureNode): vscode.TreeItem {
  const text = failureText(node.failure, node.site.label);
  const item = new vscode.TreeItem(text);
  item.tooltip = text;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = node.failure.kind === "signedOut" ? "failure.signedOut" : "failure";
  item.command =
    node.failure.kind === "notEncrypted"
      ? {
          command: "artifacts.connectUnencrypted",
          title: vscode.l10n.t("Connect Unencrypted"),
          arguments: [node],
        }
      : { command: "artifacts.retry", title: vscode.l10n.t("Retry"), arguments: [node] };
  return item;
}

export function createMessageItem(node: MessageNode | FailureNode): vscode.TreeItem {
  const item = node.kind === "message" ? createInfoItem(node) : createFailureItem(node);
  item.id = node.id;
  return setAccessibleLabel(item);
}
