// Rows and texts of the Inbox view.
import * as vscode from "vscode";
import { escapeHtml, formatArtifactLabel, toDisplayLine } from "../../model/displayText.ts";
import { type InboxAction, type InboxChange, type InboxEntry, summarizeByAuthor } from "../../model/inbox.ts";
import type { InboxTarget } from "../../protocol/commandArguments.ts";
import { getArtifactKey } from "../../store/inbox/followedArtifacts.ts";
import { formatRelativeTime } from "../../vscode/relativeTime.ts";

/** A row of the view, which commands take as their target. */
export interface InboxNode extends InboxTarget {
  readonly kind: "inboxEntry";
  readonly item: vscode.TreeItem;
}

/** People that a row names. */
const maxAuthors = 2;
/** Changes that a tooltip lists. */
const maxTooltipChanges = 10;

function formatAction(action: InboxAction): string {
  switch (action.kind) {
    case "created":
      return vscode.l10n.t("created it");
    case "moved":
      return vscode.l10n.t("moved to {0}", toDisplayLine(action.status, 60));
    case "assigned":
      return vscode.l10n.t("assigned it to you");
    case "attached":
      return action.count === 1
        ? vscode.l10n.t("attached a file")
        : vscode.l10n.t("attached {0} files", action.count);
    case "changed": {
      const [field = "", ...others] = action.fields;
      return others.length === 0
        ? vscode.l10n.t("changed {0}", toDisplayLine(field, 60))
        : vscode.l10n.t("changed {0} fields", action.fields.length);
    }
    case "commented":
      return vscode.l10n.t("commented");
    case "mentioned":
      return vscode.l10n.t("mentioned you");
  }
}

function joinActions(actions: readonly InboxAction[]): string {
  const texts = actions.map(formatAction);
  const last = texts.at(-1);
  // Such as a change of something that the user can't read.
  if (last === undefined) return vscode.l10n.t("changed it");
  return texts.length === 1 ? last : vscode.l10n.t("{0} and {1}", texts.slice(0, -1).join(", "), last);
}

function formatAuthor(author: string | undefined): string {
  return author === undefined ? vscode.l10n.t("Anonymous user") : toDisplayLine(author, 60);
}

/** Such as "Tom moved to Review and commented". */
export function formatChanges(changes: readonly InboxChange[]): string {
  const summaries = summarizeByAuthor(changes);
  const texts = summaries
    .slice(0, maxAuthors)
    .map(({ author, actions }) => `${formatAuthor(author)} ${joinActions(actions)}`);
  const hiddenCount = summaries.length - maxAuthors;
  return hiddenCount > 0
    ? vscode.l10n.t("{0} and {1} more", texts.join("; "), hiddenCount)
    : texts.join("; ");
}

/** What a row tells: the unread changes, or the last one. */
function getShownChanges({ unread, changes }: InboxEntry): readonly InboxChange[] {
  return unread.length > 0 ? unread : changes.slice(0, 1);
}

function createTooltip(entry: InboxEntry, now: number): vscode.MarkdownString {
  const { title, tracker, artifactId, unread, changes } = entry;
  const shown = (unread.length > 0 ? unread : changes).slice(0, maxTooltipChanges);
  const lines = [
    [toDisplayLine(tracker ?? ""), formatArtifactLabel(artifactId, title)].filter(Boolean).join(" "),
    ...shown.map(({ author, actions, at }) => {
      const time = formatRelativeTime(at, now);
      return `${formatAuthor(author)} ${joinActions(actions)} · ${time}`;
    }),
    ...(entry.isFollowed ? [vscode.l10n.t("You follow it on this machine.")] : []),
  ];
  const tooltip = new vscode.MarkdownString();
  for (const [index, line] of lines.entries()) {
    if (index > 0) tooltip.appendMarkdown("\n\n");
    tooltip.appendText(escapeHtml(line));
  }
  return tooltip;
}

function createContextValue({ unread, isFollowed }: InboxEntry): string {
  return ["inboxEntry", unread.length > 0 ? "unread" : "read", ...(isFollowed ? ["followed"] : [])].join(".");
}

/** `siteLabel` is set if there are several sites. */
export function createInboxNode(entry: InboxEntry, siteLabel: string | undefined, now: number): InboxNode {
  const { siteApi, artifactId, title, unread, changes } = entry;
  const item = new vscode.TreeItem(formatArtifactLabel(artifactId, title));
  const shown = getShownChanges(entry);
  const time = formatRelativeTime(changes[0]?.at ?? Number.NaN, now);
  item.id = getArtifactKey(entry);
  item.description = [formatChanges(shown), time, siteLabel ?? ""].filter((part) => part !== "").join(" · ");
  item.tooltip = createTooltip(entry, now);
  item.iconPath =
    unread.length > 0
      ? new vscode.ThemeIcon("circle-filled", new vscode.ThemeColor("charts.blue"))
      : new vscode.ThemeIcon("blank");
  item.contextValue = createContextValue(entry);
  const readState = unread.length > 0 ? vscode.l10n.t("unread") : vscode.l10n.t("read");
  item.accessibilityInformation = {
    label: `${readState}, ${formatArtifactLabel(artifactId, title)}, ${item.description}`,
  };
  const node: InboxNode = { kind: "inboxEntry", siteApi, artifactId, entry, item };
  item.command = { command: "artifacts.openInboxEntry", title: vscode.l10n.t("Open"), arguments: [node] };
  return node;
}
