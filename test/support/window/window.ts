import { cp, mkdir, mkdtemp } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Browser, BrowserContext, Dialog, Frame, Locator, Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";
import { readContainerTitle } from "./containerTitle.ts";
import { onExit, createTemporaryFolder } from "../cleanup.ts";
import { takeScreenshot, takeFailureScreenshot } from "./screenshots.ts";
import { getPickItem, getQuickInput } from "./quickInput.ts";
import { retryOnTimeout, retryUntilVisible } from "./retry.ts";
import { getSharedExtension } from "./stagedExtension.ts";
import {
  allThemes,
  areScreenshotsInAllThemes,
  areScreenshotsEnabled,
  builtInThemes,
  type Theme,
  themeSettings,
} from "./themes.ts";
import { waitTimeoutMs } from "../wait.ts";
import { WindowLog } from "./windowLog.ts";
import { installVSCode, type VSCodeRelease } from "./installVscode.ts";
import { findExtensionHosts } from "./extensionHosts.ts";
import {
  quietSettings,
  restrictedUnlessTrusted,
  startVSCodeProgram,
  startVSCodeServer,
  createWindowUrl,
  writeMachineSettings,
  writeUserSettings,
} from "./vscodeServer.ts";
import type { Settings, VSCodeServer } from "./vscodeServer.ts";

interface WindowOptions {
  /** The folder or workspace file to open; a new empty folder by default. */
  readonly folder?: string;
  /** User settings in addition to the quiet ones. */
  readonly settings?: Settings;
  readonly machineSettings?: Settings;
  /** The display language, as VS Code names it. */
  readonly language?: string;
  /** Whether folders are trusted without a prompt; granted by default. */
  readonly workspaceTrust?: "granted" | "prompted";
  /** Whether secrets are stored across reloads, as in desktop VS Code. Starting takes longer then. */
  readonly secrets?: "notStored" | "stored";
  /** The folder of another extension to install. */
  readonly otherExtension?: string;
  readonly release?: VSCodeRelease;
  /** Device pixels per CSS pixel, for pictures of documents; 1 by default. */
  readonly scale?: number;
}

/** What all windows of a run share; created with the first window. */
interface SharedParts {
  readonly browser: Browser;
  readonly extension: string;
}

let shared: Promise<SharedParts> | undefined;

const extensionId = "artifacts-for-tuleap.artifacts-for-tuleap";

const openWindows = new Set<VSCodeWindow>();

/** Opens VS Code with the extension installed. Close it at the end of the tests. */
export async function openWindow(options: WindowOptions = {}): Promise<VSCodeWindow> {
  shared ??= createSharedParts();
  const { browser, extension } = await shared;
  return startWindow(browser, extension, options);
}

async function createSharedParts(): Promise<SharedParts> {
  const extension = await getSharedExtension();
  return { browser: await launchChromium(), extension };
}

async function startWindow(
  browser: Browser,
  extension: string,
  options: WindowOptions,
): Promise<VSCodeWindow> {
  const home = createTemporaryFolder();
  const folder = options.folder ?? join(home, "workspace");
  if (options.folder === undefined) await mkdir(folder);
  for (const installed of [
    extension,
    ...(options.otherExtension === undefined ? [] : [options.otherExtension]),
  ]) {
    await cp(installed, join(home, "extensions", basename(installed)), { recursive: true });
  }
  await writeUserSettings(join(home, "data"), {
    ...quietSettings,
    ...themeSettings,
    ...(options.workspaceTrust === "prompted" ? restrictedUnlessTrusted : {}),
    ...options.settings,
  });
  await writeMachineSettings(join(home, "data"), options.machineSettings ?? {});
  const installation = await installVSCode(options.release ?? "newest");
  const server =
    options.secrets === "stored"
      ? await startVSCodeProgram({
          installation,
          userData: join(home, "data"),
          extensions: join(home, "extensions"),
        })
      : await startVSCodeServer({ installation, folder: home, trust: options.workspaceTrust ?? "granted" });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: options.scale ?? 1,
    reducedMotion: "reduce",
    ...builtInThemes.dark.media,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  if (options.language !== undefined) await context.addInitScript(setDisplayLanguage, options.language);
  context.setDefaultTimeout(waitTimeoutMs);
  const title = await readContainerTitle(extension, options.language);
  const end = async (): Promise<void> => {
    await context.close();
    await server.stop();
  };
  return showWindow(await context.newPage(), { home, folder, title, context, server, end });
}

async function showWindow(page: Page, parts: WindowParts): Promise<VSCodeWindow> {
  const { server, folder } = parts;
  const window = new VSCodeWindow(page, parts);
  await page.goto(createWindowUrl(server, folder));
  await Promise.race([window.waitUntilReady(), server.failure]);
  return window;
}

