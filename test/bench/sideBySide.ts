import { median } from "./median.ts";

type Work = () => Promise<void>;

export interface Comparison {
  /** Median seconds of each. */
  readonly ours: number;
  readonly theirs: number;
  /** How many times as fast ours is. */
  readonly speedup: number;
}

/**
 * Times two ways by turns, so that a busy moment of the machine falls on both; each goes first in every other round. What
 * clears up after a round is not timed.
 */
export async function sideBySide(
  rounds: number,
  ours: Work,
  theirs: Work,
  clearUp: Work = () => Promise.resolve(),
): Promise<Comparison> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const isOursFirst = round % 2 === 0;
    if (isOursFirst) times.ours.push(await secondsOf(ours));
    times.theirs.push(await secondsOf(theirs));
    if (!isOursFirst) times.ours.push(await secondsOf(ours));
    await clearUp();
  }
  const middle = { ours: median(times.ours), theirs: median(times.theirs) };
  return { ...middle, speedup: middle.theirs / middle.ours };
}

async function secondsOf(work: Work): Promise<number> {
  const before = performance.now();
  await work();
  return (performance.now() - before) / 1000;
}
