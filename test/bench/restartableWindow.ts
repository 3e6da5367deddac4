// A VS Code window that is restarted several times, to measure the time until it shows an element.
import { cp, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createTemporaryFolder } from "../support/cleanup.ts";
import { installVSCode } from "../support/window/installVscode.ts";
import {
  quietSettings,
  type Settings,
  startVSCodeServer,
  createWindowUrl,
  writeUserSettings,
} from "../support/window/vscodeServer.ts";
import { type VisibleElement, waitForVisible } from "./waitForVisible.ts";

/** A busy machine may take long to start a window. */
const startTimeoutMs = 120_000;
const fileName = "harbour.txt";
/** The first row of VS Code's own explorer. */
export const fileRow = { selector: ".explorer-folders-view .monaco-list-row", text: fileName };

interface RestartableWindowOptions {
  /** Folder of the extension; without it, none is installed. */
  readonly extension?: string;
  readonly settings?: Settings;
}

/** Restarts share one profile, so the window restores its layout. */
export class RestartableWindow {
  readonly page: Page;
  readonly close: () => Promise<void>;
  readonly #url: string;
  #isFirst = true;

  private constructor(page: Page, url: string, close: () => Promise<void>) {
    this.page = page;
    this.#url = url;
    this.close = close;
  }

  static async create(
    browser: Browser,
    { extension, settings = {} }: RestartableWindowOptions,
  ): Promise<RestartableWindow> {
    const home = createTemporaryFolder();
    const folder = join(home, "workspace");
    const extensions = join(home, "extensions");
    await Promise.all([mkdir(folder), mkdir(extensions)]);
    await writeFile(join(folder, fileName), "");
    if (extension !== undefined) {
      await cp(extension, join(extensions, basename(extension)), { recursive: true });
    }
    await writeUserSettings(join(home, "data"), { ...quietSettings, ...settings });
    const installation = await installVSCode("newest");
    const server = await startVSCodeServer({ installation, folder: home });
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
    });
    context.setDefaultTimeout(startTimeoutMs);
    return new RestartableWindow(await context.newPage(), createWindowUrl(server, folder), async () => {
      await context.close();
      await server.stop();
    });
  }

  /** Shows a view container and waits until VS Code has stored it for the next start. */
  async showContainer(title: string): Promise<void> {
    await this.page.locator(".activitybar").getByRole("tab", { name: title }).click();
    await this.page.waitForFunction(isContainerStored, undefined, { polling: 200 });
  }

  /**
   * Milliseconds from the start of a window until the element is visible. All starts but the first one are reloads, because
   * only then VS Code restores the view container.
   */
  async start(element: VisibleElement): Promise<number> {
    const before = performance.now();
    if (this.#isFirst) await this.page.goto(this.#url, { waitUntil: "commit" });
    else await this.page.reload({ waitUntil: "commit" });
    this.#isFirst = false;
    await waitForVisible(this.page, element);
    return performance.now() - before;
  }
}

/** Runs in the page. VS Code stores its layout every few seconds, but not when the page is unloaded. */
async function isContainerStored(): Promise<boolean> {
  const getResult = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(new Error("The browser's storage can't be read.")));
    });
  for (const { name = "" } of await indexedDB.databases()) {
    if (!name.startsWith("vscode-web-state-db-")) continue;
    const database = await getResult(indexedDB.open(name));
    const items = database.transaction("ItemTable").objectStore("ItemTable");
    const containerId = await getResult<unknown>(items.get("workbench.sidebar.activeviewletid"));
    database.close();
    if (String(containerId).startsWith("workbench.view.extension.")) return true;
  }
  return false;
}
