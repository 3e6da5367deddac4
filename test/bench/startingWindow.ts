// A real VS Code that is started over and over, and the time until it shows something.
import { cp, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { temporaryFolder } from "../support/ending.ts";
import { installVSCode } from "../support/window/vscodeInstall.ts";
import {
  quietSettings,
  type Settings,
  startVSCodeServer,
  windowAddress,
  writeUserSettings,
} from "../support/window/vscodeServer.ts";

/** A busy machine may take long to start a window. */
const longestMs = 120_000;
const fileName = "harbour.txt";

interface WindowOptions {
  /** The folder of the extension; none is installed without it. */
  readonly extension?: string;
  readonly settings?: Settings;
}

/** One person's VS Code, whose windows remember what they showed. */
export class StartingWindow {
  readonly page: Page;
  readonly close: () => Promise<void>;
  readonly #address: string;
  #isFirst = true;

  private constructor(page: Page, address: string, close: () => Promise<void>) {
    this.page = page;
    this.#address = address;
    this.close = close;
  }

  static async prepare(
    browser: Browser,
    { extension, settings = {} }: WindowOptions,
  ): Promise<StartingWindow> {
    const home = temporaryFolder();
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
    context.setDefaultTimeout(longestMs);
    return new StartingWindow(await context.newPage(), windowAddress(server, folder), async () => {
      await context.close();
      await server.stop();
    });
  }

  /** The first row of VS Code's own explorer. */
  get file(): Locator {
    return this.page.locator(".explorer-folders-view .monaco-list-row").getByText(fileName);
  }

  /** Shows a container of the activity bar, and waits until the next start will begin with it. */
  async begin(title: string): Promise<void> {
    await this.page.locator(".activitybar").getByRole("tab", { name: title }).click();
    await this.page.waitForFunction(isRemembered, undefined, { polling: 200 });
  }

  /**
   * Milliseconds from the start of a window until something is to be seen in it. Any but the first start is a reload, as
   * only then VS Code shows the container that was open before.
   */
  async start(seen: Locator): Promise<number> {
    const before = performance.now();
    if (this.#isFirst) await this.page.goto(this.#address, { waitUntil: "commit" });
    else await this.page.reload({ waitUntil: "commit" });
    this.#isFirst = false;
    await seen.waitFor();
    return performance.now() - before;
  }
}

/** Runs in the page: VS Code writes down every few seconds what is open, and has no time for it when a page goes. */
async function isRemembered(): Promise<boolean> {
  const finished = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(new Error("The browser's storage can't be read.")));
    });
  for (const { name = "" } of await indexedDB.databases()) {
    if (!name.startsWith("vscode-web-state-db-")) continue;
    const database = await finished(indexedDB.open(name));
    const items = database.transaction("ItemTable").objectStore("ItemTable");
    const shown = await finished<unknown>(items.get("workbench.sidebar.activeviewletid"));
    database.close();
    if (String(shown).startsWith("workbench.view.extension.")) return true;
  }
  return false;
}
