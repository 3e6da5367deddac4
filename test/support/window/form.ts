import type { FrameLocator, Locator } from "playwright-core";
import { getPickItem, getQuickInput, waitForQuickInput } from "./quickInput.ts";
import { retryUntilVisible } from "./retry.ts";
import { pressRowButton, getTreeRow } from "./tree.ts";
import type { VSCodeWindow } from "./window.ts";

/** The active form. */
export function getForm({ page }: VSCodeWindow): FrameLocator {
  return page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
}

/** The tab whose title contains this. */
export function getTab({ page }: VSCodeWindow, title: string | RegExp): Locator {
  return page.locator(".tabs-container .tab").filter({ hasText: title });
}

/**
 * Creates a new artifact with the button of its tracker's row. While the rows are being refreshed, VS Code doesn't pass
 * the row to the command, so the command asks for the tracker.
 */
export async function pressNewArtifact(window: VSCodeWindow, tracker: string): Promise<void> {
  const form = getTab(window, `New artifact in ${tracker}`);
  for (;;) {
    await pressRowButton(getTreeRow(window.page, tracker), "New Artifact…");
    await form.or(getQuickInput(window.page)).first().waitFor();
    if (await form.isVisible()) return;
    await window.page.keyboard.press("Escape");
    await getQuickInput(window.page).waitFor({ state: "hidden" });
  }
}

/** The input of a single-line or multi-line text field. */
export function getFieldInput(form: FrameLocator, target: number | "comment"): Locator {
  return form.locator(`#field-${target}`).locator("input:not([type=date]), textarea").first();
}

/** Long texts are shown for reading until they are edited. */
export async function editText(form: FrameLocator, target: number | "comment"): Promise<void> {
  const control = form.locator(`#field-${target}`);
  await control.waitFor();
  const field = form.locator("artifact-field").filter({ has: control });
  if ((await field.locator(".reading").count()) === 0) return;
  await field.getByRole("button", { name: /^Edit:/ }).click();
  await getFieldInput(form, target).waitFor();
}

/** Opens an artifact by its id with the command. */
export async function openArtifact(window: VSCodeWindow, artifactId: number): Promise<FrameLocator> {
  await window.focusSideBar();
  // While items are being loaded, VS Code may accept the item that was active before the id was typed.
  await retryUntilVisible(getTab(window, new RegExp(`#${artifactId}\\b`)), async () => {
    await window.runCommand("Artifacts: Go to Artifact…");
    await waitForQuickInput(window.page, "the URL of the artifact");
    const input = getQuickInput(window.page).locator("input:visible");
    const active = getPickItem(window.page, `#${artifactId}`).and(window.page.locator(".focused"));
    await retryUntilVisible(active, () => input.fill(String(artifactId)));
    await input.press("Enter");
  });
  const form = getForm(window);
  // The previous form stays visible for a moment.
  await form
    .locator(".origin bdi")
    .filter({ hasText: new RegExp(`#${artifactId}$`) })
    .waitFor();
  await form.locator("artifact-field").first().waitFor();
  return form;
}

/** Waits until the form shows that the draft is saved. */
export async function waitUntilDraftSaved(form: FrameLocator): Promise<void> {
  await form.locator(".draft-state").getByText("Draft saved locally at").waitFor();
}
