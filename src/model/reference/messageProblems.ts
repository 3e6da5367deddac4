// What is wrong with a commit message, and what it will do: problems with their places, each with edits that mend it.
import { findReferences, mentionsIn } from "./find.ts";
import { insertion, isOurLineAlone, type MessageRules, type Wanted } from "./insertion.ts";
import { applied, committedText, messageLines, type TextEdit } from "./message.ts";
import { type ArtifactReference, isBlank, type TextRange } from "./reference.ts";

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

// Edits that mend a reference in a commit message. Words that are moved together can say something new: "closes art #12
// art #13" without the first reference would close the second. So each edit is read again before it is offered.

export interface Fix {
  readonly kind: "insert" | "remove" | "useBranch" | "keepOpen";
  readonly edit: TextEdit;
}

/** What a message says: its references in their order, with a mark on those that close. */
function saying(message: string, { comment, grammar }: MessageRules): readonly string[] {
  return findReferences(committedText(message, comment).text, grammar).map(
    ({ artifactId, closing }) => `${artifactId}${closing === undefined ? "" : "!"}`,
  );
}

/** Whether nothing but one reference says something else afterwards. */
function saysOnly(
  before: readonly string[],
  after: readonly string[],
  was: string,
  becomes: readonly string[],
): boolean {
  if (after.length !== before.length - 1 + becomes.length) return false;
  // What is the same up to here, and from the end.
  let first = 0;
  while (first < before.length && before[first] === after[first]) first += 1;
  let same = 0;
  while (same < before.length && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  for (let at = Math.max(0, before.length - 1 - same); at <= first && at < before.length; at += 1) {
    const isThere = becomes.every((said, index) => after[at + index] === said);
    if (before[at] === was && isThere) return true;
  }
  return false;
}

function saidOf({ artifactId, closing }: ArtifactReference): string {
  return `${artifactId}${closing === undefined ? "" : "!"}`;
}

/** The line where nothing else is on it; else a blank goes too where there would be two. */
function cutOut(message: string, { start, end }: TextRange): TextEdit {
  const lineStart = message.lastIndexOf("\n", start - 1) + 1;
  const next = message.indexOf("\n", end);
  const lineEnd = next === -1 ? message.length : next;
  const isAlone = message.slice(lineStart, start).trim() === "" && message.slice(end, lineEnd).trim() === "";
  if (isAlone) {
    return next === -1
      ? { start: Math.max(0, lineStart - 1), end: lineEnd, text: "" }
      : { start: lineStart, end: lineEnd + 1, text: "" };
  }
  const isBlankAfter = end === lineEnd || isBlank(message.charCodeAt(end));
  const isBlankBefore = start > lineStart && isBlank(message.charCodeAt(start - 1));
  if (isBlankBefore && isBlankAfter) return { start: start - 1, end, text: "" };
  return { start, end: start === lineStart && isBlankAfter ? end + 1 : end, text: "" };
}

function renamed(message: string, { start, end, form }: ArtifactReference, artifactId: number): TextEdit {
  switch (form) {
    case "hash":
      return { start, end, text: `art #${artifactId}` };
    case "dash":
      return { start, end, text: `TULEAP-${artifactId}` };
    case "pattern": {
      const text = message.slice(start, end).replace(/\d+(?!.*\d)/su, String(artifactId));
      return { start, end, text };
    }
  }
}

/** For a reference to something that it should not refer to. */
function fixesOfReference(
  message: string,
  reference: ArtifactReference,
  rules: MessageRules,
  branch: Wanted | undefined,
): readonly Fix[] {
  const before = saying(message, rules);
  const was = saidOf(reference);
  const isSound = (edit: TextEdit, becomes: readonly string[]): boolean =>
    saysOnly(before, saying(applied(message, edit), rules), was, becomes);
  const fixes: Fix[] = [];
  const isElsewhere = before.some((said) => Number.parseInt(said, 10) === branch?.artifactId);
  if (branch !== undefined && !isElsewhere) {
    const edit = renamed(message, reference, branch.artifactId);
    const becomes = saidOf({ ...reference, artifactId: branch.artifactId });
    if (isSound(edit, [becomes])) fixes.push({ kind: "useBranch", edit });
  }
  const whole = { start: reference.closing?.start ?? reference.start, end: reference.end };
  const edit = [cutOut(message, whole), { ...whole, text: "" }].find((each) => isSound(each, []));
  if (edit !== undefined) fixes.push({ kind: "remove", edit });
  return fixes;
}

/** The reference stays and closes nothing: without the word, or parted from it where the word is a commit's type. */
function keepOpen(message: string, reference: ArtifactReference, rules: MessageRules): readonly Fix[] {
  const { closing, start, end } = reference;
  if (closing === undefined) return [];
  const before = saying(message, rules);
  const written = message.slice(start, end);
  const withoutWord: TextEdit = { start: closing.start, end: start, text: "" };
  const parted: readonly TextEdit[] = [
    { start, end, text: `(${written})` },
    { start, end, text: `- ${written}` },
  ];
  const tries = closing.word.endsWith(":") ? parted : [withoutWord, ...parted];
  const edit = tries.find((each) =>
    saysOnly(before, saying(applied(message, each), rules), saidOf(reference), [
      String(reference.artifactId),
    ]),
  );
  return edit === undefined ? [] : [{ kind: "keepOpen", edit }];
}
