// The choices between one's own and what others have saved, as a person makes them.
import type { FrameLocator, Locator } from "playwright-core";
import type { VSCodeWindow } from "./window.ts";

/** The choices of one field. */
export function choices(form: FrameLocator, label: string): Locator {
  return form.getByRole("radiogroup", { name: `What becomes of ${label}`, exact: true });
}

export async function choose(form: FrameLocator, label: string, choice: string): Promise<void> {
  const radio = choices(form, label).getByRole("radio", { name: choice, exact: true });
  await radio.click();
  await form.locator(`[role=radio][aria-checked=true]`).and(radio).waitFor();
}

/** What is chosen for a field; undefined where nothing is. */
export async function chosen(form: FrameLocator, label: string): Promise<string | undefined> {
  const texts = await choices(form, label).locator("[aria-checked=true]").allTextContents();
  return texts[0]?.trim();
}

/** The fields that are asked about, in their order. */
export async function askedAbout(form: FrameLocator): Promise<readonly string[]> {
  await form
    .getByRole("radiogroup", { name: /^What becomes of/ })
    .first()
    .waitFor();
  const groups = await form.getByRole("radiogroup", { name: /^What becomes of/ }).all();
  const names = await Promise.all(groups.map((group) => group.getAttribute("aria-label")));
  return names.map((name) => (name ?? "").replace("What becomes of ", ""));
}

export function saveMerged(form: FrameLocator): Locator {
  return form.getByRole("button", { name: "Save Merged", exact: true });
}

/** The person turns to another program and comes back. */
export async function leaveAndReturn({ page }: VSCodeWindow): Promise<void> {
  // A browser under test always claims to have the focus, so the document is told otherwise.
  await page.evaluate(() => {
    const hasFocus = document.hasFocus.bind(document);
    for (const answer of [() => false, hasFocus]) {
      document.hasFocus = answer;
      document.dispatchEvent(new Event("visibilitychange"));
    }
  });
}
