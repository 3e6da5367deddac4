import type { SimulatedClock } from "../clock.ts";

const window = 24 * 60 * 60 * 1000;

/** Who deleted when: each person may delete so many artifacts within any 24 hours, over all projects. */
export class Deletions {
  readonly limit: number;
  readonly #clock: SimulatedClock;
  readonly #instants = new Map<number, readonly number[]>();

  constructor(limit: number, clock: SimulatedClock) {
    this.limit = limit;
    this.#clock = clock;
  }

  remaining(userId: number): number {
    return Math.max(0, this.limit - this.#recent(userId).length);
  }

  count(userId: number): void {
    this.#instants.set(userId, [...this.#recent(userId), this.#clock.now()]);
  }

  #recent(userId: number): readonly number[] {
    const since = this.#clock.now() - window;
    return (this.#instants.get(userId) ?? []).filter((at) => at > since);
  }
}
