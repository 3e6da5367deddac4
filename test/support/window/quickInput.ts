import { join, sep } from "node:path";
import type { Locator, Page } from "playwright-core";
import { retryOnTimeout } from "./retry.ts";

/** The quick input: the command palette, quick picks and input boxes. */
export function getQuickInput(page: Page): Locator {
  return page.locator(".quick-input-widget:visible");
}

/** A part of the title, prompt or placeholder of a step of the quick input. */
export function getQuickInputText(page: Page, text: string): Locator {
  const widget = getQuickInput(page);
  return widget.getByText(text).or(widget.getByPlaceholder(text)).first();
}

/** Waits for a step of the quick input by a part of its title, prompt or placeholder. */
export async function waitForQuickInput(page: Page, text: string): Promise<Locator> {
  await getQuickInputText(page, text).waitFor();
  return getQuickInput(page);
}

/** The item with exactly this label. */
export function getPickItem(page: Page, label: string): Locator {
  return getQuickInput(page)
    .locator(".quick-input-list .monaco-list-row")
    .filter({ has: page.locator(".label-name").getByText(label, { exact: true }) })
    .first();
}

export async function pickItem(page: Page, label: string): Promise<void> {
  await getPickItem(page, label).click();
}

/** Accepts the active item, or the text that is in the input. */
export async function acceptQuickInput(page: Page): Promise<void> {
  await getQuickInput(page).locator("input:visible").press("Enter");
}

/** Closes the quick input. The key is lost if an editor takes the focus at that moment. */
export async function dismissQuickInput(page: Page): Promise<void> {
  await retryOnTimeout(async (timeout) => {
    await page.keyboard.press("Escape");
    await getQuickInput(page).waitFor({ state: "hidden", timeout });
  });
}

/** Saves with a name in VS Code's own dialog, once it shows the file `sibling` in that folder. */
export async function saveAs(page: Page, folder: string, name: string, sibling: string): Promise<void> {
  await showFolder(page, folder, sibling);
  await submitInput(page, join(folder, name));
}

/** The dialog writes its own path into the input until it has read its initial folder. */
async function showFolder(page: Page, folder: string, sibling: string): Promise<void> {
  const input = getQuickInput(page).locator("input:visible");
  await getPickItem(page, "..").waitFor();
  await input.fill(`${folder}${sep}`);
  await getPickItem(page, sibling).waitFor();
}

/** Types a text into the input box and accepts it. */
export async function submitInput(page: Page, text: string): Promise<void> {
  const input = getQuickInput(page).locator("input:visible");
  await input.fill(text);
  await input.press("Enter");
}
