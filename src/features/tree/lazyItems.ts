// Creates the tree items and tooltips that are not needed at startup.
import * as vscode from "vscode";
import type { ArtifactRow } from "../../model/artifact.ts";
import { escapeHtml, getInitials, toDisplayLine, toMultilineDisplayText } from "../../model/displayText.ts";
import { formatBytes } from "../../model/formatBytes.ts";
import { toSafeFileName } from "../../model/fileName.ts";
import type { KeyExpiry } from "../../model/site.ts";
import type { KeyExpiryStore } from "../../store/mementos.ts";
import { formatDateTime } from "../../vscode/dates.ts";
import { formatRelativeTime, serverTimeText } from "../../vscode/relativeTime.ts";
import { valueTextOfField } from "../../vscode/fieldText.ts";
import { createStatusIcon } from "../../vscode/statusIcon.ts";
import { createDraftItem, createDraftGroupItem } from "./draftItems.ts";
import type {
  ArtifactNode,
  AttachmentNode,
  InvalidQueryNode,
  CommitNode,
  FieldNode,
  GroupNode,
  LazyItemNode,
  LoadMoreNode,
  EmptyListNode,
  ProjectNode,
  UnsupportedResourceNode,
  SiteNode,
  SvnRepositoryNode,
  UnreadableNode,
} from "./treeNodes.ts";
import { createKanbanItem, createMilestoneItem, createMilestonesItem } from "./milestoneItems.ts";
import { setAccessibleLabel } from "./treeItem.ts";

// VS Code shows the badge of a file decoration at the end of a row, however narrow it is.

const assigneeScheme = "artifact-assignee";

export const assigneeDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration: ({ scheme, path }) =>
    scheme === assigneeScheme ? new vscode.FileDecoration(path.slice(1)) : undefined,
};

/** Server text is appended as text, so that nothing in it becomes a link, an image or a command. */
export function createArtifactTooltip({ artifact, tracker, site }: ArtifactNode): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  text
    .appendMarkdown("**")
    .appendText(escapeHtml(`#${artifact.id} ${toDisplayLine(artifact.title ?? "")}`.trim()))
    .appendMarkdown("**\n\n");
  const container = [site.label, toDisplayLine(tracker?.project ?? ""), toDisplayLine(tracker?.label ?? "")]
    .filter((part) => part !== "")
    .join(" › ");
  text.appendText(escapeHtml(container));
  const facts: readonly (readonly [string, string | undefined])[] = [
    [vscode.l10n.t("Status"), formatStatus(artifact)],
    [
      vscode.l10n.t("Assignee"),
      artifact.assignees.length === 0 ? undefined : artifact.assignees.map(({ label }) => label).join(", "),
    ],
    [vscode.l10n.t("Submitted by"), artifact.submittedBy?.label],
    [vscode.l10n.t("Submitted on"), formatDateTime(artifact.submittedOn)],
    [vscode.l10n.t("Modified"), formatDateTime(artifact.modifiedOn)],
  ];
  const presentFacts = facts.filter(([, value]) => value !== undefined);
  if (presentFacts.length > 0) text.appendMarkdown("\n\n---\n\n");
  for (const [name, value] of presentFacts) {
    text
      .appendMarkdown("- ")
      .appendText(escapeHtml(vscode.l10n.t("{0}: {1}", name, toDisplayLine(value ?? ""))))
      .appendMarkdown("\n");
  }
  return text;
}

/** Status and open state in words; undefined if neither is known. */
function formatStatus(artifact: ArtifactRow): string | undefined {
  const openState = formatOpenState(artifact);
  if (artifact.status === undefined) return openState === "" ? undefined : openState;
  return openState === "" ? artifact.status : `${artifact.status} (${openState})`;
}

/** The state that the icon shows; empty if the status has the same text. */
function formatOpenState({ isOpen, status }: ArtifactRow): string {
  if (isOpen === undefined) return "";
  const text = isOpen ? vscode.l10n.t("open") : vscode.l10n.t("closed");
  return status?.trim().toLowerCase() === text ? "" : text;
}

interface ArtifactItemOptions {
  readonly showsInitials?: boolean;
  readonly isFollowed?: (artifact: ArtifactNode) => boolean;
}

