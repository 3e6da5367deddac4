// References completed where people write prose: in Markdown and its like, and in comments. The commit box has its own.
import * as vscode from "vscode";
import { reference } from "../../model/artifact.ts";
import type { Proposals } from "../../store/references/proposals.ts";
import type { Workplace } from "../workplace.ts";
import { completionItem } from "./completionItem.ts";
import { isInComment, isProse } from "./inComment.ts";
import { typedReference } from "./typedReference.ts";
import { whereaboutsOf } from "./whereabouts.ts";

interface CompletionSources {
  readonly workplace: Workplace;
  readonly proposals: Proposals;
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
  readonly #sources: CompletionSources;

  constructor(sources: CompletionSources) {
    this.#sources = sources;
  }

  async at(
    document: vscode.TextDocument,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.CompletionList | undefined> {
    const { workplace, proposals } = this.#sources;
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
    const { workplace } = this.#sources;
    const repository = workplace.repositoryOf(uri);
    const active = repository && workplace.activeIn(repository);
    return active?.site.api === siteApi ? active.artifactId : undefined;
  }
}
