// Edits that mend a reference in a commit message. Words that are moved together can say something new: "closes art #12
// art #13" without the first reference would close the second. So each edit is read again before it is offered.
import { isBlank } from "./characters.ts";
import { findReferences } from "./find.ts";
import type { MessageRules, Wanted } from "./insertion.ts";
import { committedText } from "./message.ts";
import type { ArtifactReference, TextRange } from "./reference.ts";
import { applied, type TextEdit } from "./textEdit.ts";

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
export function fixesOfReference(
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
export function keepOpen(message: string, reference: ArtifactReference, rules: MessageRules): readonly Fix[] {
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
