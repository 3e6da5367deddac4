// A commit message while it is written: what of it git keeps. Comments and what lies below the scissors are not committed,
// nor are blanks at the end of a line, empty lines at the top and more than one of them elsewhere.
import { isBlank, type TextRange } from "./reference.ts";

/** What stands in the range becomes the text. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

export function applied(text: string, edit: TextEdit): string {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

export interface MessageLine extends TextRange {
  readonly kind: "text" | "blank" | "comment";
}

const cut = " ------------------------ >8 ------------------------";

export function lineBreakOf(message: string): string {
  return /\r?\n/.exec(message)?.[0] ?? "\n";
}

/** Git's blanks are those of ASCII. By hand: a pattern takes its time over many blanks in the middle. */
export function withoutTail(text: string): string {
  let end = text.length;
  while (isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Without what ends them. `comment` is what begins a comment, undefined where there are none: in the box. */
export function messageLines(message: string, comment: string | undefined): readonly MessageLine[] {
  const lines: MessageLine[] = [];
  for (let start = 0; start <= message.length;) {
    const next = message.indexOf("\n", start);
    const stop = next === -1 ? message.length : next;
    const end = next !== -1 && stop > start && message.charAt(stop - 1) === "\r" ? stop - 1 : stop;
    const text = message.slice(start, end);
    if (comment !== undefined && withoutTail(text) === comment + cut) break;
    if (comment !== undefined && text.startsWith(comment)) lines.push({ kind: "comment", start, end });
    else lines.push({ kind: withoutTail(text) === "" ? "blank" : "text", start, end });
    start = stop + 1;
  }
  return lines;
}

interface CommittedText {
  readonly text: string;
  /** Where a range of this text lies in the message. */
  readonly rangeOf: (range: TextRange) => TextRange;
}

export function committedText(message: string, comment: string | undefined): CommittedText {
  const written = messageLines(message, comment).filter(({ kind }) => kind !== "comment");
  const lines = written.filter(({ kind }, at) => kind === "text" || written[at - 1]?.kind === "text");
  const texts = lines.map(({ start, end }) => withoutTail(message.slice(start, end)));
  const places: number[] = [];
  let length = 0;
  for (const text of texts) {
    places.push(length);
    length += text.length + 1;
  }
  const placeOf = (offset: number): number => {
    let [low, high] = [0, places.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((places[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return (lines[low]?.start ?? 0) + offset - (places[low] ?? 0);
  };
  return {
    text: texts.join("\n"),
    rangeOf: ({ start, end }) => ({
      start: placeOf(start),
      end: end > start ? placeOf(end - 1) + 1 : placeOf(start),
    }),
  };
}
