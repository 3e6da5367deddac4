import { setTimeout as pause } from "node:timers/promises";

/** Waits for a condition; what it waits for is said when it does not come. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  longestMs = 30_000,
): Promise<void> {
  const end = performance.now() + longestMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`In vain: ${what}`);
    await pause(2);
  }
}
