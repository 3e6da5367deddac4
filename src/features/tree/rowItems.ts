// The looks of rows that are none of the first to be seen.
import * as vscode from "vscode";
import { literal, oneLine, plainLines } from "../../model/displayText.ts";
import { byteText } from "../../model/byteText.ts";
import { safeFileName } from "../../model/fileName.ts";
import type { KeyExpiry } from "../../model/site.ts";
import type { KeyDates } from "../../store/mementos.ts";
import { age, serverMoment } from "../../vscode/age.ts";
import { moment } from "../../vscode/dates.ts";
import { fieldValue } from "../../vscode/inputText.ts";
import { draftItem, draftsItem } from "./draftItem.ts";
import type {
  ArtifactNode,
  AttachmentNode,
  BrokenQueryNode,
  CommitNode,
  FieldNode,
  GroupNode,
  LateNode,
  MoreNode,
  NothingNode,
  ProjectNode,
  ResourceNode,
  SiteNode,
  SvnRepositoryNode,
  UnreadableNode,
} from "./nodes.ts";
import { noteItem, problemItem } from "./noteItem.ts";
import { spoken, trackerColor } from "./treeItem.ts";

function icon({ artifact: { isOpen }, tracker }: ArtifactNode): vscode.ThemeIcon {
  const color = trackerColor(tracker?.color);
  if (isOpen === undefined) return new vscode.ThemeIcon("circle-outline", color);
  return isOpen
    ? new vscode.ThemeIcon("issues", color)
    : new vscode.ThemeIcon("pass", new vscode.ThemeColor("disabledForeground"));
}

/** Server text is appended as text, so that nothing in it becomes a link, an image or a command. */
export function artifactTooltip({ artifact, tracker, site }: ArtifactNode): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  text
    .appendMarkdown("**")
    .appendText(literal(`#${artifact.id} ${oneLine(artifact.title ?? "")}`.trim()))
    .appendMarkdown("**\n\n");
  const place = [site.label, oneLine(tracker?.label ?? "")].filter((part) => part !== "").join(" › ");
  text.appendText(literal(place));
  const facts: readonly (readonly [string, string | undefined])[] = [
    [vscode.l10n.t("Status"), artifact.status],
    [
      vscode.l10n.t("Assigned to"),
      artifact.assignees.length === 0 ? undefined : artifact.assignees.map(({ label }) => label).join(", "),
    ],
    [vscode.l10n.t("Submitted by"), artifact.submittedBy?.label],
    [vscode.l10n.t("Submitted on"), moment(artifact.submittedOn)],
    [vscode.l10n.t("Last modified"), moment(artifact.modifiedOn)],
  ];
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length > 0) text.appendMarkdown("\n\n---\n\n");
  for (const [name, value] of known) {
    text
      .appendMarkdown("- ")
      .appendText(literal(`${name}: ${oneLine(value ?? "")}`))
      .appendMarkdown("\n");
  }
  return text;
}

/** What the icon says, where the status does not say the same. */
function openText({ artifact: { isOpen, status } }: ArtifactNode): string {
  if (isOpen === undefined) return "";
  const text = isOpen ? vscode.l10n.t("open") : vscode.l10n.t("closed");
  return status?.trim().toLowerCase() === text ? "" : text;
}

function artifactItem(node: ArtifactNode): vscode.TreeItem {
  const { artifact, tracker, isUnsent, isAmongOthers } = node;
  const title = artifact.title === undefined ? "" : oneLine(artifact.title);
  const item = new vscode.TreeItem(
    `${isUnsent ? "● " : ""}#${artifact.id} ${title}`.trim(),
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  const status = artifact.status === undefined ? "" : oneLine(artifact.status);
  const unsent = isUnsent ? vscode.l10n.t("unsent") : "";
  const place = oneLine(tracker?.label ?? "");
  item.description = [unsent, isAmongOthers ? place : "", status].filter((part) => part !== "").join(" · ");
  item.iconPath = icon(node);
  item.contextValue = "artifact";
  item.command = {
    command: "artifacts.openArtifact",
    title: vscode.l10n.t("Open Artifact"),
    arguments: [node],
  };
  item.accessibilityInformation = {
    label: [place, String(artifact.id), title, unsent, status, openText(node)]
      .filter((part) => part !== "")
      .join(", "),
  };
  return item;
}

function attachmentItem(node: AttachmentNode): vscode.TreeItem {
  const { name, size, description } = node.file;
  const item = new vscode.TreeItem(oneLine(name) || `#${node.file.id}`, vscode.TreeItemCollapsibleState.None);
  item.description = byteText(size, vscode.env.language);
  // The name alone decides on the icon: nothing is read for it.
  item.resourceUri = vscode.Uri.from({ scheme: "artifact-icon", path: `/${safeFileName(name)}` });
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = "attachment";
  const tooltip = new vscode.MarkdownString("", true).appendMarkdown("**").appendText(literal(oneLine(name)));
  tooltip.appendMarkdown("** · ").appendText(item.description);
  if (description !== "") tooltip.appendMarkdown("\n\n").appendText(literal(oneLine(description, 1000)));
  item.tooltip = tooltip;
  item.command = {
    command: "artifacts.openAttachment",
    title: vscode.l10n.t("Open Attachment"),
    arguments: [node],
  };
  return item;
}

function commitItem(node: CommitNode): vscode.TreeItem {
  const { hash, subject, author, authoredAt, repository } = node;
  const line = oneLine(subject);
  const short = hash.slice(0, 10);
  const item = new vscode.TreeItem(line || short, vscode.TreeItemCollapsibleState.None);
  const by = oneLine(author, 60);
  item.description = [short, by, age(authoredAt, Date.now())].filter((part) => part !== "").join(" · ");
  item.iconPath = new vscode.ThemeIcon("git-commit");
  item.contextValue = "commit";
  item.tooltip = new vscode.MarkdownString()
    .appendText(literal(line))
    .appendMarkdown("\n\n")
    .appendText(literal([by, moment(authoredAt) ?? "", hash].filter((part) => part !== "").join(" · ")));
  item.command = {
    command: "artifacts.openCommit",
    title: vscode.l10n.t("Open Commit"),
    arguments: [{ repository, hash }],
  };
  return item;
}

function fieldItem({ field }: FieldNode): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(field.label), vscode.TreeItemCollapsibleState.None);
  const text = fieldValue(field);
  item.description = oneLine(text);
  const server = field.value.kind === "date" ? serverMoment(field.value.date) : undefined;
  const lines = [plainLines(text), server].filter((line) => line !== undefined).join("\n");
  item.tooltip = new vscode.MarkdownString().appendText(literal(lines));
  item.contextValue = "field";
  return item;
}

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

