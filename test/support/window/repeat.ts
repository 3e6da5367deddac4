import type { Locator } from "playwright-core";

/** Does something again, after longer and longer waits, until it is seen to have worked. */
export async function repeatUntilVisible(
  effect: Locator,
  action: (isRepeated: boolean) => Promise<void>,
): Promise<void> {
  for (let waitMs = 3_000, isVisible = false; !isVisible; waitMs *= 2) {
    await action(waitMs > 3_000);
    isVisible = await effect.waitFor({ timeout: waitMs }).then(
      () => true,
      () => false,
    );
  }
}
