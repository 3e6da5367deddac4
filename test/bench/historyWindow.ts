// Find Artifacts in History in a VS Code window.
import { join } from "node:path";
import type { GitPathAndFolder } from "../../src/store/commits/git.ts";
import { runCommand } from "../support/processes.ts";
import { dismissQuickInput, getPickItem, getQuickInput } from "../support/window/quickInput.ts";
import { retryOnTimeout } from "../support/window/retry.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { waitForVisible } from "./waitForVisible.ts";

const command = "Artifacts: Find Artifacts in History";
const title = "Artifacts in the History of";

export class HistoryWindow {
  readonly #window: VSCodeWindow;

  private constructor(window: VSCodeWindow) {
    this.#window = window;
  }

  /** Opens a file of a clone. */
  static async open(
    { gitPath, folder }: GitPathAndFolder,
    fileName: string,
    siteUrl: string,
  ): Promise<HistoryWindow> {
    const clone = join(folder, "clone");
    await runCommand(gitPath, ["clone", "--quiet", "--shared", folder, clone]);
    const settings = { "artifacts.sites": [{ url: siteUrl, label: "Demo" }] };
    const window = new HistoryWindow(await openWindow({ folder: clone, settings }));
    await window.#window.openFile(fileName);
    // Loads the code of the command. While a window starts, its repository isn't open yet.
    await retryOnTimeout(async (timeout) => {
      await window.prepare();
      await window.listArtifacts(timeout);
    });
    return window;
  }

  /** Selects the command in the palette. */
  async prepare(): Promise<void> {
    const { page } = this.#window;
    await dismissQuickInput(page);
    await page.keyboard.press("F1");
    await getQuickInput(page).locator("input").fill(`>${command}`);
    await getPickItem(page, command).waitFor();
  }

  /** Until all commits are read and the artifacts are listed. Their titles aren't loaded, because the list is closed then. */
  async listArtifacts(timeout?: number): Promise<void> {
    const { page } = this.#window;
    await page.keyboard.press("Enter");
    await waitForVisible(page, { selector: ".quick-input-title", text: title }, { timeout });
    await waitForVisible(page, { selector: '.quick-input-widget [aria-label="Open as Table"]' });
    await waitForVisible(page, { selector: ".quick-input-list .monaco-list-row" });
    await page.keyboard.press("Escape");
  }

  close(): Promise<void> {
    return this.#window.close();
  }
}
