// The part of a commit message that git keeps: without comments, text below the scissors line, trailing
// blanks, leading empty lines and repeated empty lines.
import { isWhitespace, type TextRange } from "./artifactReference.ts";

/** Replaces the range with the text. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

export function applyTextEdit(text: string, edit: TextEdit): string {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

export interface MessageLine extends TextRange {
  readonly kind: "text" | "blank" | "comment";
}

const scissorsLine = " ------------------------ >8 ------------------------";

export function detectLineBreak(message: string): string {
  return /\r?\n/.exec(message)?.[0] ?? "\n";
}

/** Git trims ASCII blanks only. Not a regular expression, which is slow for many blanks in the middle. */
export function trimTrailingWhitespace(text: string): string {
  let end = text.length;
  while (isWhitespace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Lines without line endings. `commentPrefix` is the comment prefix; undefined in the SCM input, which has no comments. */
export function splitMessageLines(
  message: string,
  commentPrefix: string | undefined,
): readonly MessageLine[] {
  const lines: MessageLine[] = [];
  for (let start = 0; start <= message.length;) {
    const next = message.indexOf("\n", start);
    const stop = next === -1 ? message.length : next;
    const end = next !== -1 && stop > start && message.charAt(stop - 1) === "\r" ? stop - 1 : stop;
    const text = message.slice(start, end);
    if (commentPrefix !== undefined && trimTrailingWhitespace(text) === commentPrefix + scissorsLine) break;
    if (commentPrefix !== undefined && text.startsWith(commentPrefix)) {
      lines.push({ kind: "comment", start, end });
    } else lines.push({ kind: trimTrailingWhitespace(text) === "" ? "blank" : "text", start, end });
    start = stop + 1;
  }
  return lines;
}

interface CommittedText {
  readonly text: string;
  /** Maps a range of the text to the message. */
  readonly toMessageRange: (range: TextRange) => TextRange;
}

export function getCommittedText(message: string, commentPrefix: string | undefined): CommittedText {
  const committed = splitMessageLines(message, commentPrefix).filter(({ kind }) => kind !== "comment");
  const lines = committed.filter(({ kind }, at) => kind === "text" || committed[at - 1]?.kind === "text");
  const texts = lines.map(({ start, end }) => trimTrailingWhitespace(message.slice(start, end)));
  const offsets: number[] = [];
  let length = 0;
  for (const text of texts) {
    offsets.push(length);
    length += text.length + 1;
  }
  const toMessageOffset = (offset: number): number => {
    let [low, high] = [0, offsets.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((offsets[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return (lines[low]?.start ?? 0) + offset - (offsets[low] ?? 0);
  };
  return {
    text: texts.join("\n"),
    toMessageRange: ({ start, end }) => ({
      start: toMessageOffset(start),
      end: end > start ? toMessageOffset(end - 1) + 1 : toMessageOffset(start),
    }),
  };
}
