import { createSeededRandom } from "../simulator/state/seededRandom.ts";

export interface RandomSource {
  /** An integer from 0 to `limit` - 1. */
  integerBelow(limit: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** Deterministic for a seed. */
export function createRandomSource(seed: number): RandomSource {
  let drawCount = 0;
  const integerBelow = (limit: number): number => {
    drawCount += 1;
    return createSeededRandom(seed, drawCount).integer("chance", 0, limit - 1);
  };
  return {
    integerBelow,
    pick: (choices) => {
      const choice = choices[integerBelow(choices.length)];
      if (choice === undefined) throw new Error("There are no choices.");
      return choice;
    },
  };
}
