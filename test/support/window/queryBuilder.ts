// Creates queries in the window, as a user does.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { getPickItem, pickItem, getQuickInput, waitForQuickInput } from "./quickInput.ts";
import { assertEventually } from "../wait.ts";
import type { VSCodeWindow } from "./window.ts";

/** Starts a query for a tracker of the demo's first project. */
export async function startNewQuery(window: VSCodeWindow, tracker = "Bugs"): Promise<void> {
  await window.runCommand("Artifacts: New Query…");
  await waitForQuickInput(window.page, "Select what to search");
  await pickItem(window.page, "One Tracker…");
  await waitForQuickInput(window.page, "Select a project");
  await pickItem(window.page, "Open Tides");
  await waitForQuickInput(window.page, "Select a tracker");
  await pickItem(window.page, tracker);
  await waitForQuickInput(window.page, `New Query for ${tracker}`);
}

/** The line between the input and its items: the number of results, or an error. */
export function getPrompt(page: Page): Locator {
  return getQuickInput(page).locator(".quick-input-message, .quick-input-prompt").filter({ visible: true });
}

/** Waits for a row by a part of its text. */
export function getRow(page: Page, text: string | RegExp): Locator {
  return getQuickInput(page).locator(".quick-input-list .monaco-list-row").filter({ hasText: text }).first();
}

/** Checks items of a multi-select list, and accepts. */
export async function markItems(page: Page, ...labels: readonly string[]): Promise<void> {
  for (const label of labels) await getPickItem(page, label).click();
  await getQuickInput(page)
    .locator("input[type=text]:visible, input:not([type]):visible")
    .first()
    .press("Enter");
}

/** Selects a field for a new condition. */
export async function addCondition(page: Page, field: string): Promise<void> {
  await pickItem(page, "Add Condition…");
  await waitForQuickInput(page, "Select a field");
  await pickItem(page, field);
}

/** The saved queries in a settings file. */
export async function readSavedQueries(file: string): Promise<readonly unknown[]> {
  const settings: unknown = JSON.parse(await readFile(file, "utf8"));
  const queries: unknown =
    typeof settings === "object" && settings !== null && "artifacts.queries" in settings
      ? settings["artifacts.queries"]
      : [];
  return Array.isArray(queries) ? queries : [];
}

/** Waits until a settings file has these queries. */
export async function waitForSavedQueries(file: string, expected: readonly unknown[]): Promise<void> {
  await assertEventually(async () => assert.deepEqual(await readSavedQueries(file), expected));
}
