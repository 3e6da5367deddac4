// The passing of time on this machine, whatever its clock shows. Tests have one that they move.
import { setTimeout as wait } from "node:timers/promises";

export interface OwnTime {
  /** In milliseconds, from any moment; never goes back. */
  readonly now: () => number;
  /** Who is called off stops waiting; that it was is for the caller to see. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const ownTime: OwnTime = {
  now: () => performance.now(),
  pause: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal }).catch(() => undefined);
  },
};
