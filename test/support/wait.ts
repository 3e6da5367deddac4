import { setTimeout as pause } from "node:timers/promises";

/** How long anything is waited for. Less than what a test may take, so that a failure says what was waited for. */
export const waitLimitMs = 2 * 60_000;

/** Waits for a condition; an error says what was waited for in vain. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  longestMs = waitLimitMs,
): Promise<void> {
  const end = performance.now() + longestMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}`);
    await pause(2);
  }
}

/** Tries an assertion until it holds; if it never does, its last failure is thrown. */
export async function assertSoon(assertion: () => Promise<void>): Promise<void> {
  const end = performance.now() + waitLimitMs;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    // Asking without a pause would keep busy what is asked.
    await pause(25);
  }
}
