import { cp, mkdir, mkdtemp } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";
import { containerTitle } from "./containerTitle.ts";
import { atEnd, temporaryFolder } from "../ending.ts";
import { takePicture, takePictureOfFailure } from "./pictures.ts";
import { pickable, quickInput } from "./quickInput.ts";
import { repeat } from "./repeat.ts";
import { sharedExtension } from "./stagedExtension.ts";
import {
  allThemes,
  arePicturesInEveryTheme,
  arePicturesTaken,
  builtInThemes,
  type Theme,
  themeSettings,
} from "./themes.ts";
import { waitLimitMs } from "../wait.ts";
import { WindowDiary } from "./windowDiary.ts";
import { installVSCode, type VSCodeAge } from "./vscodeInstall.ts";
import { extensionHosts } from "./extensionHosts.ts";
import {
  quietSettings,
  restrictedUnlessTrusted,
  startVSCodeProgram,
  startVSCodeServer,
  windowAddress,
  writeMachineSettings,
  writeUserSettings,
} from "./vscodeServer.ts";
import type { Settings, VSCodeServer } from "./vscodeServer.ts";

interface WindowOptions {
  /** The folder or the file of a workspace to open; an empty folder of its own if none is given. */
  readonly folder?: string;
  /** User settings, besides those that keep VS Code quiet. */
  readonly settings?: Settings;
  readonly machineSettings?: Settings;
  /** The display language, as VS Code names it. */
  readonly language?: string;
  /** Whether folders are trusted without a question, as in all other windows. */
  readonly trust?: "given" | "asked";
  /** Whether secrets outlive a reload, as on a person's machine. Starting takes longer then. */
  readonly secrets?: "forgotten" | "kept";
  /** The folder of another extension, installed beside ours. */
  readonly companion?: string;
  readonly age?: VSCodeAge;
}

/** What all windows of a run share; made when the first of them is opened. */
interface Shared {
  readonly browser: Browser;
  readonly extension: string;
}

let shared: Promise<Shared> | undefined;

const extensionId = "artifacts-for-tuleap.artifacts-for-tuleap";

const openWindows = new Set<VSCodeWindow>();

/** Opens VS Code with the extension installed as a person has it. Close it when the tests are through. */
export async function openWindow(options: WindowOptions = {}): Promise<VSCodeWindow> {
  shared ??= share();
  const { browser, extension } = await shared;
  return startWindow(browser, extension, options);
}

async function share(): Promise<Shared> {
  const extension = await sharedExtension();
  return { browser: await launchChromium(), extension };
}

async function startWindow(
  browser: Browser,
  extension: string,
  options: WindowOptions,
): Promise<VSCodeWindow> {
  const home = temporaryFolder();
  const folder = options.folder ?? join(home, "workspace");
  if (options.folder === undefined) await mkdir(folder);
  for (const installed of [extension, ...(options.companion === undefined ? [] : [options.companion])]) {
    await cp(installed, join(home, "extensions", basename(installed)), { recursive: true });
  }
  await writeUserSettings(join(home, "data"), {
    ...quietSettings,
    ...themeSettings,
    ...(options.trust === "asked" ? restrictedUnlessTrusted : {}),
    ...options.settings,
  });
  await writeMachineSettings(join(home, "data"), options.machineSettings ?? {});
  const installation = await installVSCode(options.age ?? "newest");
  const server =
    options.secrets === "kept"
      ? await startVSCodeProgram({
          installation,
          userData: join(home, "data"),
          extensions: join(home, "extensions"),
        })
      : await startVSCodeServer({ installation, folder: home, trust: options.trust ?? "given" });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...builtInThemes.dark.media,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  if (options.language !== undefined) await context.addInitScript(setDisplayLanguage, options.language);
  context.setDefaultTimeout(waitLimitMs);
  const title = await containerTitle(extension, options.language);
  const end = async (): Promise<void> => {
    await context.close();
    await server.stop();
  };
  return showWindow(await context.newPage(), { home, folder, title, context, server, end });
}

async function showWindow(page: Page, parts: WindowParts): Promise<VSCodeWindow> {
  const { server, folder } = parts;
  const window = new VSCodeWindow(page, parts);
  await page.goto(windowAddress(server, folder));
  await Promise.race([window.ready(), server.failed]);
  return window;
}

/** Pictures of all windows, to see what they showed when a test failed, and what they went through before. */
export async function screenshotAll(name: string): Promise<void> {
  const windows = [...openWindows];
  for (const { diary } of windows) for (const line of diary.lines) console.log(`      | ${line}`);
  await Promise.all(
    windows.map((window, index) => takePictureOfFailure(window.page, `${name}-${index + 1}`)),
  );
}

/** Runs in the page: VS Code takes its language from this variable and would set it from what it has stored. */
function setDisplayLanguage(language: string): void {
  Object.defineProperty(globalThis, "_VSCODE_NLS_LANGUAGE", {
    get: () => language,
    set() {
      // Kept as it is.
    },
  });
}

interface WindowParts {
  /** Where VS Code keeps everything about the person. */
  readonly home: string;
  readonly folder: string;
  readonly title: string | undefined;
  readonly context: BrowserContext;
  readonly server: VSCodeServer;
  /** Ends all that belongs to this window alone. */
  readonly end: () => Promise<void>;
}

