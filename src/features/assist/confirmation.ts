// Asks the person before a change of an assistant is sent. It's our own question: VS Code's auto-approval skips the one that a tool
// can have VS Code ask.
import * as vscode from "vscode";
import { type Intended, shownInput } from "../../model/assist/intent.ts";
import { cleanLine, withoutInvisible } from "../../model/displayText.ts";
import type { Plan } from "../../store/assist/plans.ts";

export interface WriteQuestion {
  readonly title: string;
  /** The button that sends the change. */
  readonly accept: string;
  /** Everything that is sent, and the values that it replaces. */
  readonly lines: readonly string[];
}

/** Resolves once the person has decided. */
export type ConfirmWrite = (question: WriteQuestion, signal: AbortSignal) => Promise<"accepted" | "declined">;

/** The system's own dialogs don't scroll: what is taller than the screen is out of sight. */
const mostDialogLines = 28;
/** A dialog breaks longer ones itself, and what follows a break has no bar. */
const longestLine = 44;
const reviewScheme = "artifact-review";

/** The bar in front of a value is ours: no label can pass for one. */
function heading(text: string): string {
  return cleanLine(text, 100).replaceAll("│", "|");
}

/** Breaks after a space where there is one; nothing is left out. */
function folded(line: string): readonly string[] {
  const lines: string[] = [];
  let rest = Array.from(line);
  while (rest.length > longestLine) {
    const space = rest.lastIndexOf(" ", longestLine - 1);
    const end = space > 0 ? space + 1 : longestLine;
    lines.push(rest.slice(0, end).join(""));
    rest = rest.slice(end);
  }
  return [...lines, rest.join("")];
}

/** Each line of a value has a bar, so that none can pass for another field. */
function valueLines(name: string, text: string): readonly string[] {
  const lines = withoutInvisible(text).split("\n").flatMap(folded);
  const [first = ""] = lines;
  if (lines.length === 1) return [`│ ${name} ${first === "" ? vscode.l10n.t("(empty)") : first}`];
  return [`│ ${name}`, ...lines.map((line) => `│ │ ${line}`)];
}

function changeLines({ target, label, before, after, isDefault }: Intended): readonly string[] {
  const field = target === "comment" ? vscode.l10n.t("Comment") : heading(label);
  return [
    isDefault ? vscode.l10n.t("{0} (set by the tracker)", field) : field,
    ...(before === undefined ? [] : valueLines(vscode.l10n.t("Now:"), shownInput(before))),
    ...valueLines(vscode.l10n.t("New:"), shownInput(after)),
  ];
}

export function questionAbout({ states, subject, base, changes }: Plan): WriteQuestion {
  const { site } = states.world;
  const about = subject.kind === "artifact" ? base.title : base.tracker.label;
  const all = changes.map(changeLines);
  // Long values last: they could push the others out of sight.
  const inOrder = all.toSorted((one, other) => one.length - other.length);
  const lines = [
    heading(site.label),
    ...(about === undefined ? [] : [heading(about)]),
    ...inOrder.flatMap((each) => ["", ...each]),
  ];
  if (subject.kind !== "artifact") {
    const title = vscode.l10n.t("Create an artifact in tracker {0}?", base.tracker.id ?? "");
    return { title, accept: vscode.l10n.t("Create Artifact"), lines };
  }
  return changes.every(({ target }) => target === "comment")
    ? {
        title: vscode.l10n.t("Comment on artifact #{0}?", subject.artifactId),
        accept: vscode.l10n.t("Add Comment"),
        lines,
      }
    : {
        title: vscode.l10n.t("Change artifact #{0}?", subject.artifactId),
        accept: vscode.l10n.t("Change Artifact"),
        lines,
      };
}

async function closeTabsOf(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    ),
  );
}

/** A list that leaves the editor in use, unlike a dialog. Closing it declines; the first entry, which is preselected, too. */
function pickDecision(
  { title, accept }: WriteQuestion,
  signal: AbortSignal,
): Promise<"accepted" | "declined"> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick();
    const send = { label: accept };
    pick.title = title;
    pick.placeholder = vscode.l10n.t("Review the change in the editor, then choose");
    pick.items = [{ label: vscode.l10n.t("Don't Send") }, send];
    pick.ignoreFocusOut = true;
    const hide = (): void => pick.hide();
    signal.addEventListener("abort", hide);
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0] === send ? "accepted" : "declined");
      pick.hide();
    });
    pick.onDidHide(() => {
      signal.removeEventListener("abort", hide);
      resolve("declined");
      pick.dispose();
    });
    pick.show();
  });
}

async function review(question: WriteQuestion, signal: AbortSignal): Promise<"accepted" | "declined"> {
  const uri = vscode.Uri.from({
    scheme: reviewScheme,
    path: `/${question.title}`,
    query: crypto.randomUUID(),
  });
  // The list with the question covers the first lines of the editor.
  const content = `${"\n".repeat(4)}${question.lines.join("\n")}`;
  const provider = vscode.workspace.registerTextDocumentContentProvider(reviewScheme, {
    provideTextDocumentContent: () => content,
  });
  try {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    if (signal.aborted) return "declined";
    return await pickDecision(question, signal);
  } finally {
    await closeTabsOf(uri);
    provider.dispose();
  }
}

/** The preselected button only opens the editor: a key that was meant for the chat sends nothing. */
export const askToWrite: ConfirmWrite = async (question, signal) => {
  const { title, accept, lines } = question;
  const open = vscode.l10n.t("Review in Editor");
  const fits = lines.length <= mostDialogLines;
  const detail = fits
    ? lines.join("\n")
    : vscode.l10n.t(
        "An assistant wants to send {0} lines, too many for a dialog. Review them in an editor first.",
        lines.length,
      );
  const choice = await vscode.window.showWarningMessage(
    title,
    { modal: true, detail },
    open,
    ...(fits ? [accept] : []),
  );
  if (signal.aborted) return "declined";
  if (choice === open) return review(question, signal);
  return choice === accept ? "accepted" : "declined";
};
