import type { Locator, Page } from "playwright-core";
import { repeat, repeatUntilVisible } from "./repeat.ts";

/** Which of the two views: the tree of sites and queries, or "My Work". */
type View = "tree" | "work";

/** A row of a view in the side bar by its exact label. VS Code draws only the rows that are in sight. */
export function treeRow(page: Page, label: string, view?: View): Locator {
  return treeRows(page, view).filter({
    has: page.locator(".label-name").getByText(label, { exact: true }),
  });
}

/** The rows of artifacts in a view. */
export function artifactRows(page: Page, view?: View): Locator {
  return treeRows(page, view).filter({ has: page.locator(".label-name").getByText(/#\d+/) });
}

/** Opens a row and waits until it is open; its children may still be on their way. */
export async function expandRow(row: Locator): Promise<void> {
  const opened = row.and(row.page().locator("[aria-expanded=true]"));
  // A tree that is drawn again just then lets go of the click.
  await repeatUntilVisible(opened, async (isRepeated) => {
    const twistie = row.locator(".monaco-tl-twistie");
    if (!isRepeated) return (await opened.count()) > 0 ? undefined : twistie.click();
    // Looked at and clicked in one go: the first click may have its effect at last. While its children are read, another one would fold
    // the row as soon as they are there.
    return twistie.evaluate((element: HTMLElement) => {
      const isLoading = element.classList.contains("codicon-tree-item-loading");
      if (element.closest("[aria-expanded=true]") === null && !isLoading) element.click();
    });
  });
}

/** Label and description of each row in sight, indented by level: what a person reads. */
export function treeText(page: Page, view?: View): Promise<readonly string[]> {
  return treeRows(page, view).evaluateAll((elements) =>
    elements.map((element) => {
      // A row that is about to go has no level any more.
      const level = Math.max(1, Number(element.getAttribute("aria-level")));
      const parts = [".label-name", ".label-description"].map(
        (selector) => element.querySelector(selector)?.textContent ?? "",
      );
      return "  ".repeat(level - 1) + parts.filter((part) => part !== "").join(" | ");
    }),
  );
}

/** Shows a row's tooltip and reads it. */
export async function hoverText(row: Locator): Promise<string> {
  await row.hover();
  const contents = row.page().locator(".workbench-hover:visible .hover-contents");
  // What a tooltip says may be asked for only now; until it comes VS Code says so.
  const hover = contents.filter({ hasNotText: "Loading..." }).first();
  return (await hover.innerText()).trim();
}

/** Runs a command from a row's context menu. */
export async function runRowCommand(row: Locator, title: string): Promise<void> {
  const menu = row.page().locator(".monaco-menu:visible");
  const item = menu.locator(".action-label").getByText(title, { exact: true });
  // Over a row that is drawn again just then, no menu opens, and one that is open closes when the focus goes elsewhere.
  await repeat(async (timeout, isRepeated) => {
    if (isRepeated) await row.page().keyboard.press("Escape");
    await row.click({ button: "right" });
    await item.waitFor({ timeout });
    // A menu ignores the pointer's button for a moment after it opened, the keyboard never.
    await item.hover({ timeout });
  });
  await row.page().keyboard.press("Enter");
  await menu.waitFor({ state: "detached" });
}

/** Presses a button that a row shows while the pointer is over it. */
export async function pressRowButton(row: Locator, title: string): Promise<void> {
  await row.hover();
  await row.getByRole("button", { name: title }).click();
}

/** Folds "My Work", so that the tree has all of the room: rows that are out of sight are not there. */
export async function foldMyWork(page: Page): Promise<void> {
  const header = page.locator('.sidebar .pane-header[aria-label^="My Work"]');
  await header.click();
  await header.and(page.locator("[aria-expanded=false]")).waitFor();
}

/** Presses a button in the title of a view, which shows them while the pointer is over it. */
export async function pressViewButton(page: Page, view: string, title: string): Promise<void> {
  const header = page.locator(`.sidebar .pane-header[aria-label^="${view}"]`);
  await header.hover();
  await header.getByRole("button", { name: title }).click();
}

/** Chooses from the menu behind the dots in the title of a view. */
export async function runViewCommand(page: Page, view: string, title: string): Promise<void> {
  const header = page.locator(`.sidebar .pane-header[aria-label^="${view}"]`);
  await header.hover();
  await header.getByRole("button", { name: /More Actions/ }).click();
  const menu = page.locator(".monaco-menu:visible");
  await menu.getByRole("menuitem", { name: title, exact: true }).hover();
  await page.keyboard.press("Enter");
  await menu.waitFor({ state: "detached" });
}

/** The text, links and buttons that a view shows while it is empty. */
export function welcome(page: Page): Locator {
  return page.locator(".sidebar .welcome-view-content:visible");
}

export function treeRows(page: Page, view: View = "tree"): Locator {
  const work = page.locator('.pane-header[aria-label^="My Work"]');
  const panes = page.locator(".sidebar .pane");
  const pane = view === "work" ? panes.filter({ has: work }) : panes.filter({ hasNot: work });
  return pane.locator(".customview-tree .monaco-list-row");
}
