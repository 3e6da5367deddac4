import { findHunks } from "./merge/mergeText.ts";

/** The same line in both texts, by index. */
interface LinePair {
  readonly committed: number;
  readonly current: number;
}

/** The index of each number that occurs exactly once; -1 for the others. */
function findUniquePositions(lines: Int32Array, numberCount: number): Int32Array {
  const several = -2;
  const positions = new Int32Array(numberCount).fill(-1);
  for (const [index, number] of lines.entries()) {
    if (number < numberCount) positions[number] = positions[number] === -1 ? index : several;
  }
  return positions.map((position) => Math.max(position, -1));
}

/** The longest list of pairs that are in the same order in both texts. Pairs are sorted by their current line. */
function selectInOrder(pairs: readonly LinePair[]): readonly LinePair[] {
  /** For each length, the index of the pair that ends the list of this length with the smallest committed line. */
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  const getCommitted = (length: number): number => pairs[ends[length] ?? 0]?.committed ?? -1;
  for (const [index, { committed }] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    if (high > 0 && getCommitted(high - 1) < committed) low = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (getCommitted(middle) < committed) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const selected: LinePair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) selected.push(pair);
  }
  return selected.reverse();
}

/** The lines of a committed file, prepared to be compared with the file as it is edited. */
export class CommittedLines {
  /** Equal lines have equal numbers. */
  readonly #numbers = new Map<string, number>();
  readonly #lines: Int32Array;
  readonly #uniquePositions: Int32Array;

  constructor(lines: readonly string[]) {
    this.#lines = Int32Array.from(lines, (line) => {
      const known = this.#numbers.get(line) ?? this.#numbers.size;
      this.#numbers.set(line, known);
      return known;
    });
    this.#uniquePositions = findUniquePositions(this.#lines, this.#numbers.size);
  }

  /** For each line of the current text, the same line of the committed text, or -1 if it was changed or added. */
  mapLines(current: readonly string[]): Int32Array {
    // Lines that aren't committed are equal to none, not even to each other.
    let nextNumber = this.#numbers.size;
    const currentLines = Int32Array.from(current, (line) => {
      const known = this.#numbers.get(line);
      if (known !== undefined) return known;
      nextNumber += 1;
      return nextNumber;
    });
    const mapped = new Int32Array(current.length).fill(-1);
    const { start: firstChange, end } = this.#mapBothEnds(currentLines, mapped);
    let start = firstChange;
    // Lines that occur once divide the texts into short parts, so that even a text with many changes is compared quickly.
    for (const anchor of this.#findAnchors(currentLines, start, end)) {
      this.#mapPart(currentLines, start, anchor, mapped);
      mapped[anchor.current] = anchor.committed;
      start = { committed: anchor.committed + 1, current: anchor.current + 1 };
    }
    this.#mapPart(currentLines, start, end, mapped);
    return mapped;
  }

  /** Most texts have one change: only what is between the returned positions has to be compared. */
  #mapBothEnds(currentLines: Int32Array, mapped: Int32Array): { start: LinePair; end: LinePair } {
    const lines = this.#lines;
    let [committed, current] = [lines.length, currentLines.length];
    let start = 0;
    while (start < Math.min(committed, current) && lines[start] === currentLines[start]) {
      mapped[start] = start;
      start += 1;
    }
    while (Math.min(committed, current) > start && lines[committed - 1] === currentLines[current - 1]) {
      committed -= 1;
      current -= 1;
      mapped[current] = committed;
    }
    return { start: { committed: start, current: start }, end: { committed, current } };
  }

  #findAnchors(currentLines: Int32Array, start: LinePair, end: LinePair): readonly LinePair[] {
    const part = currentLines.subarray(start.current, end.current);
    if (part.length === 0) return [];
    const positions = findUniquePositions(part, this.#numbers.size);
    const pairs: LinePair[] = [];
    for (const [index, number] of part.entries()) {
      const committed = this.#uniquePositions[number] ?? -1;
      const isInPart = committed >= start.committed && committed < end.committed;
      if (isInPart && positions[number] === index) pairs.push({ committed, current: start.current + index });
    }
    return selectInOrder(pairs);
  }

  /** Maps the lines from `start` to before `end`. */
  #mapPart(currentLines: Int32Array, start: LinePair, end: LinePair, mapped: Int32Array): void {
    if (start.committed === end.committed || start.current === end.current) return;
    const committedPart = this.#lines.subarray(start.committed, end.committed);
    const currentPart = currentLines.subarray(start.current, end.current);
    let [committed, current] = [0, 0];
    const partEnd = { start: committedPart.length, end: 0, from: currentPart.length, to: 0 };
    for (const hunk of [...findHunks(committedPart, currentPart), partEnd]) {
      while (committed < hunk.start && current < hunk.from) {
        mapped[start.current + current] = start.committed + committed;
        committed += 1;
        current += 1;
      }
      [committed, current] = [hunk.end, hunk.to];
    }
  }
}