function groupItem({ label, by, rows }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    label === undefined ? withoutText(by) : oneLine(label),
    vscode.TreeItemCollapsibleState.Expanded,
  );
  item.description = new Intl.NumberFormat(vscode.env.language).format(rows.length);
  item.contextValue = "group";
  return item;
}

// How the rows look that stand below a list or an artifact and are none of their own.

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

function moreItem(node: MoreNode): vscode.TreeItem {
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

function commitsItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Commits"), Collapsed);
  item.contextValue = "commits";
  return item;
}

// Rows that few people ever see.

function brokenQueryItem({ name, origin }: BrokenQueryNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    name === undefined ? vscode.l10n.t("Query without a name") : oneLine(name),
    Expanded,
  );
  item.description = origin === "workspace" ? vscode.l10n.t("workspace") : "";
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "query.broken";
  return spoken(item, vscode.l10n.t("can't be used"));
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

function nothingItem({ of }: NothingNode): vscode.TreeItem {
  const item = new vscode.TreeItem(nothingText(of), None);
  item.contextValue = "nothing";
  return item;
}

// How the rows look that stand beside the trackers of a project.

function svnFolderItem(): vscode.TreeItem {
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

function svnRepositoryItem(node: SvnRepositoryNode): vscode.TreeItem {
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

function resourcesItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Other Resources"), Collapsed);
  item.iconPath = new vscode.ThemeIcon("json");
  item.contextValue = "resources";
  item.tooltip = vscode.l10n.t("What else the server lists of this project, as JSON.");
  return item;
}

function resourceItem(node: ResourceNode): vscode.TreeItem {
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

export function projectTooltip({ project }: ProjectNode): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString("", true);
  tooltip
    .appendMarkdown("**")
    .appendText(literal(oneLine(project.label)))
    .appendMarkdown("** · ")
    .appendText(literal(oneLine(project.shortName)));
  if (project.description === undefined) return tooltip;
  return tooltip.appendMarkdown("\n\n").appendText(literal(oneLine(project.description, 1000)));
}

function expiryText(expiry: KeyExpiry): string {
  if (expiry === "never") return vscode.l10n.t("Your access key does not expire.");
  const date = new Date(expiry).toLocaleDateString(vscode.env.language, { dateStyle: "medium" });
  return expiry < Date.now()
    ? vscode.l10n.t("Your access key expired on {0}.", date)
    : vscode.l10n.t("Your access key expires on {0}.", date);
}

/** Its address, and when the key ends that is used there, where the server tells. */
export function siteTooltip({ site, account }: SiteNode, keyDates: KeyDates): vscode.MarkdownString {
  const text = new vscode.MarkdownString().appendText(literal(site.web));
  const expiry = account === undefined ? undefined : keyDates.of(site.api, account.id)?.expiry;
  return expiry === undefined ? text : text.appendMarkdown("\n\n").appendText(expiryText(expiry));
}

function bareItem(node: LateNode): vscode.TreeItem {
  switch (node.kind) {
    case "note":
      return noteItem(node);
    case "problem":
      return problemItem(node);
    case "brokenQuery":
      return brokenQueryItem(node);
    case "unreadable":
      return unreadableItem(node);
    case "nothing":
      return nothingItem(node);
    case "drafts":
      return draftsItem(node);
    case "draft":
      return draftItem(node, Date.now());
    case "group":
      return groupItem(node);
    case "artifact":
      return artifactItem(node);
    case "commits":
      return commitsItem();
    case "more":
      return moreItem(node);
    case "commit":
      return commitItem(node);
    case "attachment":
      return attachmentItem(node);
    case "field":
      return fieldItem(node);
    case "svnFolder":
      return svnFolderItem();
    case "svnRepository":
      return svnRepositoryItem(node);
    case "resources":
      return resourcesItem();
    case "resource":
      return resourceItem(node);
  }
}

export function lateItem(node: LateNode): vscode.TreeItem {
  const item = bareItem(node);
  item.id = node.id;
  return spoken(item);
}