function createArtifactItem(
  node: ArtifactNode,
  { showsInitials = false, isFollowed = () => false }: ArtifactItemOptions,
): vscode.TreeItem {
  const { artifact, tracker, hasDraft, shouldShowTracker, shouldShowProject } = node;
  const title = artifact.title === undefined ? "" : toDisplayLine(artifact.title);
  const item = new vscode.TreeItem(
    `${hasDraft ? "● " : ""}#${artifact.id} ${title}`.trim(),
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  const status = artifact.status === undefined ? "" : toDisplayLine(artifact.status);
  const draftLabel = hasDraft ? vscode.l10n.t("draft") : "";
  const container = [tracker?.label, shouldShowProject ? tracker?.project : undefined]
    .map((part) => toDisplayLine(part ?? ""))
    .filter((part) => part !== "")
    .join(" · ");
  // The end is cut off first.
  item.description = [status, shouldShowTracker ? container : "", draftLabel]
    .filter((part) => part !== "")
    .join(" · ");
  const assignees = showsInitials ? artifact.assignees.map(({ label }) => toDisplayLine(label)) : [];
  const initials = getInitials(assignees);
  if (initials !== "") item.resourceUri = vscode.Uri.from({ scheme: assigneeScheme, path: `/${initials}` });
  item.iconPath = createStatusIcon(artifact, node.statusColor);
  item.contextValue = isFollowed(node) ? "artifact.followed" : "artifact";
  item.command = {
    command: "artifacts.openArtifact",
    title: vscode.l10n.t("Open Artifact"),
    arguments: [node],
  };
  item.accessibilityInformation = {
    label: [
      container,
      String(artifact.id),
      title,
      draftLabel,
      status,
      formatOpenState(artifact),
      assignees.length === 0 ? "" : vscode.l10n.t("assigned to {0}", assignees.join(", ")),
    ]
      .filter((part) => part !== "")
      .join(", "),
  };
  return item;
}

function createAttachmentItem(node: AttachmentNode): vscode.TreeItem {
  const { name, size, description } = node.file;
  const item = new vscode.TreeItem(
    toDisplayLine(name) || `#${node.file.id}`,
    vscode.TreeItemCollapsibleState.None,
  );
  item.description = formatBytes(size, vscode.env.language);
  // The file icon depends on the name only; this URI is never read.
  item.resourceUri = vscode.Uri.from({ scheme: "artifact-icon", path: `/${toSafeFileName(name)}` });
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = "attachment";
  const tooltip = new vscode.MarkdownString("", true)
    .appendMarkdown("**")
    .appendText(escapeHtml(toDisplayLine(name)));
  tooltip.appendMarkdown("** · ").appendText(item.description);
  if (description !== "") {
    tooltip.appendMarkdown("\n\n").appendText(escapeHtml(toDisplayLine(description, 1000)));
  }
  item.tooltip = tooltip;
  item.command = {
    command: "artifacts.openAttachment",
    title: vscode.l10n.t("Open Attachment"),
    arguments: [node],
  };
  return item;
}

function createCommitItem(node: CommitNode): vscode.TreeItem {
  const { hash, subject, author, authoredAt, repository } = node;
  const line = toDisplayLine(subject);
  const short = hash.slice(0, 10);
  const item = new vscode.TreeItem(line || short, vscode.TreeItemCollapsibleState.None);
  const by = toDisplayLine(author, 60);
  item.description = [short, by, formatRelativeTime(authoredAt, Date.now())]
    .filter((part) => part !== "")
    .join(" · ");
  item.iconPath = new vscode.ThemeIcon("git-commit");
  item.contextValue = "commit";
  item.tooltip = new vscode.MarkdownString()
    .appendText(escapeHtml(line))
    .appendMarkdown("\n\n")
    .appendText(
      escapeHtml([by, formatDateTime(authoredAt) ?? "", hash].filter((part) => part !== "").join(" · ")),
    );
  item.command = {
    command: "artifacts.openCommit",
    title: vscode.l10n.t("Open Commit"),
    arguments: [{ repository, hash }],
  };
  return item;
}

function createFieldItem({ field }: FieldNode): vscode.TreeItem {
  const item = new vscode.TreeItem(toDisplayLine(field.label), vscode.TreeItemCollapsibleState.None);
  const text = valueTextOfField(field);
  item.description = toDisplayLine(text);
  const server = field.value.kind === "date" ? serverTimeText(field.value.date) : undefined;
  const lines = [toMultilineDisplayText(text), server].filter((line) => line !== undefined).join("\n");
  item.tooltip = new vscode.MarkdownString().appendText(escapeHtml(lines));
  item.contextValue = "field";
  return item;
}

function formatMissingGroup(by: GroupNode["by"]): string {
  switch (by) {
    case "status":
      return vscode.l10n.t("No status");
    case "assignee":
      return vscode.l10n.t("Unassigned");
    case "tracker":
      return vscode.l10n.t("Unknown tracker");
  }
}

function createGroupItem({ label, project, by, artifacts }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    label === undefined ? formatMissingGroup(by) : toDisplayLine(label),
    vscode.TreeItemCollapsibleState.Expanded,
  );
  const count = new Intl.NumberFormat(vscode.env.language).format(artifacts.length);
  item.description = project === undefined ? count : `${toDisplayLine(project, 60)} · ${count}`;
  item.contextValue = "group";
  return item;
}

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

