// Completes references in commit messages. References that close the artifact are separate items. Nothing is suggested while
// words are typed, because Enter would accept the suggestion.
import * as vscode from "vscode";
import { formatArtifactReference } from "../../../model/artifact.ts";
import { findClosingKeywordBeforeHash } from "../../../model/reference/findReferences.ts";
import { splitMessageLines } from "../../../model/reference/commitMessage.ts";
import type { ClosingVerb } from "../../../model/reference/artifactReference.ts";
import { createReferenceVariants } from "../../../model/reference/formatReference.ts";
import type { ReferenceSuggestion } from "../../../store/references/referenceSuggestions.ts";
import { tryOrLog } from "../../../vscode/async.ts";
import type { CommitsContext } from "../commitsContext.ts";
import {
  createCompletionItem,
  waitForTypingPause,
  type ReferenceInsertion,
} from "../references/referenceCompletions.ts";
import { type PartialReference, parsePartialReference } from "../../../model/reference/referenceKeywords.ts";
import { formatClosesHint } from "./messageDiagnostics.ts";
import {
  completableMessageSelector,
  type CommitMessageContext,
  type CommitMessageContexts,
} from "./messageDocuments.ts";
import { createIdOnlyTemplateArtifact } from "./referenceFormatter.ts";
import { isCommitSettingEnabled, getDefaultReferenceTemplate } from "./commitSettings.ts";

interface ClosingReference {
  readonly verb: ClosingVerb;
  readonly text: string;
}

/** Whether an offset is in the message, and not in a comment that git removes. */
function isInMessage(message: string, at: number, commentPrefix: string | undefined): boolean {
  return splitMessageLines(message, commentPrefix).some(
    ({ kind, start, end }) => kind !== "comment" && start <= at && at <= end,
  );
}

/** Sorted after the mention of the same artifact, with another icon. */
function createClosingItem(
  suggestion: ReferenceSuggestion,
  insertion: ReferenceInsertion,
  order: number,
): vscode.CompletionItem {
  const item = createCompletionItem(suggestion, insertion);
  const { insertText } = insertion;
  item.label = typeof item.label === "string" ? insertText : { ...item.label, label: insertText };
  item.kind = vscode.CompletionItemKind.Event;
  item.filterText = `${item.filterText ?? ""} ${insertText}`;
  item.sortText = `${item.sortText ?? ""} ${order}`;
  item.detail = formatClosesHint(suggestion.artifactId);
  return item;
}

function createItems(
  suggestion: ReferenceSuggestion,
  insertion: ReferenceInsertion,
  closing: readonly ClosingReference[],
): readonly vscode.CompletionItem[] {
  return [
    createCompletionItem(suggestion, insertion),
    ...closing.map(({ text: insertText }, order) =>
      createClosingItem(suggestion, { ...insertion, insertText }, order),
    ),
  ];
}

class MessageCompletions {
  readonly #context: CommitsContext;
  readonly #contexts: CommitMessageContexts;

  constructor(context: CommitsContext, contexts: CommitMessageContexts) {
    this.#context = context;
    this.#contexts = contexts;
  }

  async provide(
    document: vscode.TextDocument,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.CompletionList | undefined> {
    const context = await this.#contexts.load(document);
    if (
      context === undefined ||
      signal.aborted ||
      !isCommitSettingEnabled("referenceCompletion", context.root)
    ) {
      return undefined;
    }
    const { commentPrefix, grammar } = context.rules;
    if (!isInMessage(context.message, document.offsetAt(position), commentPrefix)) return undefined;
    const before = document.lineAt(position).text.slice(0, position.character);
    const partial = parsePartialReference(before, grammar.trackerNames);
    if (partial !== undefined) return this.#completePartial(context, before, partial, position, signal);
    return /(?:^|\s)$/.test(before) ? this.#suggestActive(context, position, signal) : undefined;
  }

  async #completePartial(
    { site, activeId, rules }: CommitMessageContext,
    before: string,
    { start, keyword, query }: PartialReference,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.CompletionList | undefined> {
    if (query !== "" && !(await waitForTypingPause(signal))) return undefined;
    const suggestions = await this.#context.referenceSuggestions.suggest(site, query, { activeId, signal });
    const range = new vscode.Range(position.with(undefined, start), position);
    const isClosing = findClosingKeywordBeforeHash(before, start, 0) !== undefined;
    const items = suggestions.flatMap((suggestion, order) => {
      const { artifactId, isActive } = suggestion;
      // The keyword of one tracker would be wrong for an artifact of another.
      const insertText =
        keyword.toLowerCase() === "artifact"
          ? `${keyword} #${artifactId}`
          : formatArtifactReference(artifactId);
      const isLikely = isActive || (order === 0 && query !== "");
      const closing =
        isLikely && !isClosing
          ? createReferenceVariants(
              getDefaultReferenceTemplate(),
              createIdOnlyTemplateArtifact(artifactId),
              rules.grammar,
            ).closing
          : [];
      return createItems(suggestion, { insertText, range, currentText: before.slice(start), order }, closing);
    });
    // Incomplete, because further typing is another search.
    return new vscode.CompletionList(items, true);
  }

  /** Suggests the active artifact if completion is triggered manually. */
  async #suggestActive(
    { root, site, activeId }: CommitMessageContext,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.CompletionList | undefined> {
    if (activeId === undefined) return undefined;
    const { referenceSuggestions, referenceFormatter } = this.#context;
    const [suggestions, variants] = await Promise.all([
      referenceSuggestions.suggest(site, String(activeId), { activeId, signal }),
      referenceFormatter.formatForms(root, { site, artifactId: activeId }),
    ]);
    const suggestion = suggestions.find(({ isActive }) => isActive);
    if (suggestion === undefined) return undefined;
    const range = new vscode.Range(position, position);
    // Filters by the reference itself, because that is what is typed next.
    const insertion = { insertText: variants.mention, range, currentText: variants.mention, order: 0 };
    return new vscode.CompletionList([...createItems(suggestion, insertion, variants.closing)]);
  }
}

export function registerMessageCompletions(
  context: CommitsContext,
  contexts: CommitMessageContexts,
): vscode.Disposable {
  const completions = new MessageCompletions(context, contexts);
  return vscode.languages.registerCompletionItemProvider(
    completableMessageSelector,
    {
      provideCompletionItems: (document, position, token) =>
        tryOrLog(context.errorHandler, "complete commit message", token, (signal) =>
          completions.provide(document, position, signal),
        ),
    },
    "#",
  );
}
