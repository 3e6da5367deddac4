// A clock that is independent of the system time; tests use their own.
import { setTimeout as wait } from "node:timers/promises";

export interface MonotonicClock {
  /** In milliseconds; never goes back. */
  readonly now: () => number;
  /** Resolves early if the signal is aborted; callers check the signal. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const monotonicClock: MonotonicClock = {
  now: () => performance.now(),
  pause: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal }).catch(() => undefined);
  },
};