/** Screenshots, logs and texts of all windows, for a failed test: a log may be all that is left of a run. */
export async function screenshotAllWindows(name: string): Promise<void> {
  const windows = [...openWindows];
  for (const { log } of windows) for (const line of log.lines) console.log(`      | ${line}`);
  for (const { page } of windows) {
    for (const line of await readShownLines(page)) console.log(`      > ${line}`);
  }
  await Promise.all(
    windows.map((window, index) => takeFailureScreenshot(window.page, `${name}-${index + 1}`)),
  );
}

/** What the window and the pages in it show. */
async function readShownLines(page: Page): Promise<readonly string[]> {
  const readFrame = (frame: Frame): Promise<string> =>
    frame
      .locator("body")
      .innerText({ timeout: 1_000 })
      // The page may be gone, or busy.
      .catch(() => "");
  const shown = page.frames().filter((frame) => !frame.url().includes("webWorkerExtensionHost"));
  const texts = await Promise.all(shown.map(readFrame));
  return texts.flatMap((text) => text.split("\n").flatMap((line) => line.trim() || []));
}

/** Runs in the page: VS Code reads its language from this variable, and would overwrite it with the stored one. */
function setDisplayLanguage(language: string): void {
  Object.defineProperty(globalThis, "_VSCODE_NLS_LANGUAGE", {
    get: () => language,
    set() {
      // Ignores assignments.
    },
  });
}

interface WindowParts {
  /** The user data folder of VS Code. */
  readonly home: string;
  readonly folder: string;
  readonly title: string | undefined;
  readonly context: BrowserContext;
  readonly server: VSCodeServer;
  /** Closes everything that belongs to this window alone. */
  readonly end: () => Promise<void>;
}

/** One VS Code with its own server, settings and browser profile. */
export class VSCodeWindow {
  readonly page: Page;
  /** The open folder. */
  readonly folder: string;
  /** The user settings file. */
  readonly userSettings: string;
  /** Closes the window and its server; otherwise they are closed at the end of the run. */
  readonly close: () => Promise<void>;
  /** The global storage folder of the extension. */
  readonly storage: string;
  readonly log: WindowLog;
  readonly #parts: WindowParts;

  constructor(page: Page, parts: WindowParts) {
    const { home, folder, end } = parts;
    this.page = page;
    this.log = new WindowLog(page);
    this.folder = folder;
    this.userSettings = join(home, "data", "User", "settings.json");
    this.storage = join(home, "data", "User", "globalStorage", extensionId);
    this.#parts = parts;
    openWindows.add(this);
    this.close = onExit(async () => {
      openWindows.delete(this);
      await end();
    });
  }

  /** Waits until VS Code has scanned the extension, because its commands and views are missing before. */
  async waitUntilReady(): Promise<void> {
    await this.page.locator(".monaco-workbench .statusbar").waitFor();
    if (this.#parts.title !== undefined) await this.#tab(this.#parts.title).waitFor();
  }

  /** Runs a command from the palette by its full title, such as "View: Toggle Panel". */
  async runCommand(title: string): Promise<void> {
    await this.#pickInPalette(`>${title}`, title);
  }

  /** Opens a file of the workspace folder by its name. */
  async openFile(name: string): Promise<void> {
    await this.#pickInPalette(name, name);
  }

  async #pickInPalette(text: string, label: string): Promise<void> {
    const item = getPickItem(this.page, label);
    // The palette doesn't update for commands that are registered after it was opened, as happens while a window
    // starts, and closes when it loses the focus.
    await retryOnTimeout(async (timeout, isRepeated) => {
      if (isRepeated) await this.page.keyboard.press("Escape");
      await this.page.keyboard.press("F1");
      await getQuickInput(this.page).locator("input").fill(text, { timeout });
      await item.click({ timeout });
    });
  }

