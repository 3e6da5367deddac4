// References completed where people write prose: in Markdown and its like, and in comments. The commit box has its own.
import { isProse, isInComment } from "./inComment.ts";
import * as vscode from "vscode";
import { reference } from "../../../model/artifact.ts";
import { cleanLine, literal, oneLine } from "../../../model/displayText.ts";
import type { Proposal } from "../../../store/references/proposals.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { whereaboutsOf } from "./folder.ts";
import { typedReference } from "./typedReference.ts";

// A proposed reference as VS Code lists it.

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

/** So far up the beginning of a comment is looked for. */
const linesAbove = 60;
/** Longer than between two letters. What is typed in it takes the place of what was asked. */
const pauseMs = 150;

function mayComplete(document: vscode.TextDocument, { line, character }: vscode.Position): boolean {
  if (isProse(document.languageId)) return true;
  const before = document.lineAt(line).text.slice(0, character);
  const first = Math.max(0, line - linesAbove);
  return isInComment(before, document.getText(new vscode.Range(first, 0, line, 0)));
}

/** Whether nobody has called it off meanwhile. */
export function paused(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), pauseMs);
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

  async at(
    document: vscode.TextDocument,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.CompletionList | undefined> {
    const { workplace, proposals } = this.#context;
    const { site, grammar } = await whereaboutsOf(workplace, document);
    if (site === undefined || signal.aborted) return undefined;
    const before = document.lineAt(position).text.slice(0, position.character);
    const begun = typedReference(before, grammar.trackers);
    if (begun === undefined || !mayComplete(document, position.with(undefined, begun.start))) {
      return undefined;
    }
    if (begun.typed !== "" && !(await paused(signal))) return undefined;
    const activeId = this.#activeId(document, site.api);
    const offered = await proposals.for(site, begun.typed, { activeId, signal });
    const range = new vscode.Range(position.with(undefined, begun.start), position);
    const written = before.slice(begun.start);
    const isSpelledOut = begun.keyword.toLowerCase() === "artifact";
    const items = offered.map((proposal, order) => {
      // A tracker's own word would be wrong for an artifact of another.
      const text = isSpelledOut ? `${begun.keyword} #${proposal.artifactId}` : reference(proposal.artifactId);
      return completionItem(proposal, { text, range, written, order });
    });
    // What is typed on is another question.
    return new vscode.CompletionList(items, true);
  }

  #activeId({ uri }: vscode.TextDocument, siteApi: string): number | undefined {
    const { workplace } = this.#context;
    const repository = workplace.repositoryOf(uri);
    const active = repository && workplace.activeIn(repository);
    return active?.site.api === siteApi ? active.artifactId : undefined;
  }
}
