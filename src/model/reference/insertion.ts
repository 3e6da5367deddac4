// Where a reference goes into a commit message: below what was written, as a paragraph of its own, above the trailers, since
// git takes only the last paragraph for trailers. The empty line before it keeps a place for the subject in a message that
// is empty, and keeps the last word of what was written from closing the artifact, as "… fix" right above "art #12" would.
// `TULEAP-12` is closed across an empty line too; there it becomes an item of a list.
import { findReferences, type Grammar, refersTo } from "./find.ts";
import {
  applied,
  committedText,
  lineBreakOf,
  type MessageLine,
  messageLines,
  type TextEdit,
  withoutTail,
} from "./message.ts";

/** What is to stand in a message. */
export interface Wanted {
  readonly artifactId: number;
  /** One line that refers to it. */
  readonly reference: string;
}

export interface MessageRules {
  /** What begins a comment; undefined where there are none. */
  readonly comment: string | undefined;
  readonly grammar: Grammar;
}

const trailer = /^(?:[A-Za-z\d-]+:\s|\(cherry picked from commit )/;
const signature = /^[A-Za-z\d-]+-by:\s/;

/** Whether the message has it already, in any form: then there is nothing to insert. */
export function hasReference(message: string, wanted: Wanted, { comment, grammar }: MessageRules): boolean {
  const { text } = committedText(message, comment);
  const ours = linesFor(wanted);
  return refersTo(text, wanted.artifactId, grammar) || text.split("\n").some((line) => ours.includes(line));
}

/** Whether nothing was written but our own line. */
export function isOurLineAlone(message: string, wanted: Wanted, comment: string | undefined): boolean {
  const [line, another] = messageLines(message, comment).filter(({ kind }) => kind === "text");
  if (line === undefined || another !== undefined) return false;
  const ours: readonly string[] = linesFor(wanted);
  return ours.includes(withoutTail(message.slice(line.start, line.end)));
}

/** First line of the last paragraph if that holds trailers, one of which may be folded. */
function trailersStart(message: string, lines: readonly MessageLine[], last: number): number | undefined {
  let start = last;
  while (lines[start - 1]?.kind === "text") start -= 1;
  const isTrailer = (line: MessageLine, index: number): boolean => {
    const text = message.slice(line.start, line.end);
    return trailer.test(text) || (index > 0 && /^\s/.test(text));
  };
  const block = lines.slice(start, last + 1);
  if (!block.every(isTrailer)) return undefined;
  const hasTextAbove = lines.slice(0, start).some(({ kind }) => kind === "text");
  // Without a subject there are trailers only where git itself has put them, below an empty line.
  const isSigned = block.every((line) => signature.test(message.slice(line.start, line.end)));
  return hasTextAbove || (start > 0 && isSigned) ? start : undefined;
}

/** A trailer goes among trailers: `Refs: art #12`. */
function isTrailerShaped(reference: string, grammar: Grammar): boolean {
  const [first] = findReferences(reference, grammar);
  return trailer.test(reference) && first !== undefined && first.start > 0;
}

/** References of their own line stand below each other. */
function isReferenceAlone(text: string, grammar: Grammar): boolean {
  return findReferences(text, grammar).some(
    ({ start, end, form }) => form !== "pattern" && start === 0 && end === text.length,
  );
}

function atTop(message: string, reference: string, linesBelow: number): TextEdit {
  const lineBreak = lineBreakOf(message);
  const there = [lineBreak.repeat(2), lineBreak].find((each) => message.startsWith(each))?.length ?? 0;
  const wanted = linesBelow - Math.min(linesBelow, there / lineBreak.length);
  return { start: 0, end: 0, text: lineBreak.repeat(2) + reference + lineBreak.repeat(wanted) };
}

function below(message: string, line: MessageLine, reference: string, grammar: Grammar): TextEdit {
  const isAlone = isReferenceAlone(withoutTail(message.slice(line.start, line.end)), grammar);
  const text = lineBreakOf(message).repeat(isAlone ? 1 : 2) + reference;
  return { start: line.end, end: line.end, text };
}

function placed(message: string, reference: string, { comment, grammar }: MessageRules): TextEdit {
  const lines = messageLines(message, comment).filter(({ kind }) => kind !== "comment");
  const last = lines.findLastIndex(({ kind }) => kind === "text");
  const lastLine = lines[last];
  if (lastLine === undefined) {
    const end = message.length;
    return withoutTail(message) === ""
      ? { start: end, end, text: lineBreakOf(message).repeat(2) + reference }
      : atTop(message, reference, 1);
  }
  const trailers = trailersStart(message, lines, last);
  if (trailers === undefined) return below(message, lastLine, reference, grammar);
  if (isTrailerShaped(reference, grammar)) {
    return { start: lastLine.end, end: lastLine.end, text: lineBreakOf(message) + reference };
  }
  const lineAbove = lines.slice(0, trailers).findLast(({ kind }) => kind === "text");
  return lineAbove === undefined
    ? atTop(message, reference, 2)
    : below(message, lineAbove, reference, grammar);
}

function closings(text: string, grammar: Grammar): number {
  return findReferences(text, grammar).filter(({ closing }) => closing !== undefined).length;
}

/** The forms in which a reference is a line of ours. */
function linesFor({ reference }: Wanted): readonly [plain: string, asItem: string] {
  return [reference, `- ${reference}`];
}

/** Only adds, and closes nothing that the reference does not close by itself. Undefined where it is there already. */
export function insertion(message: string, wanted: Wanted, rules: MessageRules): TextEdit | undefined {
  if (hasReference(message, wanted, rules)) return undefined;
  const { comment, grammar } = rules;
  const [plain, asItem] = linesFor(wanted);
  const edit = placed(message, plain, rules);
  const closed = closings(committedText(applied(message, edit), comment).text, grammar);
  const expected = closings(committedText(message, comment).text, grammar) + closings(plain, grammar);
  return closed > expected ? placed(message, asItem, rules) : edit;
}

function lineBreakBefore(message: string, at: number): number {
  if (message.charAt(at - 1) !== "\n") return at;
  return message.charAt(at - 2) === "\r" ? at - 2 : at - 1;
}

function lineBreakAfter(message: string, at: number): number {
  if (message.startsWith("\r\n", at)) return at + 2;
  return message.charAt(at) === "\n" ? at + 1 : at;
}

/** Takes our own line out again, with the empty lines that came with it. Undefined where it isn't ours any more. */
export function removal(message: string, wanted: Wanted, rules: MessageRules): TextEdit | undefined {
  const ours: readonly string[] = linesFor(wanted);
  const line = messageLines(message, rules.comment).findLast(({ start, end }) =>
    ours.includes(withoutTail(message.slice(start, end))),
  );
  if (line === undefined) return undefined;
  const oneBefore = lineBreakBefore(message, line.start);
  const oneAfter = lineBreakAfter(message, line.end);
  const starts = [lineBreakBefore(message, oneBefore), oneBefore];
  const ends = [line.end, oneAfter, lineBreakAfter(message, oneAfter)];
  for (const start of starts) {
    for (const end of ends) {
      const edit = { start, end, text: "" };
      const rest = applied(message, edit);
      const again = insertion(rest, wanted, rules);
      if (again !== undefined && applied(rest, again) === message) return edit;
    }
  }
  return oneAfter > line.end
    ? { start: line.start, end: oneAfter, text: "" }
    : { start: oneBefore, end: line.end, text: "" };
}
