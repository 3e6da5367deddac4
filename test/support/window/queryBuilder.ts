// Putting queries together in the window, as a person does.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { pickable, pickItem, quickInput, quickInputSaying } from "./quickInput.ts";
import { assertSoon } from "../wait.ts";
import type { VSCodeWindow } from "./window.ts";

/** Begins a query of a tracker of the demo's first project. */
export async function newQuery(window: VSCodeWindow, tracker = "Bugs"): Promise<void> {
  await window.runCommand("Artifacts: New Query…");
  await quickInputSaying(window.page, "In which project?");
  await pickItem(window.page, "Open Tides");
  await quickInputSaying(window.page, "In which tracker?");
  await pickItem(window.page, tracker);
  await quickInputSaying(window.page, `New Query of ${tracker}`);
}

/** What stands between the box and its rows: how many there are, or what is wrong. */
export function prompt(page: Page): Locator {
  return quickInput(page).locator(".quick-input-message, .quick-input-prompt").filter({ visible: true });
}

/** Waits for a row by a part of its text. */
export function rowSaying(page: Page, text: string | RegExp): Locator {
  return quickInput(page).locator(".quick-input-list .monaco-list-row").filter({ hasText: text }).first();
}

/** Marks rows of a list in which several can be chosen, and accepts. */
export async function markItems(page: Page, ...labels: readonly string[]): Promise<void> {
  for (const label of labels) await pickable(page, label).click();
  await quickInput(page)
    .locator("input[type=text]:visible, input:not([type]):visible")
    .first()
    .press("Enter");
}

/** Chooses a field for a new condition. */
export async function addCondition(page: Page, field: string): Promise<void> {
  await pickItem(page, "Add Condition…");
  await quickInputSaying(page, "Which field?");
  await pickItem(page, field);
}

/** The queries that a file of settings has. */
export async function keptQueries(file: string): Promise<readonly unknown[]> {
  const settings: unknown = JSON.parse(await readFile(file, "utf8"));
  const queries: unknown =
    typeof settings === "object" && settings !== null && "artifacts.queries" in settings
      ? settings["artifacts.queries"]
      : [];
  return Array.isArray(queries) ? queries : [];
}

/** Waits until a file of settings has these queries. */
export async function assertQueries(file: string, expected: readonly unknown[]): Promise<void> {
  await assertSoon(async () => assert.deepEqual(await keptQueries(file), expected));
}
