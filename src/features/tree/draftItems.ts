// Creates the tree items of drafts, and discards drafts.
import * as vscode from "vscode";
import { escapeHtml, toDisplayLine, escapeLinks } from "../../model/displayText.ts";
import { type InputTarget, getDraftInput } from "../../model/form/draft.ts";
import { findField } from "../../model/form/form.ts";
import { isNewSubject, isSvnSubject, subjectKey } from "../../model/form/formSubject.ts";
import type { DraftTarget } from "../../protocol/commandArguments.ts";
import type { DraftStore } from "../../store/draftStore.ts";
import type { DraftBase, StoredDraft } from "../../store/storedDraft.ts";
import { formatRelativeTime } from "../../vscode/relativeTime.ts";
import type { DraftNode, DraftGroupNode } from "./treeNodes.ts";

function getTrackerName({ tracker: { id, label } }: DraftBase): string {
  return toDisplayLine(label ?? "") || `#${id ?? ""}`;
}

function getEditedTitle({ base, draft }: StoredDraft): string {
  const { title } = base.form.promoted;
  const input = title === undefined ? undefined : getDraftInput(draft, title);
  return input?.kind === "line" ? toDisplayLine(input.text) : "";
}

/** The label of the tracker, or of the project for Subversion settings. */
function getContainerName({ subject, base }: StoredDraft): string {
  return isSvnSubject(subject)
    ? toDisplayLine(base.svn?.projectLabel ?? "") || `#${subject.projectId}`
    : getTrackerName(base);
}

/** "#12", or "New in Bugs". */
function formatShortName(storedDraft: StoredDraft): string {
  const { subject } = storedDraft;
  switch (subject.kind) {
    case "artifact":
      return `#${subject.artifactId}`;
    case "svn":
      // A repository is identified by its name, as an artifact is by its number.
      return toDisplayLine(storedDraft.base.title ?? "") || `#${subject.repositoryId}`;
    case "new":
      return vscode.l10n.t("New artifact in {0}", getContainerName(storedDraft));
    case "newSvn":
      return vscode.l10n.t("New Subversion repository in {0}", getContainerName(storedDraft));
  }
}

/** The edited title of something new, or the title on the server. */
function getDraftTitle(storedDraft: StoredDraft): string {
  if (isNewSubject(storedDraft.subject)) return getEditedTitle(storedDraft);
  return storedDraft.subject.kind === "svn"
    ? vscode.l10n.t("Subversion repository")
    : toDisplayLine(storedDraft.base.title ?? "");
}

/** "#12 Title", or "New in Bugs: Title" with the edited title. */
function formatDraftName(storedDraft: StoredDraft): string {
  const [name, title] = [formatShortName(storedDraft), getDraftTitle(storedDraft)];
  if (title === "") return name;
  return storedDraft.subject.kind === "artifact"
    ? `${name} ${title}`
    : vscode.l10n.t("{0}: {1}", name, title);
}

function formatChangeCount({ length }: readonly unknown[]): string {
  return length === 1 ? vscode.l10n.t("1 change") : vscode.l10n.t("{0} changes", length);
}

function getFieldLabel({ form }: DraftBase, target: InputTarget): string {
  if (target === "comment") return vscode.l10n.t("Comment");
  return toDisplayLine(findField(form, target)?.label ?? "") || `#${target}`;
}

/** Server text is appended as text, so that nothing in it becomes a link, an image or a command. */
function createDraftTooltip({ site, storedDraft }: DraftNode, facts: string): vscode.MarkdownString {
  const { base, draft } = storedDraft;
  const text = new vscode.MarkdownString("", true);
  text
    .appendMarkdown("**")
    .appendText(escapeHtml(formatDraftName(storedDraft)))
    .appendMarkdown("**\n\n");
  text.appendText(escapeHtml(`${site.label} › ${getContainerName(storedDraft)}`)).appendMarkdown("\n\n");
  text.appendText(facts).appendMarkdown("\n\n---\n\n");
  for (const { target } of draft.inputs) {
    text
      .appendMarkdown("- ")
      .appendText(escapeHtml(getFieldLabel(base, target)))
      .appendMarkdown("\n");
  }
  return text;
}

export function createDraftGroupItem({ count }: DraftGroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Drafts"), vscode.TreeItemCollapsibleState.Expanded);
  item.description = new Intl.NumberFormat(vscode.env.language).format(count);
  item.iconPath = new vscode.ThemeIcon("edit");
  item.contextValue = "drafts";
  return item;
}

export function createDraftItem(node: DraftNode, now: number): vscode.TreeItem {
  const { storedDraft } = node;
  const item = new vscode.TreeItem(`● ${formatShortName(storedDraft)}`, vscode.TreeItemCollapsibleState.None);
  const age = formatRelativeTime(storedDraft.changedAt, now);
  const facts = [formatChangeCount(storedDraft.draft.inputs), age].filter((fact) => fact !== "");
  // The age comes first, because a long title would cut it off.
  item.description = [age, getDraftTitle(storedDraft)].filter((part) => part !== "").join(" · ");
  item.tooltip = createDraftTooltip(node, facts.join(" · "));
  item.iconPath = new vscode.ThemeIcon("edit");
  item.contextValue = "draft";
  item.command = {
    command: "artifacts.openDraft",
    title: vscode.l10n.t("Open Draft"),
    arguments: [node],
  };
  item.accessibilityInformation = {
    label: [vscode.l10n.t("Draft"), formatDraftName(storedDraft), ...facts].join(", "),
  };
  return item;
}

export async function confirmAndDiscardDrafts(
  drafts: DraftStore,
  targets: readonly DraftTarget[],
): Promise<void> {
  const keys = new Set(targets.map(({ subject }) => subjectKey(subject)));
  const selected = (await drafts.list()).filter(({ subject }) => keys.has(subjectKey(subject)));
  const [first] = selected;
  if (first === undefined) return;
  const isOne = selected.length === 1;
  const names = selected.map((each) => escapeLinks(formatDraftName(each)));
  const discard = vscode.l10n.t("Discard");
  const choice = await vscode.window.showWarningMessage(
    isOne
      ? vscode.l10n.t("Discard your draft of {0}?", names.join(""))
      : vscode.l10n.t("Discard {0} drafts?", selected.length),
    {
      modal: true,
      detail: isOne
        ? vscode.l10n.t(
            "{0} in this draft will be lost. Artifacts on the server aren't affected.",
            formatChangeCount(first.draft.inputs),
          )
        : [
            ...names,
            "",
            vscode.l10n.t(
              "Your changes in these drafts will be lost. Artifacts on the server aren't affected.",
            ),
          ].join("\n"),
    },
    discard,
  );
  if (choice !== discard) return;
  for (const { subject } of selected) await drafts.discard(subject);
}
