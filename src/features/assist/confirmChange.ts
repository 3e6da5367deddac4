// Asks the user to confirm a change of an assistant. This is a dialog of the extension, because auto-approval skips VS Code's
// own confirmation of tools.
import * as vscode from "vscode";
import { type ProposedFieldChange, formatInputForConfirmation } from "../../model/assist/changeProposal.ts";
import { normalizeLine, removeInvisibleCharacters } from "../../model/displayText.ts";
import type { ChangePlan } from "../../store/assist/changePlan.ts";

export interface ChangeConfirmationPrompt {
  readonly title: string;
  /** The button that sends the change. */
  readonly acceptLabel: string;
  /** Everything that is sent, and the values that are replaced. */
  readonly lines: readonly string[];
}

export type ConfirmChange = (
  confirmation: ChangeConfirmationPrompt,
  signal: AbortSignal,
) => Promise<"accepted" | "declined">;

/** Native dialogs don't scroll, so lines beyond the screen would be invisible. */
const maxDialogLines = 28;
/** Dialogs wrap longer lines themselves, and the wrapped part would have no bar. */
const maxLineLength = 44;
const reviewScheme = "artifact-review";

/** Replaces bars, so that a label can't look like a value. */
function formatHeading(text: string): string {
  return normalizeLine(text, 100).replaceAll("│", "|");
}

/** Wraps after a space if possible, without dropping text. */
function wrapLine(line: string): readonly string[] {
  const lines: string[] = [];
  let rest = Array.from(line);
  while (rest.length > maxLineLength) {
    const space = rest.lastIndexOf(" ", maxLineLength - 1);
    const end = space > 0 ? space + 1 : maxLineLength;
    lines.push(rest.slice(0, end).join(""));
    rest = rest.slice(end);
  }
  return [...lines, rest.join("")];
}

/** Each line of a value starts with a bar, so that none can look like another field. */
function formatValue(name: string, text: string): readonly string[] {
  const lines = removeInvisibleCharacters(text).split("\n").flatMap(wrapLine);
  const [first = ""] = lines;
  if (lines.length === 1) return [`│ ${name} ${first === "" ? vscode.l10n.t("(empty)") : first}`];
  return [`│ ${name}`, ...lines.map((line) => `│ │ ${line}`)];
}

function formatChange({ target, label, before, after, isDefault }: ProposedFieldChange): readonly string[] {
  const field = target === "comment" ? vscode.l10n.t("Comment") : formatHeading(label);
  return [
    isDefault ? vscode.l10n.t("{0} (tracker default)", field) : field,
    ...(before === undefined
      ? []
      : formatValue(vscode.l10n.t("Current:"), formatInputForConfirmation(before))),
    ...formatValue(vscode.l10n.t("New:"), formatInputForConfirmation(after)),
  ];
}

export function createChangeConfirmationPrompt({
  loader,
  subject,
  base,
  changes,
}: ChangePlan): ChangeConfirmationPrompt {
  const { site } = loader.options;
  const subjectTitle = subject.kind === "artifact" ? base.title : base.tracker.label;
  const blocks = changes.map(formatChange);
  // Long values come last, because they could push the others off the screen.
  const sortedBlocks = blocks.toSorted((a, b) => a.length - b.length);
  const lines = [
    formatHeading(site.label),
    ...(subjectTitle === undefined ? [] : [formatHeading(subjectTitle)]),
    ...sortedBlocks.flatMap((block) => ["", ...block]),
  ];
  if (subject.kind !== "artifact") {
    const title = vscode.l10n.t("Create an artifact in tracker {0}?", base.tracker.id ?? "");
    return { title, acceptLabel: vscode.l10n.t("Create Artifact"), lines };
  }
  return changes.every(({ target }) => target === "comment")
    ? {
        title: vscode.l10n.t("Comment on artifact #{0}?", subject.artifactId),
        acceptLabel: vscode.l10n.t("Add Comment"),
        lines,
      }
    : {
        title: vscode.l10n.t("Change artifact #{0}?", subject.artifactId),
        acceptLabel: vscode.l10n.t("Change Artifact"),
        lines,
      };
}

async function closeTabs(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    ),
  );
}

/** A quick pick, which unlike a dialog allows scrolling in the editor. Closing it declines, and so does the preselected item. */
function pickDecision(
  { title, acceptLabel }: ChangeConfirmationPrompt,
  signal: AbortSignal,
): Promise<"accepted" | "declined"> {
  return new Promise((resolve) => {
    const quickPick = vscode.window.createQuickPick();
    const acceptItem = { label: acceptLabel };
    quickPick.title = title;
    quickPick.placeholder = vscode.l10n.t("Review the change in the editor, then select an action");
    quickPick.items = [{ label: vscode.l10n.t("Don't Save") }, acceptItem];
    quickPick.ignoreFocusOut = true;
    const hide = (): void => quickPick.hide();
    signal.addEventListener("abort", hide);
    quickPick.onDidAccept(() => {
      resolve(quickPick.activeItems[0] === acceptItem ? "accepted" : "declined");
      quickPick.hide();
    });
    quickPick.onDidHide(() => {
      signal.removeEventListener("abort", hide);
      resolve("declined");
      quickPick.dispose();
    });
    quickPick.show();
  });
}

async function reviewInEditor(
  confirmation: ChangeConfirmationPrompt,
  signal: AbortSignal,
): Promise<"accepted" | "declined"> {
  const uri = vscode.Uri.from({
    scheme: reviewScheme,
    path: `/${confirmation.title}`,
    query: crypto.randomUUID(),
  });
  // The quick pick covers the first lines of the editor.
  const content = `${"\n".repeat(4)}${confirmation.lines.join("\n")}`;
  const provider = vscode.workspace.registerTextDocumentContentProvider(reviewScheme, {
    provideTextDocumentContent: () => content,
  });
  try {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    if (signal.aborted) return "declined";
    return await pickDecision(confirmation, signal);
  } finally {
    await closeTabs(uri);
    provider.dispose();
  }
}

/** The preselected button only opens the editor, so that a keystroke meant for the chat sends nothing. */
export const confirmChange: ConfirmChange = async (confirmation, signal) => {
  const { title, acceptLabel, lines } = confirmation;
  const open = vscode.l10n.t("Review in Editor");
  const fits = lines.length <= maxDialogLines;
  const detail = fits
    ? lines.join("\n")
    : vscode.l10n.t(
        "The change has {0} lines, too many for a dialog. Review them in an editor first.",
        lines.length,
      );
  const choice = await vscode.window.showWarningMessage(
    title,
    { modal: true, detail },
    open,
    ...(fits ? [acceptLabel] : []),
  );
  if (signal.aborted) return "declined";
  if (choice === open) return reviewInEditor(confirmation, signal);
  return choice === acceptLabel ? "accepted" : "declined";
};
