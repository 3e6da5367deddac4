// How much is tried in this run, and where from; the runner tells its processes by their environment.
import { appendFileSync } from "node:fs";

export const seedVariable = "ARTIFACTS_HOSTILE_SEED";
export const lengthVariable = "ARTIFACTS_HOSTILE_LENGTH";
export const figuresVariable = "ARTIFACTS_HOSTILE_FIGURES";

export const usualSeed = 12;

export const seed = Number(process.env[seedVariable] ?? usualSeed);

const isFull = process.env[lengthVariable] === "full";

/** The one where time is short, the other where it is not. */
export function inShortOrFull(short: number, full: number): number {
  return isFull ? full : short;
}

/** The least that a run promises. */
export const payloadCount = inShortOrFull(2_040, 8_000);

/** One count of one process; the runner sums them up. */
export interface Figure {
  readonly name: string;
  readonly count: number;
}

/** Notes how much of something was tried or found; by hand, without a runner, nobody wants to know. */
export function note(name: string, count: number): void {
  const file = process.env[figuresVariable];
  if (file === undefined || file === "") return;
  const figure: Figure = { name, count };
  // A line is short enough to be written at once, so that several processes can share the file.
  appendFileSync(file, `${JSON.stringify(figure)}\n`);
}
