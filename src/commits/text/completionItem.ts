// A proposed reference as VS Code lists it.
import * as vscode from "vscode";
import { cleanLine, literal, oneLine } from "../../model/displayText.ts";
import type { Proposal } from "../../store/references/proposals.ts";

export interface ProposedText {
  /** What is written in place of the range. */
  readonly text: string;
  readonly range: vscode.Range;
  /** What stands in the range now. */
  readonly written: string;
  /** Its place in the list. */
  readonly order: number;
}

/** In a list of the usual width the status is still to be seen beside it; the whole title is in the details. */
const longestTitle = 28;

/** VS Code filters by what is written: each proposal fits that by itself, and what is typed on by its title. */
export function completionItem(
  { artifactId, title, status, tracker, isActive }: Proposal,
  { text, range, written, order }: ProposedText,
): vscode.CompletionItem {
  const name = cleanLine(title ?? "");
  const item = new vscode.CompletionItem(
    {
      label: `#${artifactId} ${oneLine(title ?? "", longestTitle)}`.trim(),
      ...(status !== undefined && { description: oneLine(status, 40) }),
    },
    vscode.CompletionItemKind.Reference,
  );
  const active = isActive ? vscode.l10n.t("what you are working on") : "";
  item.insertText = text;
  item.range = range;
  item.filterText = `${written} ${artifactId} ${name}`;
  item.sortText = String(order).padStart(4, "0");
  item.detail = [text, oneLine(tracker ?? ""), oneLine(status ?? ""), active]
    .filter((part) => part !== "")
    .join(" · ");
  if (name !== "") item.documentation = new vscode.MarkdownString().appendText(literal(name));
  return item;
}
