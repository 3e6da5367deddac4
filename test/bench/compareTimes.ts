import { getUsualRatio, getUsualTime } from "./statistics.ts";

type Work = () => Promise<void>;

export interface Comparison {
  /** Usual seconds of our implementation. */
  readonly ours: number;
  /** Usual seconds of the reference implementation. */
  readonly reference: number;
  /** Our time as a multiple of that of the reference. */
  readonly ratio: number;
  /** The inverse: how many times as fast ours is. */
  readonly speedup: number;
}

/**
 * Times two implementations alternately, so that other load on the machine affects both; the first one alternates too.
 * `cleanUp` runs after each round and is not timed.
 */
export async function compareTimes(
  rounds: number,
  ours: Work,
  reference: Work,
  cleanUp: Work = () => Promise.resolve(),
): Promise<Comparison> {
  const times = { ours: [] as number[], reference: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const isOursFirst = round % 2 === 0;
    if (isOursFirst) times.ours.push(await measureSeconds(ours));
    times.reference.push(await measureSeconds(reference));
    if (!isOursFirst) times.ours.push(await measureSeconds(ours));
    await cleanUp();
  }
  return {
    ours: getUsualTime(times.ours),
    reference: getUsualTime(times.reference),
    ratio: getUsualRatio(times.ours, times.reference),
    speedup: getUsualRatio(times.reference, times.ours),
  };
}

async function measureSeconds(work: Work): Promise<number> {
  const before = performance.now();
  await work();
  return (performance.now() - before) / 1000;
}
