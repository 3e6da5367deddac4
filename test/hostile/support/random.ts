// Choices that are the same for the same seed.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed ^ 0x5bd1e995, 0x27d4eb2f) ^ 0x165667b1) >>> 0;
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  is(probability: number): boolean {
    return this.#next() < probability;
  }

  one<T>(choices: readonly T[]): T {
    const chosen = choices[this.below(choices.length)];
    if (chosen === undefined) throw new Error("There is nothing to choose from.");
    return chosen;
  }

  /** So many of them, in any order, some more than once. */
  several<T>(least: number, most: number, choices: readonly T[]): readonly T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, () => this.one(choices));
  }

  /** By xorshift, then mixed, as the low bits of a xorshift are poor. */
  #next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (Math.imul(this.#state, 0x2c1b3c6d) >>> 0) / 2 ** 32;
  }
}
