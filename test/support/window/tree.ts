import { errors, type Locator, type Page } from "playwright-core";
import { getNotification } from "./messages.ts";
import { retryOnTimeout, retryUntilVisible } from "./retry.ts";
import type { VSCodeWindow } from "./window.ts";

/** The tree of sites and queries, "My Work", "Inbox", or "References". */
type View = "tree" | "work" | "inbox" | "references";

/** A row of a view in the side bar by its exact label. VS Code only renders visible rows. */
export function getTreeRow(page: Page, label: string, view?: View): Locator {
  return getTreeRows(page, view).filter({
    has: page.locator(".label-name").getByText(label, { exact: true }),
  });
}

/** The artifact rows of a view. */
export function getArtifactRows(page: Page, view?: View): Locator {
  return getTreeRows(page, view).filter({ has: page.locator(".label-name").getByText(/#\d+/) });
}

/** Expands a row and waits until it is expanded; its children may still be loading. */
export async function expandRow(row: Locator): Promise<void> {
  const expanded = row.and(row.page().locator("[aria-expanded=true]"));
  // A click is lost if the tree is rendered again at that moment.
  await retryUntilVisible(expanded, async (isRepeated) => {
    const twistie = row.locator(".monaco-tl-twistie");
    if (!isRepeated) return (await expanded.count()) > 0 ? undefined : twistie.click();
    // Checked and clicked in one step, because the first click may have taken effect in the meantime. While children
    // are loading, another click would collapse the row as soon as they are loaded.
    return twistie.evaluate((element: HTMLElement) => {
      const isLoading = element.classList.contains("codicon-tree-item-loading");
      if (element.closest("[aria-expanded=true]") === null && !isLoading) element.click();
    });
  });
}

/** Expands rows inside each other. A refresh of the tree may collapse a row whose children are being loaded. */
export async function expandRows(page: Page, ...labels: readonly string[]): Promise<void> {
  for (const [index, label] of labels.entries()) {
    const row = getTreeRow(page, label);
    const next = labels[index + 1];
    if (next === undefined) await expandRow(row);
    else await retryUntilVisible(getTreeRow(page, next), () => expandRow(row));
  }
}

/** Makes room for other rows, because rows outside the viewport are not rendered. */
export async function collapseRow(row: Locator): Promise<void> {
  await retryUntilVisible(row.and(row.page().locator("[aria-expanded=false]")), () =>
    // Checked and clicked in one step, because the first click may have taken effect in the meantime.
    row.locator(".monaco-tl-twistie").evaluate((element: HTMLElement) => {
      if (element.closest("[aria-expanded=true]") !== null) element.click();
    }),
  );
}

/** Label and description of each visible row, indented by level. */
export function readTreeText(page: Page, view?: View): Promise<readonly string[]> {
  return getTreeRows(page, view).evaluateAll((elements) =>
    elements.map((element) => {
      // A row that is about to be removed has no level anymore.
      const level = Math.max(1, Number(element.getAttribute("aria-level")));
      const parts = [".label-name", ".label-description"].map(
        (selector) => element.querySelector(selector)?.textContent ?? "",
      );
      return "  ".repeat(level - 1) + parts.filter((part) => part !== "").join(" | ");
    }),
  );
}

/** Shows a row's hover and reads it. */
export async function readHoverText(row: Locator): Promise<string> {
  const page = row.page();
  const contents = page.locator(".workbench-hover:visible .hover-contents");
  // A hover may be resolved only now; VS Code shows "Loading..." until then.
  const hover = contents.filter({ hasNotText: "Loading..." }).first();
  let text = "";
  // A hover is closed when its row is rendered again at that moment, and opens again only when the pointer comes back.
  await retryOnTimeout(async (timeout, isRepeated) => {
    if (isRepeated) await page.mouse.move(0, 0);
    await row.hover({ timeout });
    text = await hover.innerText({ timeout });
  });
  return text.trim();
}

/** Runs a command from a row's context menu. */
export async function runRowCommand(row: Locator, title: string): Promise<void> {
  const menu = row.page().locator(".monaco-menu:visible");
  const item = menu.locator(".action-label").getByText(title, { exact: true });
  // No menu opens over a row that is rendered again at that moment, and an open menu closes when the focus moves.
  await retryOnTimeout(async (timeout, isRepeated) => {
    if (isRepeated) await row.page().keyboard.press("Escape");
    await row.click({ button: "right" });
    await runMenuItem(item, timeout);
  });
  await menu.waitFor({ state: "detached" });
}

/**
 * Runs a command of artifacts, and waits for what it shows. VS Code passes no row while a list is refreshed, as after an
 * edit of any artifact, and the tree shows nothing of that.
 */
export async function runArtifactCommand(
  window: Pick<VSCodeWindow, "page" | "runCommand">,
  row: Locator,
  title: string,
  result: Locator,
): Promise<void> {
  const refreshed = getNotification(window.page, "The list was being refreshed. Try again.");
  await runRowCommand(row, title);
  await result.or(refreshed).first().waitFor();
  if (!(await refreshed.isVisible())) return;
  await window.runCommand("Notifications: Clear All Notifications");
  await refreshed.waitFor({ state: "detached" });
  await runArtifactCommand(window, row, title, result);
}

/** Labels of the context menu of a row, or of an element in a page. */
export async function readContextMenu(
  element: Locator,
  onOpen: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly string[]> {
  const page = element.page();
  const menu = page.locator(".monaco-menu:visible");
  const items = menu.locator(".action-label:not(.separator)");
  let labels: readonly string[] = [];
  // An open menu closes when the focus moves.
  await retryOnTimeout(async (timeout, isRepeated) => {
    if (isRepeated) await page.keyboard.press("Escape");
    await element.click({ button: "right" });
    await items.first().waitFor({ timeout });
    await onOpen();
    labels = await items.allInnerTexts();
    if (labels.length === 0) throw new errors.TimeoutError("The menu was closed before it was read.");
  });
  await retryOnTimeout(async (timeout) => {
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached", timeout });
  });
  return labels.map((label) => label.trim()).filter((label) => label !== "");
}

/** Runs an item of an open menu; throws a timeout error if the menu was closed before. */
async function runMenuItem(item: Locator, timeout: number): Promise<void> {
  await item.waitFor({ timeout });
  // A menu ignores the mouse button for a moment after it opened, but not the keyboard.
  await item.hover({ timeout });
  // Checked and pressed in one step, because VS Code closes a menu when a form or a refreshed tree gets the focus. A key
  // that is pressed then opens the selected row instead, and no command runs.
  const isRun = await item.evaluate(
    (element) => {
      const focused = element.closest(".action-menu-item:focus");
      const key = { key: "Enter", code: "Enter", keyCode: 13, bubbles: true, cancelable: true };
      focused?.dispatchEvent(new KeyboardEvent("keydown", key));
      return focused !== null;
    },
    undefined,
    { timeout },
  );
  if (!isRun) throw new errors.TimeoutError("The menu was closed before the item was run.");
}

/** Presses a button that a row shows on hover. */
export async function pressRowButton(row: Locator, title: string): Promise<void> {
  // The button is hidden again if another element gets under the pointer at that moment.
  await retryOnTimeout(async (timeout) => {
    await row.hover({ timeout });
    await row.getByRole("button", { name: title }).click({ timeout });
  });
}

/** Collapses "My Work" to make room for the tree, because rows outside the viewport are not rendered. */
export async function collapseMyWork(page: Page): Promise<void> {
  const header = page.locator('.sidebar .pane-header[aria-label^="My Work"]');
  await header.click();
  await header.and(page.locator("[aria-expanded=false]")).waitFor();
}

/** Presses a button in the title of a view, which shows buttons on hover. */
export async function pressViewButton(page: Page, view: string, title: string): Promise<void> {
  await pressRowButton(page.locator(`.sidebar .pane-header[aria-label^="${view}"]`), title);
}

/** Runs a command from the "..." menu in the title of a view. */
export async function runViewCommand(page: Page, view: string, title: string): Promise<void> {
  const header = page.locator(`.sidebar .pane-header[aria-label^="${view}"]`);
  const menu = page.locator(".monaco-menu:visible");
  await retryOnTimeout(async (timeout, isRepeated) => {
    if (isRepeated) await page.keyboard.press("Escape");
    await header.hover({ timeout });
    await header.getByRole("button", { name: /More Actions/ }).click({ timeout });
    await runMenuItem(menu.locator(".action-label").getByText(title, { exact: true }), timeout);
  });
  await menu.waitFor({ state: "detached" });
}

/** The text, links and buttons of an empty view. */
export function getWelcomeView(page: Page): Locator {
  return page.locator(".sidebar .welcome-view-content:visible");
}

export function getTreeRows(page: Page, view: View = "tree"): Locator {
  const headers = {
    work: page.locator('.pane-header[aria-label^="My Work"]'),
    inbox: page.locator('.pane-header[aria-label^="Inbox"]'),
    references: page.locator('.pane-header[aria-label^="References"]'),
  };
  const panes = page.locator(".sidebar .pane");
  const pane =
    view === "tree"
      ? Object.values(headers).reduce((others, header) => others.filter({ hasNot: header }), panes)
      : panes.filter({ has: headers[view] });
  return pane.locator(".customview-tree .monaco-list-row");
}
