// What a person is asked before anything is written: every field, with what stands there and what shall. All of what is sent
// is shown; server text stays text.
import * as vscode from "vscode";
import { cleanText } from "../model/assist/cleanText.ts";
import type { Intended } from "../model/assist/intent.ts";
import { shownInput } from "../model/assist/shownInput.ts";
import { literal, oneLine } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";
import type { Plan } from "../store/assist/plans.ts";

/** VS Code cuts what is more than twice as long without a word, and takes seconds for it before. In characters of Markdown. */
const mostMarkdown = 40_000;

/** More does not fit on a line. */
const longestLine = 300;

function labelOf({ target, label }: Intended): string {
  return target === "comment" ? vscode.l10n.t("Comment") : oneLine(label, 100);
}

function lineOf(text: string): string {
  return text === "" ? vscode.l10n.t("(empty)") : oneLine(text, longestLine);
}

function isLong({ after }: Intended): boolean {
  const text = shownInput(after);
  return text.includes("\n") || text.length > longestLine;
}

/** What can't be told on one line stands below, each of its lines with a bar, so that none can pass for another field. */
function appendChange(message: vscode.MarkdownString, change: Intended): void {
  const [before, after] = [shownInput(change.before), shownInput(change.after)];
  const was = change.before === undefined ? "" : `${lineOf(before)} → `;
  const note = change.isDefault ? ` ${vscode.l10n.t("(set by the tracker)")}` : "";
  const lines = isLong(change) ? cleanText(after).split("\n") : [];
  message
    .appendMarkdown("\n\n**")
    .appendText(literal(labelOf(change)))
    .appendMarkdown("**: ");
  message.appendText(literal(`${was}${lines.length > 0 ? "" : lineOf(after)}${note}`));
  for (const line of lines) message.appendMarkdown("\n\n").appendText(literal(`│ ${line}`));
}

function titleOf({ subject, base, changes }: Plan): string {
  if (subject.kind === "artifact") {
    return changes.every(({ target }) => target === "comment")
      ? vscode.l10n.t("Comment on artifact #{0}?", subject.artifactId)
      : vscode.l10n.t("Change artifact #{0}?", subject.artifactId);
  }
  return vscode.l10n.t("Create an artifact in tracker {0}?", base.tracker.id ?? "");
}

/** Undefined where it is more than VS Code would show. */
export function confirmationOf(
  plan: Plan,
  site: Site,
): vscode.LanguageModelToolConfirmationMessages | undefined {
  const { base, changes } = plan;
  const about = plan.subject.kind === "artifact" ? base.title : base.tracker.label;
  const message = new vscode.MarkdownString();
  message.appendText(literal(oneLine(`${site.label}: ${about ?? ""}`)));
  // Long texts last: they could push the rest out of sight.
  const short = changes.filter((change) => !isLong(change));
  for (const change of [...short, ...changes.filter(isLong)]) appendChange(message, change);
  return message.value.length > mostMarkdown ? undefined : { title: titleOf(plan), message };
}
