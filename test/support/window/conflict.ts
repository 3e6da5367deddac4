// Resolves conflicts in a form, as a user does.
import type { FrameLocator, Locator } from "playwright-core";
import type { VSCodeWindow } from "./window.ts";

/** The resolution buttons of a field. */
export function getChoices(form: FrameLocator, label: string): Locator {
  return form.getByRole("radiogroup", { name: `Resolution for ${label}`, exact: true });
}

export async function chooseSide(form: FrameLocator, label: string, choice: string): Promise<void> {
  const radio = getChoices(form, label).getByRole("radio", { name: choice, exact: true });
  await radio.click();
  await form.locator(`[role=radio][aria-checked=true]`).and(radio).waitFor();
}

/** The resolution of a field; `undefined` if there is none. */
export async function getChoice(form: FrameLocator, label: string): Promise<string | undefined> {
  const texts = await getChoices(form, label).locator("[aria-checked=true]").allTextContents();
  return texts[0]?.trim();
}

/** The fields with conflicts in order. */
export async function getConflictLabels(form: FrameLocator): Promise<readonly string[]> {
  await form
    .getByRole("radiogroup", { name: /^Resolution for/ })
    .first()
    .waitFor();
  const groups = await form.getByRole("radiogroup", { name: /^Resolution for/ }).all();
  const names = await Promise.all(groups.map((group) => group.getAttribute("aria-label")));
  return names.map((name) => (name ?? "").replace("Resolution for ", ""));
}

export function getSaveMergedButton(form: FrameLocator): Locator {
  return form.getByRole("button", { name: "Save Merged Changes", exact: true });
}

/** As if the user switched to another program and back. */
export async function blurAndFocusWindow({ page }: VSCodeWindow): Promise<void> {
  // A browser under test always has the focus, so the document's answer is replaced.
  await page.evaluate(() => {
    const hasFocus = document.hasFocus.bind(document);
    for (const answer of [() => false, hasFocus]) {
      document.hasFocus = answer;
      document.dispatchEvent(new Event("visibilitychange"));
    }
  });
}
