import { errors, type Locator } from "playwright-core";
import { waitTimeoutMs } from "../wait.ts";

const firstMs = 3_000;

/** Repeats an action with increasing timeouts as long as it times out. */
export async function retryOnTimeout(
  action: (timeout: number, isRepeated: boolean) => Promise<void>,
): Promise<void> {
  const end = performance.now() + waitTimeoutMs;
  for (let timeout = firstMs; ; timeout *= 2) {
    try {
      return await action(timeout, timeout > firstMs);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || performance.now() > end) throw error;
    }
  }
}

/** Repeats an action until its result is visible. */
export function retryUntilVisible(
  result: Locator,
  action: (isRepeated: boolean) => Promise<void>,
): Promise<void> {
  return retryOnTimeout(async (timeout, isRepeated) => {
    await action(isRepeated);
    await result.waitFor({ timeout });
  });
}