function createLoadMoreItem(node: LoadMoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Load More"), None);
  const number = new Intl.NumberFormat(vscode.env.language);
  // The server's total includes artifacts without access, so it is only an upper bound.
  if (node.requestedCount !== undefined && node.size !== undefined) {
    const [requestedCount, size] = [number.format(node.requestedCount), number.format(node.size)];
    item.description = node.isSortedOrGrouped
      ? vscode.l10n.t("only the newest {0} of up to {1} are sorted or grouped", requestedCount, size)
      : vscode.l10n.t("{0} of up to {1}", requestedCount, size);
  }
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.contextValue = "loadMore";
  item.command = { command: "artifacts.loadMore", title: vscode.l10n.t("Load More"), arguments: [node] };
  return item;
}

function createCommitsItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Commits"), Collapsed);
  item.contextValue = "commits";
  return item;
}

function createInvalidQueryItem({ name, origin }: InvalidQueryNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    name === undefined ? vscode.l10n.t("Unnamed query") : toDisplayLine(name),
    Expanded,
  );
  item.description = origin === "workspace" ? vscode.l10n.t("workspace") : "";
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "query.invalid";
  return setAccessibleLabel(item, vscode.l10n.t("can't be used"));
}

function createUnreadableItem({ itemId }: UnreadableNode): vscode.TreeItem {
  const name = itemId === undefined ? "" : ` #${itemId}`;
  const item = new vscode.TreeItem(vscode.l10n.t("Unreadable item{0}", name), None);
  item.tooltip = vscode.l10n.t(
    "This item can't be displayed because the server returned invalid data. Other items aren't affected.",
  );
  item.iconPath = new vscode.ThemeIcon("question");
  item.contextValue = "unreadable";
  return item;
}

function formatEmptyText(missing: EmptyListNode["missing"]): string {
  switch (missing) {
    case "projects":
      return vscode.l10n.t("No other projects");
    case "matches":
      return vscode.l10n.t("No other matching projects");
    case "trackers":
      return vscode.l10n.t("No trackers available");
    case "artifacts":
      return vscode.l10n.t("No artifacts available");
    case "openArtifacts":
      return vscode.l10n.t("No open artifacts available");
    case "found":
      return vscode.l10n.t("No results");
    case "assigned":
      return vscode.l10n.t("No open artifacts are assigned to you");
    case "submitted":
      return vscode.l10n.t("No open artifacts were submitted by you");
    case "recent":
      return vscode.l10n.t("No recently opened artifacts");
    case "openMilestones":
      return vscode.l10n.t("No open milestones");
    case "closedMilestones":
      return vscode.l10n.t("No closed milestones");
    case "fields":
      return vscode.l10n.t("No values");
  }
}

function createEmptyItem({ missing }: EmptyListNode): vscode.TreeItem {
  const item = new vscode.TreeItem(formatEmptyText(missing), None);
  item.contextValue = "empty";
  return item;
}

function createSvnFolderItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Subversion Repositories"), Collapsed);
  item.iconPath = new vscode.ThemeIcon("source-control");
  item.contextValue = "svnFolder";
  return item;
}

/** Menus offer to copy the URL and to open the page only if they are known. */
function getSvnContextValue({ url, page }: SvnRepositoryNode): string {
  if (page !== undefined) return "svnRepository.page";
  return url === undefined ? "svnRepository" : "svnRepository.url";
}

