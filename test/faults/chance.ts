import { drawsFor } from "../simulator/state/random.ts";

export interface Chance {
  /** A whole number from 0 on. */
  below(limit: number): number;
  one<T>(choices: readonly T[]): T;
}

/** The same for the same seed. */
export function chanceFrom(seed: number): Chance {
  let drawn = 0;
  const below = (limit: number): number => {
    drawn += 1;
    return drawsFor(seed, drawn).integer("chance", 0, limit - 1);
  };
  return {
    below,
    one: (choices) => {
      const chosen = choices[below(choices.length)];
      if (chosen === undefined) throw new Error("There is nothing to choose from.");
      return chosen;
    },
  };
}
