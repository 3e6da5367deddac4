// The report at the end of a run: counts, and names where needed.
import type { Recording } from "./recording.ts";

const lines: string[] = [];

export function addToReport(title: string, recordings: readonly Recording[], names?: "named"): void {
  lines.push(`recordings ${title}: ${recordings.length}`);
  if (names === "named") lines.push(...recordings.map(({ name }) => `  ${name}`));
}

export function printReport(): void {
  for (const line of lines) console.log(line);
}
