import { setTimeout as pause } from "node:timers/promises";

/** Timeout of every wait. Shorter than the timeout of a test, so that the error says what was waited for. */
export const waitTimeoutMs = 2 * 60_000;

/** Waits for a condition; the error says what was waited for. */
export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = waitTimeoutMs,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Timed out waiting for: ${description}`);
    await pause(2);
  }
}

/** Repeats an assertion until it passes; throws its last error if it never does. */
export async function assertEventually(assertion: () => Promise<void>): Promise<void> {
  const end = performance.now() + waitTimeoutMs;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    // Polling without a pause would keep the polled process busy.
    await pause(25);
  }
}
