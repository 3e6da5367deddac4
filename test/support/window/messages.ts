import type { Locator, Page } from "playwright-core";
import { retryOnTimeout } from "./retry.ts";

/** A notification by a part of its text. */
export function getNotification(page: Page, text: string): Locator {
  return page.locator(".notification-toast").filter({ hasText: text });
}

/** A modal dialog by a part of its text. */
export function getDialog(page: Page, text: string): Locator {
  return page.locator(".monaco-dialog-box").filter({ hasText: text });
}

/** Presses a button of a notification or a dialog and waits until the message is closed. */
export async function pressButton(message: Locator, title: string): Promise<void> {
  const button = message.getByRole("button", { name: title, exact: true });
  await button.waitFor();
  // A click is lost if the notification moves at that moment because another one closes.
  await retryOnTimeout(async (timeout) => {
    if ((await message.count()) > 0) await button.click({ timeout });
    await message.waitFor({ state: "detached", timeout });
  });
}
