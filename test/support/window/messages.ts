import type { Locator, Page } from "playwright-core";
import { repeat } from "./repeat.ts";

/** A notification in the corner of the window, by a part of its text. */
export function notification(page: Page, text: string): Locator {
  return page.locator(".notification-toast").filter({ hasText: text });
}

/** A message that has to be answered before anything else, by a part of its text. */
export function dialog(page: Page, text: string): Locator {
  return page.locator(".monaco-dialog-box").filter({ hasText: text });
}

/** Presses a button of a notification or a dialog and waits until that is gone. */
export async function pressButton(message: Locator, title: string): Promise<void> {
  const button = message.getByRole("button", { name: title, exact: true });
  await button.waitFor();
  // A notification that moves up just then, because another one goes, lets go of the click.
  await repeat(async (timeout) => {
    if ((await message.count()) > 0) await button.click({ timeout });
    await message.waitFor({ state: "detached", timeout });
  });
}
