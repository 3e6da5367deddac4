// References completed in commit messages. Those that close an artifact are choices of their own: the platform does what they
// say. Nothing is offered while somebody types words, where Enter would take an offer for them.
import * as vscode from "vscode";
import { reference } from "../../../model/artifact.ts";
import { closingBeforeHash } from "../../../model/reference/find.ts";
import { messageLines } from "../../../model/reference/message.ts";
import type { ClosingVerb } from "../../../model/reference/reference.ts";
import { referenceForms } from "../../../model/reference/referenceText.ts";
import type { Proposal } from "../../../store/references/proposals.ts";
import { quietly } from "../../../vscode/async.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { completionItem, paused, type ProposedText } from "../references/completions.ts";
import { type TypedReference, typedReference } from "../references/typedReference.ts";
import { closesText } from "./messageDiagnostics.ts";
import { completedMessages, type MessagePlace, type MessagePlaces } from "./messageDocuments.ts";
import { bareArtifact } from "./referenceTexts.ts";
import { isOn, usualTemplate } from "./settings.ts";

interface ClosingForm {
  readonly verb: ClosingVerb;
  readonly text: string;
}

/** Whether a place is in what git will take for the message. */
function isInMessage(message: string, at: number, comment: string | undefined): boolean {
  return messageLines(message, comment).some(
    ({ kind, start, end }) => kind !== "comment" && start <= at && at <= end,
  );
}

/** Behind the mention of the same artifact, and not to be mistaken for it. */
function closingItem(proposal: Proposal, proposed: ProposedText, place: number): vscode.CompletionItem {
  const item = completionItem(proposal, proposed);
  const { text } = proposed;
  item.label = typeof item.label === "string" ? text : { ...item.label, label: text };
  item.kind = vscode.CompletionItemKind.Event;
  item.filterText = `${item.filterText ?? ""} ${text}`;
  item.sortText = `${item.sortText ?? ""} ${place}`;
  item.detail = closesText(proposal.artifactId);
  return item;
}

function itemsOf(
  proposal: Proposal,
  proposed: ProposedText,
  closing: readonly ClosingForm[],
): readonly vscode.CompletionItem[] {
  return [
    completionItem(proposal, proposed),
    ...closing.map(({ text }, place) => closingItem(proposal, { ...proposed, text }, place)),
  ];
}

class MessageCompletions {
  readonly #context: CommitsContext;
  readonly #places: MessagePlaces;

  constructor(context: CommitsContext, places: MessagePlaces) {
    this.#context = context;
    this.#places = places;
  }

  async at(
    document: vscode.TextDocument,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.CompletionList | undefined> {
    const place = await this.#places.of(document);
    if (place === undefined || signal.aborted || !isOn("referenceCompletion", place.root)) {
      return undefined;
    }
    const { comment, grammar } = place.rules;
    if (!isInMessage(place.message, document.offsetAt(position), comment)) return undefined;
    const before = document.lineAt(position).text.slice(0, position.character);
    const begun = typedReference(before, grammar.trackers);
    if (begun !== undefined) return this.#begun(place, before, begun, position, signal);
    return /(?:^|\s)$/.test(before) ? this.#ofBranch(place, position, signal) : undefined;
  }

  async #begun(
    { site, activeId, rules }: MessagePlace,
    before: string,
    { start, keyword, typed }: TypedReference,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.CompletionList | undefined> {
    if (typed !== "" && !(await paused(signal))) return undefined;
    const offered = await this.#context.proposals.for(site, typed, { activeId, signal });
    const range = new vscode.Range(position.with(undefined, start), position);
    const isClosing = closingBeforeHash(before, start, 0) !== undefined;
    const items = offered.flatMap((proposal, order) => {
      const { artifactId, isActive } = proposal;
      // A tracker's own word would be wrong for an artifact of another.
      const text = keyword.toLowerCase() === "artifact" ? `${keyword} #${artifactId}` : reference(artifactId);
      const isLikely = isActive || (order === 0 && typed !== "");
      const closing =
        isLikely && !isClosing
          ? referenceForms(usualTemplate(), bareArtifact(artifactId), rules.grammar).closing
          : [];
      return itemsOf(proposal, { text, range, written: before.slice(start), order }, closing);
    });
    // What is typed on is another question.
    return new vscode.CompletionList(items, true);
  }

  /** The artifact of the branch, for who asks without having typed anything. */
  async #ofBranch(
    { root, site, activeId }: MessagePlace,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.CompletionList | undefined> {
    if (activeId === undefined) return undefined;
    const { proposals, texts } = this.#context;
    const [offered, forms] = await Promise.all([
      proposals.for(site, String(activeId), { activeId, signal }),
      texts.forms(root, { site, artifactId: activeId }),
    ]);
    const proposal = offered.find(({ isActive }) => isActive);
    if (proposal === undefined) return undefined;
    const range = new vscode.Range(position, position);
    // What is typed on may be the words themselves.
    const proposed = { text: forms.mention, range, written: forms.mention, order: 0 };
    return new vscode.CompletionList([...itemsOf(proposal, proposed, forms.closing)]);
  }
}

export function completeMessages(context: CommitsContext, places: MessagePlaces): vscode.Disposable {
  const completions = new MessageCompletions(context, places);
  return vscode.languages.registerCompletionItemProvider(
    completedMessages,
    {
      provideCompletionItems: (document, position, token) =>
        quietly(context.boundary, "complete commit message", token, (signal) =>
          completions.at(document, position, signal),
        ),
    },
    "#",
  );
}