  /**
   * Moves the focus out of a webview: the palette would return it there later, which closes the quick input of a command, and
   * keys would go there. A quick input that was just closed may return it there, too, so the key is pressed again.
   */
  async focusSideBar(): Promise<void> {
    await retryOnTimeout(async (timeout) => {
      await this.page.keyboard.press("ControlOrMeta+0");
      await this.page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME", undefined, {
        timeout,
      });
    });
  }

  /** Closes all editors, and leaves the focus in the side bar. */
  async closeEditors(): Promise<void> {
    await this.focusSideBar();
    await this.runCommand("View: Close All Editors");
    await this.page.locator(".tab").first().waitFor({ state: "detached" });
  }

  /** Shows the views of the extension, or another view container. */
  async showViews(title: string | undefined = this.#parts.title): Promise<void> {
    if (title === undefined) throw new Error("The extension has no view container.");
    const tab = this.#tab(title);
    // While a window restores its views, a tab isn't marked as selected yet, and the click hides them.
    await retryUntilVisible(
      this.page.locator(".sidebar .composite.title").getByText(title).first(),
      async () => {
        if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
      },
    );
  }

  #tab(title: string): Locator {
    // With a badge, the name also includes its text.
    return this.page.locator(".activitybar").getByRole("tab", { name: new RegExp(`^${title}( - |$)`) });
  }

  /** As if the system theme changed: open lists, hovers and the selection stay. */
  async setTheme(theme: Theme): Promise<void> {
    const { media, cssClass } = builtInThemes[theme];
    await this.page.emulateMedia(media);
    await this.page.locator(`.monaco-workbench.${cssClass}`).waitFor();
  }

  /** Copies an image to the clipboard, as a screenshot tool does. */
  async copyImage(image: Uint8Array): Promise<void> {
    await this.page.evaluate(
      async (bytes) => {
        const png = new Blob([new Uint8Array(bytes)], { type: "image/png" });
        await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
      },
      [...image],
    );
  }

  /** Waits until the clipboard has this text. */
  async waitForClipboard(text: string): Promise<void> {
    await this.page.waitForFunction(
      async (expected) => (await navigator.clipboard.readText()) === expected,
      text,
    );
  }

  /** The page that an action opens in the browser. */
  async waitForPopup(action: () => Promise<void>): Promise<Page> {
    const [page] = await Promise.all([this.page.context().waitForEvent("page"), action()]);
    return page;
  }

  /** Kills the extension host like a crash: VS Code restarts it without a message. */
  async killExtensionHost(): Promise<void> {
    const before = await findExtensionHosts(this.#parts.server.process);
    const newest = before.at(-1);
    if (newest === undefined) throw new Error("There is no extension host.");
    process.kill(newest, "SIGKILL");
  }

  /** Reloads the window and waits until it is ready. */
  async reload(): Promise<void> {
    let isReloaded = false;
    while (!isReloaded) isReloaded = await this.#tryReload();
    await this.waitUntilReady();
  }

  /**
   * False if the browser asks whether to leave: VS Code has it ask as long as it hasn't backed up the text of an editor, which
   * would be lost.
   */
  async #tryReload(): Promise<boolean> {
    const { page } = this;
    let stay: (dialog: Dialog) => void = () => undefined;
    const refused = new Promise<boolean>((resolve, reject) => {
      stay = (dialog) => void dialog.dismiss().then(() => resolve(false), reject);
    });
    page.on("dialog", stay);
    try {
      const loaded = page.waitForEvent("load").then(() => true);
      const [isReloaded] = await Promise.all([
        Promise.race([loaded, refused]),
        this.runCommand("Developer: Reload Window"),
      ]);
      return isReloaded;
    } finally {
      page.off("dialog", stay);
    }
  }

  /** A second window of the same user, with another folder. */
  async openAnother(): Promise<VSCodeWindow> {
    const page = await this.#parts.context.newPage();
    const folder = await mkdtemp(join(this.#parts.home, "workspace-"));
    const end = async (): Promise<void> => {
      // Only navigating away ends the extension host; closing the page leaves it waiting.
      await page.goto("about:blank");
      await page.close();
    };
    return showWindow(page, { ...this.#parts, folder, end });
  }

  /** A screenshot with a tab of this width, in a window with nothing else. */
  async narrowScreenshot(name: string, width: number): Promise<void> {
    if (!areScreenshotsEnabled()) return;
    const size = this.page.viewportSize();
    const activityBar = await this.page.locator(".activitybar").boundingBox();
    await this.runCommand("View: Toggle Primary Side Bar Visibility");
    await this.page.setViewportSize({ width: width + Math.ceil(activityBar?.width ?? 0) + 12, height: 1000 });
    await this.screenshot(name);
    if (size !== null) await this.page.setViewportSize(size);
    await this.runCommand("View: Toggle Primary Side Bar Visibility");
  }

  /** A screenshot in the dark theme, or in every theme if enabled. */
  async screenshotThemes(name: string): Promise<void> {
    if (!areScreenshotsInAllThemes()) {
      await this.screenshot(`${name}-dark`);
      return;
    }
    for (const theme of allThemes) {
      await this.setTheme(theme);
      await this.screenshot(`${name}-${theme}`);
    }
    await this.setTheme("dark");
  }

  screenshot(name: string): Promise<void> {
    return takeScreenshot(this.page, name);
  }
}
