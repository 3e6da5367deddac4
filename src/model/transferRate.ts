// Measures transfer rate and remaining time. Callers pass the current time.

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

export interface TransferRate {
  /** Average over the last few seconds. */
  readonly bytesPerSecond: number;
  readonly secondsLeft: number;
}

/** Older samples don't count. */
const windowMs = 5_000;

/** Minimum time between samples. */
const minSampleGapMs = 100;

/** Shorter measurements are unreliable. */
const minElapsedMs = 500;

export class TransferRateMeter {
  readonly #samples: Sample[] = [];
  #last: Sample | undefined;

  /** `bytes` is the total received since the start, without resumed bytes; `at` is in milliseconds. */
  record(at: number, bytes: number): void {
    this.#last = { at, bytes };
    const last = this.#samples.at(-1);
    if (last === undefined || at - last.at >= minSampleGapMs) this.#samples.push(this.#last);
  }

  /** Undefined without enough samples or progress. */
  measure(at: number, bytesLeft: number): TransferRate | undefined {
    // Keep one sample before the window so that it is fully covered.
    const old = this.#samples.findLastIndex((sample) => sample.at <= at - windowMs);
    if (old > 0) this.#samples.splice(0, old);
    const [first] = this.#samples;
    if (first === undefined || this.#last === undefined) return undefined;
    const elapsed = at - first.at;
    const moved = this.#last.bytes - first.bytes;
    if (elapsed < minElapsedMs || moved <= 0) return undefined;
    const bytesPerSecond = (moved * 1000) / elapsed;
    return { bytesPerSecond, secondsLeft: Math.max(0, bytesLeft) / bytesPerSecond };
  }
}
