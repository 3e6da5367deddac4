import type { SimulatedClock } from "../clock.ts";

const window = 24 * 60 * 60 * 1000;

/** Limits how many artifacts a user can delete within any 24 hours, across all projects. */
export class DeletionQuota {
  readonly limit: number;
  readonly #clock: SimulatedClock;
  readonly #instants = new Map<number, readonly number[]>();

  constructor(limit: number, clock: SimulatedClock) {
    this.limit = limit;
    this.#clock = clock;
  }

  getRemaining(userId: number): number {
    return Math.max(0, this.limit - this.#recent(userId).length);
  }

  record(userId: number): void {
    this.#instants.set(userId, [...this.#recent(userId), this.#clock.now()]);
  }

  #recent(userId: number): readonly number[] {
    const windowStart = this.#clock.now() - window;
    return (this.#instants.get(userId) ?? []).filter((at) => at > windowStart);
  }
}