/** One VS Code with its own server, settings and browser profile. */
export class VSCodeWindow {
  readonly page: Page;
  /** The folder that is open in it. */
  readonly folder: string;
  /** The file of the person's settings. */
  readonly userSettings: string;
  /** Ends the window and its server; at the latest the end of the run does. */
  readonly close: () => Promise<void>;
  /** Where the extension may keep what belongs to no workspace. */
  readonly storage: string;
  readonly diary: WindowDiary;
  readonly #parts: WindowParts;

  constructor(page: Page, parts: WindowParts) {
    const { home, folder, end } = parts;
    this.page = page;
    this.diary = new WindowDiary(page);
    this.folder = folder;
    this.userSettings = join(home, "data", "User", "settings.json");
    this.storage = join(home, "data", "User", "globalStorage", extensionId);
    this.#parts = parts;
    openWindows.add(this);
    this.close = atEnd(async () => {
      openWindows.delete(this);
      await end();
    });
  }

  /** Waits until VS Code has read the extension, as only then its commands and views are there. */
  async ready(): Promise<void> {
    await this.page.locator(".monaco-workbench .statusbar").waitFor();
    if (this.#parts.title !== undefined) await this.#tab(this.#parts.title).waitFor();
  }

  /** Runs a command from the palette by its full title, as in "View: Toggle Panel". */
  async runCommand(title: string): Promise<void> {
    const item = pickable(this.page, title);
    // The palette does not notice commands that come after it was opened, as they do while a window starts, and is closed by
    // whatever takes the focus.
    await repeat(async (timeout, isRepeated) => {
      if (isRepeated) await this.page.keyboard.press("Escape");
      await this.page.keyboard.press("F1");
      await quickInput(this.page).locator("input").fill(`>${title}`, { timeout });
      await item.click({ timeout });
    });
  }

  /** Shows the views of the extension, or another container of the activity bar. */
  async showViews(title: string | undefined = this.#parts.title): Promise<void> {
    if (title === undefined) throw new Error("The extension has no place in the activity bar.");
    const tab = this.#tab(title);
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
    await this.page.locator(".sidebar .composite.title").getByText(title).first().waitFor();
  }

  #tab(title: string): Locator {
    // With something unsent, its badge is a part of the name.
    return this.page.locator(".activitybar").getByRole("tab", { name: new RegExp(`^${title}( - |$)`) });
  }

  /** As the system around it changes to another one: whatever is open stays so, lists, hovers, the caret. */
  async #setTheme(theme: Theme): Promise<void> {
    const { media, cssClass } = builtInThemes[theme];
    await this.page.emulateMedia(media);
    await this.page.locator(`.monaco-workbench.${cssClass}`).waitFor();
  }

  /** Puts a picture into the clipboard, as a tool for screenshots does. */
  async copyPicture(png: Uint8Array): Promise<void> {
    await this.page.evaluate(
      async (bytes) => {
        const picture = new Blob([new Uint8Array(bytes)], { type: "image/png" });
        await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      },
      [...png],
    );
  }

  /** Waits until the clipboard holds this text. */
  async waitForClipboard(text: string): Promise<void> {
    await this.page.waitForFunction(
      async (expected) => (await navigator.clipboard.readText()) === expected,
      text,
    );
  }

  /** The page that an action opens in the browser. */
  async opened(action: () => Promise<void>): Promise<Page> {
    const [page] = await Promise.all([this.page.context().waitForEvent("page"), action()]);
    return page;
  }

  /** Ends the extension host as a crash does: VS Code starts another one without a word. */
  async killExtensionHost(): Promise<void> {
    const before = await extensionHosts(this.#parts.server.process);
    const newest = before.at(-1);
    if (newest === undefined) throw new Error("There is no extension host.");
    process.kill(newest, "SIGKILL");
  }

  /** Loads the window anew, as its command does, and waits until it is ready. */
  async reload(): Promise<void> {
    await Promise.all([this.page.waitForEvent("load"), this.runCommand("Developer: Reload Window")]);
    await this.ready();
  }

  /** A second window of the same person, on a folder of its own. */
  async another(): Promise<VSCodeWindow> {
    const page = await this.#parts.context.newPage();
    const folder = await mkdtemp(join(this.#parts.home, "workspace-"));
    const end = async (): Promise<void> => {
      // Only a page that is left tells its extension host to end; one that is closed leaves it waiting.
      await page.goto("about:blank");
      await page.close();
    };
    return showWindow(page, { ...this.#parts, folder, end });
  }

  /** A picture with a tab of this width, in a window without anything beside it. */
  async narrowScreenshot(name: string, width: number): Promise<void> {
    if (!arePicturesTaken()) return;
    const size = this.page.viewportSize();
    const beside = await this.page.locator(".activitybar").boundingBox();
    await this.runCommand("View: Toggle Primary Side Bar Visibility");
    await this.page.setViewportSize({ width: width + Math.ceil(beside?.width ?? 0) + 12, height: 1000 });
    await this.screenshot(name);
    if (size !== null) await this.page.setViewportSize(size);
    await this.runCommand("View: Toggle Primary Side Bar Visibility");
  }

  /** A picture for people to look at: of a dark window, or one for each theme where that was asked for. */
  async pictures(name: string): Promise<void> {
    if (!arePicturesInEveryTheme()) {
      await this.screenshot(`${name}-dark`);
      return;
    }
    for (const theme of allThemes) {
      await this.#setTheme(theme);
      await this.screenshot(`${name}-${theme}`);
    }
    await this.#setTheme("dark");
  }

  screenshot(name: string): Promise<void> {
    return takePicture(this.page, name);
  }
}
