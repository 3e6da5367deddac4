// Inserts a reference into a commit message: as a paragraph below the text and above the trailers, which must
// be git's last paragraph. The empty line before it leaves room for the subject and keeps the last word from
// closing the artifact, as "… fix" directly above "art #12" would. `TULEAP-12` is closed across an empty line
// too, so it becomes a list item there.
import { findReferences, type ReferenceGrammar, refersToArtifact } from "./findReferences.ts";
import {
  applyTextEdit,
  getCommittedText,
  detectLineBreak,
  type MessageLine,
  splitMessageLines,
  type TextEdit,
  trimTrailingWhitespace,
} from "./commitMessage.ts";

export interface ReferenceLine {
  readonly artifactId: number;
  /** One line with the reference. */
  readonly reference: string;
}

export interface MessageSyntax {
  /** Undefined if there are no comments. */
  readonly commentPrefix: string | undefined;
  readonly grammar: ReferenceGrammar;
}

const trailerPattern = /^(?:[A-Za-z\d-]+:\s|\(cherry picked from commit )/;
const signaturePattern = /^[A-Za-z\d-]+-by:\s/;

/** Whether the message already refers to the artifact in any form. */
export function hasReference(
  message: string,
  line: ReferenceLine,
  { commentPrefix, grammar }: MessageSyntax,
): boolean {
  const { text } = getCommittedText(message, commentPrefix);
  const ownLines = getReferenceLines(line);
  return (
    refersToArtifact(text, line.artifactId, grammar) ||
    text.split("\n").some((each) => ownLines.includes(each))
  );
}

/** Whether the message consists only of the inserted line. */
export function hasOnlyReferenceLine(
  message: string,
  referenceLine: ReferenceLine,
  commentPrefix: string | undefined,
): boolean {
  const [first, another] = splitMessageLines(message, commentPrefix).filter(({ kind }) => kind === "text");
  if (first === undefined || another !== undefined) return false;
  const ownLines: readonly string[] = getReferenceLines(referenceLine);
  return ownLines.includes(trimTrailingWhitespace(message.slice(first.start, first.end)));
}

/** Start of the last paragraph if it consists of trailers, including folded ones. */
function findTrailersStart(message: string, lines: readonly MessageLine[], last: number): number | undefined {
  let start = last;
  while (lines[start - 1]?.kind === "text") start -= 1;
  const isTrailer = (line: MessageLine, index: number): boolean => {
    const text = message.slice(line.start, line.end);
    return trailerPattern.test(text) || (index > 0 && /^\s/.test(text));
  };
  const block = lines.slice(start, last + 1);
  if (!block.every(isTrailer)) return undefined;
  const hasTextAbove = lines.slice(0, start).some(({ kind }) => kind === "text");
  // Without a subject, only git's own sign-off below an empty line counts as trailers.
  const isSigned = block.every((line) => signaturePattern.test(message.slice(line.start, line.end)));
  return hasTextAbove || (start > 0 && isSigned) ? start : undefined;
}

/** References such as `Refs: art #12` are inserted among the trailers. */
function isTrailerLine(reference: string, grammar: ReferenceGrammar): boolean {
  const [first] = findReferences(reference, grammar);
  return trailerPattern.test(reference) && first !== undefined && first.start > 0;
}

/** Lines with references only are kept together. */
function isReferenceOnly(text: string, grammar: ReferenceGrammar): boolean {
  return findReferences(text, grammar).some(
    ({ start, end, form }) => form !== "pattern" && start === 0 && end === text.length,
  );
}

function createEditAtTop(message: string, reference: string, linesBelow: number): TextEdit {
  const lineBreak = detectLineBreak(message);
  const existingLength =
    [lineBreak.repeat(2), lineBreak].find((each) => message.startsWith(each))?.length ?? 0;
  const missingBreaks = linesBelow - Math.min(linesBelow, existingLength / lineBreak.length);
  return { start: 0, end: 0, text: lineBreak.repeat(2) + reference + lineBreak.repeat(missingBreaks) };
}

function createEditBelow(
  message: string,
  line: MessageLine,
  reference: string,
  grammar: ReferenceGrammar,
): TextEdit {
  const isAlone = isReferenceOnly(trimTrailingWhitespace(message.slice(line.start, line.end)), grammar);
  const text = detectLineBreak(message).repeat(isAlone ? 1 : 2) + reference;
  return { start: line.end, end: line.end, text };
}

function createLineEdit(
  message: string,
  reference: string,
  { commentPrefix, grammar }: MessageSyntax,
): TextEdit {
  const lines = splitMessageLines(message, commentPrefix).filter(({ kind }) => kind !== "comment");
  const last = lines.findLastIndex(({ kind }) => kind === "text");
  const lastLine = lines[last];
  if (lastLine === undefined) {
    const end = message.length;
    return trimTrailingWhitespace(message) === ""
      ? { start: end, end, text: detectLineBreak(message).repeat(2) + reference }
      : createEditAtTop(message, reference, 1);
  }
  const trailers = findTrailersStart(message, lines, last);
  if (trailers === undefined) return createEditBelow(message, lastLine, reference, grammar);
  if (isTrailerLine(reference, grammar)) {
    return { start: lastLine.end, end: lastLine.end, text: detectLineBreak(message) + reference };
  }
  const lineAbove = lines.slice(0, trailers).findLast(({ kind }) => kind === "text");
  return lineAbove === undefined
    ? createEditAtTop(message, reference, 2)
    : createEditBelow(message, lineAbove, reference, grammar);
}

function countClosingReferences(text: string, grammar: ReferenceGrammar): number {
  return findReferences(text, grammar).filter(({ closing }) => closing !== undefined).length;
}

/** The reference as a plain line and as a list item. */
function getReferenceLines({ reference }: ReferenceLine): readonly [plain: string, asItem: string] {
  return [reference, `- ${reference}`];
}

/** Never closes more than the reference itself. Undefined if the message already has the reference. */
export function createInsertReferenceEdit(
  message: string,
  referenceLine: ReferenceLine,
  rules: MessageSyntax,
): TextEdit | undefined {
  if (hasReference(message, referenceLine, rules)) return undefined;
  const { commentPrefix, grammar } = rules;
  const [plain, asItem] = getReferenceLines(referenceLine);
  const edit = createLineEdit(message, plain, rules);
  const closed = countClosingReferences(
    getCommittedText(applyTextEdit(message, edit), commentPrefix).text,
    grammar,
  );
  const expected =
    countClosingReferences(getCommittedText(message, commentPrefix).text, grammar) +
    countClosingReferences(plain, grammar);
  return closed > expected ? createLineEdit(message, asItem, rules) : edit;
}

function findLineBreakStart(message: string, at: number): number {
  if (message.charAt(at - 1) !== "\n") return at;
  return message.charAt(at - 2) === "\r" ? at - 2 : at - 1;
}

function findLineBreakEnd(message: string, at: number): number {
  if (message.startsWith("\r\n", at)) return at + 2;
  return message.charAt(at) === "\n" ? at + 1 : at;
}

/** Removes the inserted line and its empty lines. Undefined if the line was edited. */
export function createRemoveReferenceEdit(
  message: string,
  referenceLine: ReferenceLine,
  rules: MessageSyntax,
): TextEdit | undefined {
  const ownLines: readonly string[] = getReferenceLines(referenceLine);
  const line = splitMessageLines(message, rules.commentPrefix).findLast(({ start, end }) =>
    ownLines.includes(trimTrailingWhitespace(message.slice(start, end))),
  );
  if (line === undefined) return undefined;
  const oneBefore = findLineBreakStart(message, line.start);
  const oneAfter = findLineBreakEnd(message, line.end);
  const starts = [findLineBreakStart(message, oneBefore), oneBefore];
  const ends = [line.end, oneAfter, findLineBreakEnd(message, oneAfter)];
  for (const start of starts) {
    for (const end of ends) {
      const edit = { start, end, text: "" };
      const remaining = applyTextEdit(message, edit);
      const reinsertion = createInsertReferenceEdit(remaining, referenceLine, rules);
      if (reinsertion !== undefined && applyTextEdit(remaining, reinsertion) === message) return edit;
    }
  }
  return oneAfter > line.end
    ? { start: line.start, end: oneAfter, text: "" }
    : { start: oneBefore, end: line.end, text: "" };
}
