// What is wrong with a commit message, and what it will do: problems with their places, each with edits that mend it.
import { findReferences } from "./find.ts";
import { mentionsIn } from "./hashForm.ts";
import { insertion, isOurLineAlone, type MessageRules, type Wanted } from "./insertion.ts";
import { committedText, messageLines } from "./message.ts";
import { type Fix, fixesOfReference, keepOpen } from "./messageFixes.ts";
import type { ArtifactReference, TextRange } from "./reference.ts";

/** `unknown` where nobody has asked the server yet, or it did not answer. */
export type ArtifactState = "open" | "closed" | "missing" | "unreadable" | "unknown";

export interface Knowledge extends MessageRules {
  /** What the branch is about. */
  readonly branch: Wanted | undefined;
  /** The repository that takes no message without a reference, by its name. */
  readonly refusing: string | undefined;
  stateOf(artifactId: number): ArtifactState;
}

export type MessageProblem = TextRange & { readonly fixes: readonly Fix[] } & (
    | {
        readonly kind: "noReference" | "onlyReference" | "missing" | "unreadable" | "closed";
        readonly artifactId: number;
      }
    /** Closing words count when the commit comes to the default branch. */
    | { readonly kind: "closes"; readonly artifactId: number; readonly word: string }
    /** `artifactId` is that of the branch, which the message could refer to. */
    | { readonly kind: "refused"; readonly artifactId: number | undefined; readonly repository: string }
  );

/** Commits that git or a later rebase gives its message. */
const ownWay = /^(?:(?:fixup|squash|amend)! |Merge )/;

/** The first line that was written, without the blanks around it. */
function subjectOf(message: string, { comment }: MessageRules): TextRange | undefined {
  const line = messageLines(message, comment).find(({ kind }) => kind === "text");
  if (line === undefined) return undefined;
  const text = message.slice(line.start, line.end);
  return {
    start: line.start + text.length - text.trimStart().length,
    end: line.start + text.trimEnd().length,
  };
}

function insertionOf(message: string, knowledge: Knowledge): readonly Fix[] {
  const edit = knowledge.branch && insertion(message, knowledge.branch, knowledge);
  return edit === undefined ? [] : [{ kind: "insert", edit }];
}

function noReference(message: string, subject: TextRange, knowledge: Knowledge): readonly MessageProblem[] {
  const isOwnWay = ownWay.test(message.slice(subject.start, subject.end));
  const fixes = isOwnWay ? [] : insertionOf(message, knowledge);
  const { branch } = knowledge;
  if (branch === undefined || fixes.length === 0) return [];
  return [{ kind: "noReference", artifactId: branch.artifactId, ...subject, fixes }];
}

/**
 * Subversion on the platform goes by its own forms only, of whatever object. Which words a project has for them is not
 * known here, so any will do.
 */
function refused(message: string, subject: TextRange, knowledge: Knowledge): readonly MessageProblem[] {
  const { branch, refusing, comment } = knowledge;
  if (refusing === undefined || mentionsIn(committedText(message, comment).text).length > 0) return [];
  const fixes = insertionOf(message, knowledge);
  return [{ kind: "refused", artifactId: branch?.artifactId, repository: refusing, ...subject, fixes }];
}

function onlyReference(message: string, subject: TextRange, knowledge: Knowledge): readonly MessageProblem[] {
  const { branch, comment } = knowledge;
  if (branch === undefined || !isOurLineAlone(message, branch, comment)) return [];
  return [{ kind: "onlyReference", artifactId: branch.artifactId, ...subject, fixes: [] }];
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

/** What is wrong with the message as a whole, and what with each reference in it. */
export function messageProblems(message: string, knowledge: Knowledge): readonly MessageProblem[] {
  const subject = subjectOf(message, knowledge);
  if (subject === undefined) return [];
  const references = placed(message, knowledge);
  const problems = [...refused(message, subject, knowledge), ...onlyReference(message, subject, knowledge)];
  if (references.length === 0 && problems.length === 0) return noReference(message, subject, knowledge);
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
