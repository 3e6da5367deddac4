import { setImmediate } from "node:timers/promises";

/** Longer blocks are noticeable. */
const maxBlockedMs = 20;

/** For long loops: call it in each round, so that other work, such as canceling, can run in between. */
export function createEventLoopPause(): () => Promise<void> {
  let lastPause = performance.now();
  return async () => {
    if (performance.now() - lastPause < maxBlockedMs) return;
    await setImmediate();
    lastPause = performance.now();
  };
}
