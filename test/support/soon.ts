import { setTimeout as pause } from "node:timers/promises";

/** Tries an assertion until it holds; the last failure is the one that is told. */
export async function assertSoon(assertion: () => Promise<void>): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    // Asking without a pause would keep busy what is asked.
    await pause(25);
  }
}
