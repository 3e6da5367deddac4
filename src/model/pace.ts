// How fast something goes, and how long it will take. Knows no clock: it is told what time it is.

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

export interface Pace {
  /** Bytes a second, over the last few seconds. */
  readonly rate: number;
  readonly secondsLeft: number;
}

/** What happened longer ago says little about now. In milliseconds. */
const lookBack = 5_000;

/** Closer together, samples tell nothing more. */
const apart = 100;

/** A shorter time is mostly chance. */
const least = 500;

export class PaceMeter {
  readonly #samples: Sample[] = [];
  #last: Sample | undefined;

  /** Bytes that have come since the beginning, at a time in milliseconds. What was there before is not among them. */
  note(at: number, bytes: number): void {
    this.#last = { at, bytes };
    const kept = this.#samples.at(-1);
    if (kept === undefined || at - kept.at >= apart) this.#samples.push(this.#last);
  }

  /** Undefined as long as too little is known, or nothing moves. */
  pace(at: number, bytesLeft: number): Pace | undefined {
    // One that is older than the time looked at stays, so that all of it is covered.
    const old = this.#samples.findLastIndex((sample) => sample.at <= at - lookBack);
    if (old > 0) this.#samples.splice(0, old);
    const [first] = this.#samples;
    if (first === undefined || this.#last === undefined) return undefined;
    const elapsed = at - first.at;
    const moved = this.#last.bytes - first.bytes;
    if (elapsed < least || moved <= 0) return undefined;
    const rate = (moved * 1000) / elapsed;
    return { rate, secondsLeft: Math.max(0, bytesLeft) / rate };
  }
}
