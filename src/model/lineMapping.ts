import { findHunks } from "./merge/mergeText.ts";

/** For each line of the current text, the same line of the committed text, or -1 if it was changed or added. */
export function mapToCommittedLines(committed: readonly string[], current: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  const toNumbers = (lines: readonly string[]): Int32Array =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line) ?? numbers.size;
      numbers.set(line, known);
      return known;
    });
  const hunks = findHunks(toNumbers(committed), toNumbers(current));
  const mapped = new Int32Array(current.length).fill(-1);
  let [committedLine, currentLine] = [0, 0];
  for (const { start, end, from, to } of [
    ...hunks,
    { start: committed.length, end: 0, from: current.length, to: 0 },
  ]) {
    while (committedLine < start && currentLine < from) {
      mapped[currentLine] = committedLine;
      committedLine += 1;
      currentLine += 1;
    }
    [committedLine, currentLine] = [end, to];
  }
  return mapped;
}
