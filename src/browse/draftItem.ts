// How drafts look in the tree.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import { type Target, typedIn } from "../model/form/draft.ts";
import { fieldOf } from "../model/form/form.ts";
import { age } from "../platform/age.ts";
import type { Base, KeptDraft } from "../store/keptDraft.ts";
import type { DraftNode, DraftsNode } from "./nodes.ts";

function trackerName({ tracker: { id, label } }: Base): string {
  return oneLine(label ?? "") || `#${id ?? ""}`;
}

function typedTitle({ base, draft }: KeptDraft): string {
  const { title } = base.form.promoted;
  const typed = title === undefined ? undefined : typedIn(draft, title);
  return typed?.kind === "line" ? oneLine(typed.text) : "";
}

/** What a draft is about: "#12 Title", or "New in Bugs: Title" with the title that was typed. */
export function draftName(kept: KeptDraft): string {
  const { subject, base } = kept;
  if (subject.kind === "artifact") return `#${subject.artifactId} ${oneLine(base.title ?? "")}`.trim();
  const title = typedTitle(kept);
  return title === ""
    ? vscode.l10n.t("New in {0}", trackerName(base))
    : vscode.l10n.t("New in {0}: {1}", trackerName(base), title);
}

export function changesText({ length }: readonly unknown[]): string {
  return length === 1 ? vscode.l10n.t("1 change") : vscode.l10n.t("{0} changes", length);
}

function targetName({ form }: Base, target: Target): string {
  if (target === "comment") return vscode.l10n.t("Comment");
  return oneLine(fieldOf(form, target)?.label ?? "") || `#${target}`;
}

/** Server text is appended as text, so that nothing in it becomes a link, an image or a command. */
function tooltip({ site, kept }: DraftNode, facts: string): vscode.MarkdownString {
  const { base, draft } = kept;
  const text = new vscode.MarkdownString("", true);
  text.appendMarkdown("**").appendText(draftName(kept)).appendMarkdown("**\n\n");
  text.appendText(`${site.label} › ${trackerName(base)}`).appendMarkdown("\n\n");
  // Behind a long title there is no place for it in the row.
  text.appendText(facts).appendMarkdown("\n\n---\n\n");
  for (const { target } of draft.inputs) {
    text.appendMarkdown("- ").appendText(targetName(base, target)).appendMarkdown("\n");
  }
  return text;
}

export function draftsItem({ count }: DraftsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Unsent"), vscode.TreeItemCollapsibleState.Expanded);
  item.description = new Intl.NumberFormat(vscode.env.language).format(count);
  item.iconPath = new vscode.ThemeIcon("edit");
  item.contextValue = "drafts";
  return item;
}

export function draftItem(node: DraftNode, now: number): vscode.TreeItem {
  const { kept } = node;
  const name = draftName(kept);
  const item = new vscode.TreeItem(`● ${name}`, vscode.TreeItemCollapsibleState.None);
  const facts = [changesText(kept.draft.inputs), age(kept.changedAt, now)].filter((fact) => fact !== "");
  item.description = facts.join(" · ");
  item.tooltip = tooltip(node, item.description);
  item.iconPath = new vscode.ThemeIcon("edit");
  item.contextValue = "draft";
  item.command = {
    command: "artifacts.openDraft",
    title: vscode.l10n.t("Open Unsent Draft"),
    arguments: [node],
  };
  item.accessibilityInformation = { label: [vscode.l10n.t("Unsent"), name, ...facts].join(", ") };
  return item;
}
