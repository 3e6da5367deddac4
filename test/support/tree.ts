import type { Locator, Page } from "playwright-core";

/** A row of a tree in the side bar by its exact label. VS Code draws only the rows that are in sight. */
export function treeRow(page: Page, label: string): Locator {
  return rows(page).filter({ has: page.locator(".label-name").getByText(label, { exact: true }) });
}

/** Opens a row and waits until it is open; its children may still be on their way. */
export async function expandRow(row: Locator): Promise<void> {
  if ((await row.getAttribute("aria-expanded")) !== "true") await row.locator(".monaco-tl-twistie").click();
  await row.and(row.page().locator("[aria-expanded=true]")).waitFor();
}

/** Label and description of each row in sight, indented by level: what a person reads. */
export function treeText(page: Page): Promise<readonly string[]> {
  return rows(page).evaluateAll((elements) =>
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
  await row.click({ button: "right" });
  const menu = row.page().locator(".monaco-menu:visible");
  // A menu ignores the pointer's button for a moment after it opened, the keyboard never.
  await menu.getByRole("menuitem", { name: title, exact: true }).hover();
  await row.page().keyboard.press("Enter");
  await menu.waitFor({ state: "detached" });
}

/** Presses a button that a row shows while the pointer is over it. */
export async function pressRowButton(row: Locator, title: string): Promise<void> {
  await row.hover();
  await row.getByRole("button", { name: title }).click();
}

/** The text, links and buttons that a view shows while it is empty. */
export function welcome(page: Page): Locator {
  return page.locator(".sidebar .welcome-view-content:visible");
}

function rows(page: Page): Locator {
  return page.locator(".sidebar .customview-tree .monaco-list-row");
}