function createSvnRepositoryItem(node: SvnRepositoryNode): vscode.TreeItem {
  const { name, repositoryId, url } = node;
  const item = new vscode.TreeItem(toDisplayLine(name ?? "") || `#${repositoryId}`, None);
  item.description = toDisplayLine(url ?? "");
  item.iconPath = new vscode.ThemeIcon("repo");
  item.contextValue = getSvnContextValue(node);
  const tooltip = new vscode.MarkdownString()
    .appendMarkdown("**")
    .appendText(escapeHtml(toDisplayLine(name ?? "")));
  tooltip.appendMarkdown("**");
  if (url !== undefined) tooltip.appendMarkdown("\n\n").appendText(escapeHtml(toDisplayLine(url, 1000)));
  item.tooltip = tooltip;
  item.command = {
    command: "artifacts.editSvnRepository",
    title: vscode.l10n.t("Edit Subversion Settings…"),
    arguments: [node],
  };
  return item;
}

function createResourcesItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Other Resources"), Collapsed);
  item.iconPath = new vscode.ThemeIcon("json");
  item.contextValue = "resources";
  item.tooltip = vscode.l10n.t("Other REST API resources of this project, as JSON.");
  return item;
}

function createResourceItem(node: UnsupportedResourceNode): vscode.TreeItem {
  const { type, resource } = node;
  const item = new vscode.TreeItem(toDisplayLine(type) || toDisplayLine(resource), None);
  item.iconPath = new vscode.ThemeIcon("bracket-dot");
  item.contextValue = "resource";
  item.tooltip = toDisplayLine(resource);
  item.command = {
    command: "artifacts.inspectAsJson",
    title: vscode.l10n.t("Inspect as JSON"),
    arguments: [node],
  };
  return item;
}

export function createProjectTooltip({ project }: ProjectNode): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString("", true);
  tooltip
    .appendMarkdown("**")
    .appendText(escapeHtml(toDisplayLine(project.label)))
    .appendMarkdown("** · ")
    .appendText(escapeHtml(toDisplayLine(project.shortName)));
  if (project.description === undefined) return tooltip;
  return tooltip.appendMarkdown("\n\n").appendText(escapeHtml(toDisplayLine(project.description, 1000)));
}

function formatKeyExpiry(expiry: KeyExpiry): string {
  if (expiry === "never") return vscode.l10n.t("Your access key doesn't expire.");
  const date = new Date(expiry).toLocaleDateString(vscode.env.language, { dateStyle: "medium" });
  return expiry < Date.now()
    ? vscode.l10n.t("Your access key expired on {0}.", date)
    : vscode.l10n.t("Your access key expires on {0}.", date);
}

/** The URL, and when the access key expires if the server reports it. */
export function createSiteTooltip(
  { site, account }: SiteNode,
  keyExpiries: KeyExpiryStore,
): vscode.MarkdownString {
  const text = new vscode.MarkdownString().appendText(escapeHtml(site.web));
  const expiry = account === undefined ? undefined : keyExpiries.get(site.api, account.id)?.expiry;
  return expiry === undefined ? text : text.appendMarkdown("\n\n").appendText(formatKeyExpiry(expiry));
}

function createBareItem(node: LazyItemNode, options: ArtifactItemOptions): vscode.TreeItem {
  switch (node.kind) {
    case "invalidQuery":
      return createInvalidQueryItem(node);
    case "unreadable":
      return createUnreadableItem(node);
    case "empty":
      return createEmptyItem(node);
    case "drafts":
      return createDraftGroupItem(node);
    case "draft":
      return createDraftItem(node, Date.now());
    case "group":
      return createGroupItem(node);
    case "artifact":
      return createArtifactItem(node, options);
    case "commits":
      return createCommitsItem();
    case "loadMore":
      return createLoadMoreItem(node);
    case "commit":
      return createCommitItem(node);
    case "attachment":
      return createAttachmentItem(node);
    case "fields":
      return new vscode.TreeItem(vscode.l10n.t("Fields"), Collapsed);
    case "field":
      return createFieldItem(node);
    case "svnFolder":
      return createSvnFolderItem();
    case "svnRepository":
      return createSvnRepositoryItem(node);
    case "milestones":
      return createMilestonesItem(node);
    case "milestone":
      return createMilestoneItem(node, new Date());
    case "kanban":
      return createKanbanItem(node);
    case "resources":
      return createResourcesItem();
    case "resource":
      return createResourceItem(node);
  }
}

/** `showsInitials`: whether rows of artifacts show the initials of their assignee. */
export function createLazyItem(node: LazyItemNode, options: ArtifactItemOptions = {}): vscode.TreeItem {
  const item = createBareItem(node, options);
  item.id = node.id;
  return setAccessibleLabel(item);
}
