// The values of fields for the rows in view, a batch at a time, and how long that takes.
import type { Artifact } from "../../model/artifact.ts";
import { isAway } from "../../model/failure.ts";
import type { Meant, States } from "../triage/states.ts";

/** What a value cost a real server, in milliseconds; measured anew as soon as there is something to measure. */
const usualPace = 12;
/** How many of the last ones the pace is taken from: a server has better and worse hours. */
const lookBack = 500;

export class FieldValues {
  readonly #states: States;
  #count = 0;
  #elapsed = 0;

  constructor(states: States) {
    this.#states = states;
  }

  secondsFor(count: number): number {
    const pace = this.#count === 0 ? usualPace : this.#elapsed / this.#count;
    return (count * pace) / 1000;
  }

  /** Those that may be read; a server that can't be reached is thrown, unless it was called off. */
  async read(chosen: readonly Meant[], signal: AbortSignal): Promise<ReadonlyMap<number, Artifact>> {
    const { now } = this.#states.world.time;
    const askedAt = now();
    const looks = await this.#states.many(chosen, signal);
    const read = new Map<number, Artifact>();
    for (const look of looks) {
      if (look.kind === "state") read.set(look.state.artifact.id, look.state.artifact);
      else if (!signal.aborted && !isAway(look.failure)) throw look.failure;
    }
    if (!signal.aborted) this.#note(chosen.length, now() - askedAt);
    return read;
  }

  #note(count: number, elapsed: number): void {
    const kept = Math.max(0, Math.min(1, (lookBack - count) / Math.max(1, this.#count)));
    this.#elapsed = this.#elapsed * kept + elapsed;
    this.#count = this.#count * kept + count;
  }
}
