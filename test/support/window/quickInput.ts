import { join, sep } from "node:path";
import type { Locator, Page } from "playwright-core";

/** The widget at the top of the window: the command palette, pick lists and input boxes. */
export function quickInput(page: Page): Locator {
  return page.locator(".quick-input-widget:visible");
}

/** Waits for a step of the widget by a part of what it says: its title, prompt or placeholder. */
export async function quickInputSaying(page: Page, text: string): Promise<Locator> {
  const widget = quickInput(page);
  const saying = widget.getByText(text).or(widget.getByPlaceholder(text)).first();
  await saying.waitFor();
  return widget;
}

/** The item with exactly this label. */
export function pickable(page: Page, label: string): Locator {
  return quickInput(page)
    .locator(".quick-input-list .monaco-list-row")
    .filter({ has: page.locator(".label-name").getByText(label, { exact: true }) })
    .first();
}

export async function pickItem(page: Page, label: string): Promise<void> {
  await pickable(page, label).click();
}

/** Saves under a name in VS Code's own dialog, which shows `beside` in that folder. */
export async function saveAs(page: Page, folder: string, name: string, beside: string): Promise<void> {
  await showFolder(page, folder, beside);
  await answer(page, join(folder, name));
}

/** A dialog puts its own path into the box until it has read the folder that it begins with. */
async function showFolder(page: Page, folder: string, beside: string): Promise<void> {
  const input = quickInput(page).locator("input:visible");
  await pickable(page, "..").waitFor();
  await input.fill(`${folder}${sep}`);
  await pickable(page, beside).waitFor();
}

/** Types an answer into the input box and accepts it. */
export async function answer(page: Page, text: string): Promise<void> {
  const input = quickInput(page).locator("input:visible");
  await input.fill(text);
  await input.press("Enter");
}
