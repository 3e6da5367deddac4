// Two versions of a text that come from the same one, merged by lines.
import { type Hunk, hunksOf } from "./lineDiff.ts";

interface Version {
  readonly texts: readonly string[];
  /** Equal lines, of whichever version, have equal numbers. */
  readonly lines: Int32Array;
}

/** A line's end is a part of it: whatever it is, and whether there is one, stays as it was. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function versions(base: string, mine: string, theirs: string): readonly [Version, Version, Version] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  const version = (text: string): Version => {
    const texts = linesOf(text);
    return { texts, lines: Int32Array.from(texts.map(numberOf)) };
  };
  return [version(base), version(mine), version(theirs)];
}

/** The changes of one side, taken one after the other. */
class Changes {
  readonly #version: Version;
  readonly #hunks: readonly Hunk[];
  #taken = 0;

  constructor(base: Version, version: Version) {
    this.#version = version;
    this.#hunks = hunksOf(base.lines, version.lines);
  }

  get #next(): Hunk | undefined {
    return this.#hunks[this.#taken];
  }

  /** The line of the base where the next one starts. */
  get start(): number {
    return this.#next?.start ?? Infinity;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes those that touch a stretch of the base which ends here; says how far it reaches with them. */
  take(end: number): number {
    let reached = end;
    for (let next = this.#next; next !== undefined && next.start <= reached; next = this.#next) {
      reached = Math.max(reached, next.end);
      this.#taken += 1;
    }
    return reached;
  }

  /** What a stretch of the base has become by those that were taken after so many; undefined if there are none. */
  became(start: number, end: number, after: number): string | undefined {
    const [first, last] = [this.#hunks[after], this.#hunks[this.#taken - 1]];
    if (first === undefined || last === undefined || after === this.#taken) return undefined;
    const from = first.from - (first.start - start);
    return this.#version.texts.slice(from, last.to + (end - last.end)).join("");
  }
}

/** Takes from both all that touches, from the start on. */
function takeTouching(mine: Changes, theirs: Changes, start: number): number {
  let end = start;
  for (;;) {
    const reached = theirs.take(mine.take(end));
    if (reached === end && mine.start > end) return end;
    end = reached;
  }
}

/** One text with the changes of both; undefined where they touch without being the same, as git counts it. */
export function mergeText(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const [before, here, there] = versions(base, mine, theirs);
  const [my, their] = [new Changes(before, here), new Changes(before, there)];
  const merged: string[] = [];
  let done = 0;
  for (;;) {
    const start = Math.min(my.start, their.start);
    if (start === Infinity) break;
    const [mineTaken, theirsTaken] = [my.taken, their.taken];
    const end = takeTouching(my, their, start);
    const became = my.became(start, end, mineTaken);
    const otherBecame = their.became(start, end, theirsTaken);
    if (became !== undefined && otherBecame !== undefined && became !== otherBecame) return undefined;
    merged.push(before.texts.slice(done, start).join(""), became ?? otherBecame ?? "");
    done = end;
  }
  return merged.join("") + before.texts.slice(done).join("");
}
