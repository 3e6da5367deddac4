// Answers for assistants: what we say ourselves, and what servers hold. The latter stands between two lines that name a boundary
// which is made for this answer and does not occur in it, so that nothing in it can pass for an end of it, or for ours.

export interface Answer {
  /** In our own words. */
  readonly own: string;
  /** What a server holds; whoever wrote it there may mean an assistant by it. */
  readonly data?: string | undefined;
}

export interface Bounds {
  /** What an answer may have, all in all. In characters. */
  readonly most: number;
  /** What tells that something is missing, in words. */
  readonly cutMark: string;
  /** A text that nobody can guess, another one each time. */
  readonly nextBoundary: () => string;
}

/** Never longer than asked for; what is cut ends with the mark, and not in the middle of a character. */
export function cutTo(text: string, most: number, mark: string): string {
  if (text.length <= most) return text;
  if (mark.length >= most) return mark.slice(0, Math.max(0, most));
  const kept = text.slice(0, most - mark.length);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}${mark}`;
}

function framed(text: string, boundary: string): string {
  return `<data ${boundary}>\n${text}\n</data ${boundary}>`;
}

/** Never longer than its bounds. */
export function answerText({ own, data }: Answer, { most, cutMark, nextBoundary }: Bounds): string {
  if (data === undefined) return cutTo(own, most, cutMark);
  for (;;) {
    const boundary = nextBoundary();
    const around = `${own}\n\n${framed("", boundary)}`.length;
    // What we say is short; without room for anything beside it there is nothing to frame.
    if (around > most) return cutTo(own, most, cutMark);
    const text = cutTo(data, most - around, cutMark);
    if (!text.includes(boundary)) return `${own}\n\n${framed(text, boundary)}`;
  }
}
