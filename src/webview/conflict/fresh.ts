// What is new in a text beside what stood there before, word by word.
import { hunksOf } from "../../model/merge/lineDiff.ts";

export interface Stretch {
  readonly text: string;
  readonly isFresh: boolean;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** It knows words also where nothing stands between them. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Words, and what stands between them. */
function wordsOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function freshRanges(before: readonly string[], after: readonly string[]): readonly Range[] {
  const numbers = new Map([...new Set([...before, ...after])].map((word, index) => [word, index]));
  const numbered = (words: readonly string[]): Int32Array =>
    Int32Array.from(words, (word) => numbers.get(word) ?? -1);
  return hunksOf(numbered(before), numbered(after)).filter(({ from, to }) => to > from);
}

function isBlank(word: string): boolean {
  return word.trim() === "";
}

/** Words that follow each other are read as one, although the space between them stood there before. */
function joined(ranges: readonly Range[], words: readonly string[]): readonly Range[] {
  const wide: Range[] = [];
  for (const { from, to } of ranges) {
    const last = wide.at(-1);
    const goesOn = last !== undefined && words.slice(last.to, from).every(isBlank);
    if (goesOn) wide.pop();
    wide.push({ from: goesOn ? last.from : from, to });
  }
  return wide;
}

/** Space around what is new is not marked, unless that is all there is. */
function trimmed({ from, to }: Range, words: readonly string[]): Range {
  const range = words.slice(from, to);
  if (range.every(isBlank)) return { from, to };
  const isWord = (word: string): boolean => !isBlank(word);
  return { from: from + range.findIndex(isWord), to: from + range.findLastIndex(isWord) + 1 };
}

/** The later text, in stretches that are new and stretches that are not. */
export function stretchesOf(before: string, after: string): readonly Stretch[] {
  const words = wordsOf(after);
  const stretches: Stretch[] = [];
  const add = (from: number, to: number, isFresh: boolean): void => {
    if (to > from) stretches.push({ text: words.slice(from, to).join(""), isFresh });
  };
  let done = 0;
  const ranges = joined(freshRanges(wordsOf(before), words), words);
  for (const { from, to } of ranges.map((range) => trimmed(range, words))) {
    add(done, from, false);
    add(from, to, true);
    done = to;
  }
  add(done, words.length, false);
  return stretches;
}
