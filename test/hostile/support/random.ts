// A deterministic random generator.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed ^ 0x5bd1e995, 0x27d4eb2f) ^ 0x165667b1) >>> 0;
  }

  integerBelow(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.integerBelow(choices.length)];
    if (choice === undefined) throw new Error("There are no choices.");
    return choice;
  }

  /** Between `minimum` and `maximum` random choices, with repetitions. */
  pickSeveral<T>(minimum: number, maximum: number, choices: readonly T[]): readonly T[] {
    return Array.from({ length: minimum + this.integerBelow(maximum - minimum + 1) }, () =>
      this.pick(choices),
    );
  }

  /** Xorshift with a final multiplication, because the low bits of xorshift are weak. */
  #next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (Math.imul(this.#state, 0x2c1b3c6d) >>> 0) / 2 ** 32;
  }
}
