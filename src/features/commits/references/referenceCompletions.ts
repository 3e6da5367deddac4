// Completes references in prose: in Markdown and similar languages, and in comments. Commit messages have their own provider.
import { isProseLanguage, isInComment } from "./commentDetection.ts";
import * as vscode from "vscode";
import { formatArtifactReference } from "../../../model/artifact.ts";
import { normalizeLine, escapeHtml, toDisplayLine } from "../../../model/displayText.ts";
import type { ReferenceSuggestion } from "../../../store/references/referenceSuggestions.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { loadDocumentReferenceContext } from "./referenceContext.ts";
import { parsePartialReference } from "../../../model/reference/referenceKeywords.ts";

export interface ReferenceInsertion {
  readonly insertText: string;
  readonly range: vscode.Range;
  /** The text in the range. */
  readonly currentText: string;
  /** Position in the list. */
  readonly order: number;
}

/** Leaves room for the status in a list of default width; the details show the whole title. */
const maxTitleLength = 28;

/** VS Code filters by the text in the range: the filter text starts with it, followed by id and title for further typing. */
export function createCompletionItem(
  { artifactId, title, status, tracker, isActive }: ReferenceSuggestion,
  { insertText, range, currentText, order }: ReferenceInsertion,
): vscode.CompletionItem {
  const name = normalizeLine(title ?? "");
  const item = new vscode.CompletionItem(
    {
      label: `#${artifactId} ${toDisplayLine(title ?? "", maxTitleLength)}`.trim(),
      ...(status !== undefined && { description: toDisplayLine(status, 40) }),
    },
    vscode.CompletionItemKind.Reference,
  );
  const activeLabel = isActive ? vscode.l10n.t("active artifact") : "";
  item.insertText = insertText;
  item.range = range;
  item.filterText = `${currentText} ${artifactId} ${name}`;
  item.sortText = String(order).padStart(4, "0");
  item.detail = [insertText, toDisplayLine(tracker ?? ""), toDisplayLine(status ?? ""), activeLabel]
    .filter((part) => part !== "")
    .join(" · ");
  if (name !== "") item.documentation = new vscode.MarkdownString().appendText(escapeHtml(name));
  return item;
}

/** How many lines above are searched for the start of a comment. */
const maxLinesAbove = 60;
/** Longer than the pause between two keystrokes; further typing cancels the request. */
const debounceMs = 150;

function canComplete(document: vscode.TextDocument, { line, character }: vscode.Position): boolean {
  if (isProseLanguage(document.languageId)) return true;
  const before = document.lineAt(line).text.slice(0, character);
  const first = Math.max(0, line - maxLinesAbove);
  return isInComment(before, document.getText(new vscode.Range(first, 0, line, 0)));
}

/** Resolves to false if the request is canceled before the pause ends. */
export function waitForTypingPause(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), debounceMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

export class ReferenceCompletions {
  readonly #context: CommitsContext;

  constructor(context: CommitsContext) {
    this.#context = context;
  }

  async provide(
    document: vscode.TextDocument,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.CompletionList | undefined> {
    const { workspace, referenceSuggestions } = this.#context;
    const { site, grammar } = await loadDocumentReferenceContext(workspace, document);
    if (site === undefined || signal.aborted) return undefined;
    const before = document.lineAt(position).text.slice(0, position.character);
    const partial = parsePartialReference(before, grammar.trackerNames);
    if (partial === undefined || !canComplete(document, position.with(undefined, partial.start))) {
      return undefined;
    }
    if (partial.query !== "" && !(await waitForTypingPause(signal))) return undefined;
    const activeId = this.#getActiveId(document, site.api);
    const suggestions = await referenceSuggestions.suggest(site, partial.query, { activeId, signal });
    const range = new vscode.Range(position.with(undefined, partial.start), position);
    const currentText = before.slice(partial.start);
    const isSpelledOut = partial.keyword.toLowerCase() === "artifact";
    const items = suggestions.map((suggestion, order) => {
      // The keyword of one tracker would be wrong for an artifact of another.
      const insertText = isSpelledOut
        ? `${partial.keyword} #${suggestion.artifactId}`
        : formatArtifactReference(suggestion.artifactId);
      return createCompletionItem(suggestion, { insertText, range, currentText, order });
    });
    // Incomplete, because further typing is another search.
    return new vscode.CompletionList(items, true);
  }

  #getActiveId({ uri }: vscode.TextDocument, siteApi: string): number | undefined {
    const { workspace } = this.#context;
    const repository = workspace.findRepository(uri);
    const active = repository && workspace.getActiveArtifact(repository);
    return active?.site.api === siteApi ? active.artifactId : undefined;
  }
}
