// What a run covered, told at its end: counts, and names where the count alone would hide something.
import type { Recording } from "./recording.ts";

const lines: string[] = [];

export function report(what: string, recordings: readonly Recording[], names?: "named"): void {
  lines.push(`recordings ${what}: ${recordings.length}`);
  if (names === "named") lines.push(...recordings.map(({ name }) => `  ${name}`));
}

export function printReport(): void {
  for (const line of lines) console.log(line);
}
