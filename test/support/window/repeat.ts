import { errors, type Locator } from "playwright-core";
import { waitLimitMs } from "../wait.ts";

const firstMs = 3_000;

/** Does something again, with more and more patience, as long as it waits in vain. */
export async function repeat(action: (timeout: number, isRepeated: boolean) => Promise<void>): Promise<void> {
  const end = performance.now() + waitLimitMs;
  for (let timeout = firstMs; ; timeout *= 2) {
    try {
      return await action(timeout, timeout > firstMs);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || performance.now() > end) throw error;
    }
  }
}

/** Does something again until it is seen to have worked. */
export function repeatUntilVisible(
  effect: Locator,
  action: (isRepeated: boolean) => Promise<void>,
): Promise<void> {
  return repeat(async (timeout, isRepeated) => {
    await action(isRepeated);
    await effect.waitFor({ timeout });
  });
}
