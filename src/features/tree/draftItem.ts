import * as vscode from "vscode";
import { literal, oneLine, withoutLinks } from "../../model/displayText.ts";
import { type Target, typedIn } from "../../model/form/draft.ts";
import { fieldOf } from "../../model/form/form.ts";
import { isNewSubject, isSvnSubject, subjectKey } from "../../model/subject.ts";
import type { DraftTarget } from "../../protocol/commands.ts";
import type { Drafts } from "../../store/drafts.ts";
import type { Base, KeptDraft } from "../../store/keptDraft.ts";
import { age } from "../../vscode/age.ts";
import type { DraftNode, DraftsNode } from "./nodes.ts";

// How drafts look in the tree.

function trackerName({ tracker: { id, label } }: Base): string {
  return oneLine(label ?? "") || `#${id ?? ""}`;
}

function typedTitle({ base, draft }: KeptDraft): string {
  const { title } = base.form.promoted;
  const typed = title === undefined ? undefined : typedIn(draft, title);
  return typed?.kind === "line" ? oneLine(typed.text) : "";
}

/** Where it belongs: tracker or project. */
function homeName({ subject, base }: KeptDraft): string {
  return isSvnSubject(subject)
    ? oneLine(base.svn?.projectLabel ?? "") || `#${subject.projectId}`
    : trackerName(base);
}

/** "#12", or "New in Bugs". */
function shortName(kept: KeptDraft): string {
  const { subject } = kept;
  switch (subject.kind) {
    case "artifact":
      return `#${subject.artifactId}`;
    case "svn":
      // It is known by its name, as an artifact is by its number.
      return oneLine(kept.base.title ?? "") || `#${subject.repositoryId}`;
    case "new":
      return vscode.l10n.t("New in {0}", homeName(kept));
    case "newSvn":
      return vscode.l10n.t("New Subversion repository in {0}", homeName(kept));
  }
}

/** What something new is to be called, or what an artifact is called already. */
function titleOf(kept: KeptDraft): string {
  if (isNewSubject(kept.subject)) return typedTitle(kept);
  return kept.subject.kind === "svn"
    ? vscode.l10n.t("Subversion repository")
    : oneLine(kept.base.title ?? "");
}

/** What a draft is about: "#12 Title", or "New in Bugs: Title" with the title that was typed. */
function draftName(kept: KeptDraft): string {
  const [name, title] = [shortName(kept), titleOf(kept)];
  if (title === "") return name;
  return kept.subject.kind === "artifact" ? `${name} ${title}` : `${name}: ${title}`;
}

function changesText({ length }: readonly unknown[]): string {
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
  text
    .appendMarkdown("**")
    .appendText(literal(draftName(kept)))
    .appendMarkdown("**\n\n");
  text.appendText(literal(`${site.label} › ${homeName(kept)}`)).appendMarkdown("\n\n");
  text.appendText(facts).appendMarkdown("\n\n---\n\n");
  for (const { target } of draft.inputs) {
    text
      .appendMarkdown("- ")
      .appendText(literal(targetName(base, target)))
      .appendMarkdown("\n");
  }
  return text;
}

export function draftsItem({ count }: DraftsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Unsent Drafts"), vscode.TreeItemCollapsibleState.Expanded);
  item.description = new Intl.NumberFormat(vscode.env.language).format(count);
  item.iconPath = new vscode.ThemeIcon("edit");
  item.contextValue = "drafts";
  return item;
}

export function draftItem(node: DraftNode, now: number): vscode.TreeItem {
  const { kept } = node;
  const item = new vscode.TreeItem(`● ${shortName(kept)}`, vscode.TreeItemCollapsibleState.None);
  const old = age(kept.changedAt, now);
  const facts = [changesText(kept.draft.inputs), old].filter((fact) => fact !== "");
  // The age first: behind a long title there would be no place for it.
  item.description = [old, titleOf(kept)].filter((part) => part !== "").join(" · ");
  item.tooltip = tooltip(node, facts.join(" · "));
  item.iconPath = new vscode.ThemeIcon("edit");
  item.contextValue = "draft";
  item.command = {
    command: "artifacts.openDraft",
    title: vscode.l10n.t("Open Unsent Draft"),
    arguments: [node],
  };
  item.accessibilityInformation = { label: [vscode.l10n.t("Unsent"), draftName(kept), ...facts].join(", ") };
  return item;
}

export async function discardDrafts(drafts: Drafts, targets: readonly DraftTarget[]): Promise<void> {
  const keys = new Set(targets.map(({ subject }) => subjectKey(subject)));
  const kept = (await drafts.list()).filter(({ subject }) => keys.has(subjectKey(subject)));
  const [first] = kept;
  if (first === undefined) return;
  const isOne = kept.length === 1;
  const names = kept.map((each) => withoutLinks(draftName(each)));
  const discard = vscode.l10n.t("Discard");
  const choice = await vscode.window.showWarningMessage(
    isOne
      ? vscode.l10n.t("Discard what you typed into {0}?", names.join(""))
      : vscode.l10n.t("Discard {0} drafts?", kept.length),
    {
      modal: true,
      detail: isOne
        ? vscode.l10n.t(
            "{0} that you have not sent can't be brought back. Nothing changes on the server.",
            changesText(first.draft.inputs),
          )
        : [
            ...names,
            "",
            vscode.l10n.t("What you typed there can't be brought back. Nothing changes on the server."),
          ].join("\n"),
    },
    discard,
  );
  if (choice !== discard) return;
  for (const { subject } of kept) await drafts.discard(subject);
}
