// What is wrong with a commit message, and what it will do: problems with their places, each with edits that mend it.
import { findReferences } from "./find.ts";
import { insertion, type MessageRules, type Wanted } from "./insertion.ts";
import { committedText, messageLines } from "./message.ts";
import { type Fix, fixesOfReference, keepOpen } from "./messageFixes.ts";
import type { ArtifactReference, TextRange } from "./reference.ts";

/** `unknown` where nobody has asked the server yet, or it did not answer. */
export type ArtifactState = "open" | "closed" | "missing" | "unreadable" | "unknown";

export interface Knowledge extends MessageRules {
  /** What the branch is about. */
  readonly branch: Wanted | undefined;
  stateOf(artifactId: number): ArtifactState;
}

export type MessageProblem = TextRange & { readonly fixes: readonly Fix[]; readonly artifactId: number } & (
    | { readonly kind: "noReference" | "missing" | "unreadable" | "closed" }
    /** Closing words count when the commit comes to the default branch. */
    | { readonly kind: "closes"; readonly word: string }
  );

/** Commits that git or a later rebase gives its message. */
const ownWay = /^(?:(?:fixup|squash|amend)! |Merge )/;

function noReference(message: string, knowledge: Knowledge): readonly MessageProblem[] {
  const { branch, comment } = knowledge;
  const subject = messageLines(message, comment).find(({ kind }) => kind === "text");
  if (branch === undefined || subject === undefined) return [];
  const text = message.slice(subject.start, subject.end);
  const edit = ownWay.test(text) ? undefined : insertion(message, branch, knowledge);
  if (edit === undefined) return [];
  const start = subject.start + text.length - text.trimStart().length;
  const end = subject.start + text.trimEnd().length;
  const fixes: readonly Fix[] = [{ kind: "insert", edit }];
  return [{ kind: "noReference", artifactId: branch.artifactId, start, end, fixes }];
}

/** With ranges of the message as it is written. */
function placed(message: string, { comment, grammar }: MessageRules): readonly ArtifactReference[] {
  const { text, rangeOf } = committedText(message, comment);
  return findReferences(text, grammar).map((reference) => ({
    ...reference,
    ...rangeOf(reference),
    closing: reference.closing && { ...reference.closing, ...rangeOf(reference.closing) },
  }));
}

function problemsOf(
  message: string,
  reference: ArtifactReference,
  knowledge: Knowledge,
): readonly MessageProblem[] {
  const { artifactId, start, end, closing } = reference;
  const state = knowledge.stateOf(artifactId);
  if (state !== "open" && state !== "unknown") {
    const fixes = fixesOfReference(message, reference, knowledge, knowledge.branch);
    return [{ kind: state, artifactId, start, end, fixes }];
  }
  if (closing === undefined) return [];
  const fixes = keepOpen(message, reference, knowledge);
  return [{ kind: "closes", artifactId, word: closing.word, start: closing.start, end, fixes }];
}

/** Each is held against the whole message. More of them are a list that was pasted. */
const mostProblems = 20;

export function messageProblems(message: string, knowledge: Knowledge): readonly MessageProblem[] {
  const references = placed(message, knowledge);
  if (references.length === 0) return noReference(message, knowledge);
  const problems: MessageProblem[] = [];
  for (const reference of references) {
    if (problems.length >= mostProblems) break;
    problems.push(...problemsOf(message, reference, knowledge));
  }
  return problems;
}

/** The artifacts that a message would have the platform close, each once. */
export function closedBy(message: string, rules: MessageRules): readonly number[] {
  const closing = placed(message, rules).filter((reference) => reference.closing !== undefined);
  return [...new Set(closing.map(({ artifactId }) => artifactId))];
}
