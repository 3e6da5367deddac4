// Seed and length of the run, passed from the runner to its processes in environment variables.
import { appendFileSync } from "node:fs";

export const seedVariable = "ARTIFACTS_HOSTILE_SEED";
export const lengthVariable = "ARTIFACTS_HOSTILE_LENGTH";
export const figuresVariable = "ARTIFACTS_HOSTILE_FIGURES";

export const defaultSeed = 12;

export const seed = Number(process.env[seedVariable] ?? defaultSeed);

const isFull = process.env[lengthVariable] === "full";

export function pickByLength(short: number, full: number): number {
  return isFull ? full : short;
}

/** Minimum number of payloads of a run. */
export const payloadCount = pickByLength(2_040, 8_000);

/** A count of one process; the runner adds them up. */
export interface Figure {
  readonly name: string;
  readonly count: number;
}

/** Records a count for the runner; does nothing without a runner. */
export function recordFigure(name: string, count: number): void {
  const file = process.env[figuresVariable];
  if (file === undefined || file === "") return;
  const figure: Figure = { name, count };
  // A short line is appended atomically, so several processes can share the file.
  appendFileSync(file, `${JSON.stringify(figure)}\n`);
}
