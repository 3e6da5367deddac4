import type { FrameLocator, Locator } from "playwright-core";
import { pickable, quickInput, quickInputSaying } from "./quickInput.ts";
import { repeatUntilVisible } from "./repeat.ts";
import { pressRowButton, treeRow } from "./tree.ts";
import type { VSCodeWindow } from "./window.ts";

/** The page of the form that is in front. */
export function formIn({ page }: VSCodeWindow): FrameLocator {
  return page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
}

/** The tab whose title holds this. */
export function tab({ page }: VSCodeWindow, title: string | RegExp): Locator {
  return page.locator(".tabs-container .tab").filter({ hasText: title });
}

/**
 * Begins a new artifact by the button of its tracker's row. While its rows are read again, VS Code does not say which one was
 * pressed, and the tracker is asked for.
 */
export async function pressNewArtifact(window: VSCodeWindow, tracker: string): Promise<void> {
  const opened = tab(window, `New in ${tracker}`);
  for (;;) {
    await pressRowButton(treeRow(window.page, tracker), "New Artifact…");
    await opened.or(quickInput(window.page)).first().waitFor();
    if (await opened.isVisible()) return;
    await window.page.keyboard.press("Escape");
    await quickInput(window.page).waitFor({ state: "hidden" });
  }
}

/** What can be typed into, of a field that takes a line or a long text. */
export function box(form: FrameLocator, target: number | "comment"): Locator {
  return form.locator(`#field-${target}`).locator("input:not([type=date]), textarea").first();
}

/** Opens an artifact by its number, from the palette. */
export async function openArtifact(window: VSCodeWindow, artifactId: number): Promise<FrameLocator> {
  // From a page the palette would give the focus back to it some time later, which would close what the command asks.
  await window.page.keyboard.press("ControlOrMeta+0");
  await window.page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
  await window.runCommand("Artifacts: Go to Artifact…");
  await quickInputSaying(window.page, "the address of its page");
  // While rows still come in, VS Code may take the one that was active before the number was typed.
  const input = quickInput(window.page).locator("input:visible");
  const active = pickable(window.page, `#${artifactId}`).and(window.page.locator(".focused"));
  await repeatUntilVisible(active, () => input.fill(String(artifactId)));
  await input.press("Enter");
  await tab(window, `#${artifactId}`).waitFor();
  const form = formIn(window);
  // A form that was in front before is there for a moment longer.
  await form
    .locator(".origin bdi")
    .filter({ hasText: new RegExp(`#${artifactId}$`) })
    .waitFor();
  await form.locator("artifact-field").first().waitFor();
  return form;
}

/** Waits until what was typed is on disk, as the form says it. */
export async function kept(form: FrameLocator): Promise<void> {
  await form.locator(".draft-state").getByText("Draft kept").waitFor();
}
