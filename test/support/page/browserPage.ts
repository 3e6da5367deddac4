// Opens pages of the extension in a real browser, in an environment like that of a webview.
import type { Browser, Page } from "playwright-core";
import type { RpcMessage } from "../../../src/protocol/rpc.ts";
import { launchChromium } from "../window/chromium.ts";
import { waitTimeoutMs } from "../wait.ts";
import { type ThemeStyle, getThemeStyle } from "./form/themeStyle.ts";
import { takeScreenshot } from "../window/screenshots.ts";
import type { Theme } from "../window/themes.ts";

export interface PageOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Zoom factor; the size of the tab stays the same. */
  readonly zoom?: number;
  readonly contentSecurityPolicy?: "enforced" | "ignored";
}

let browser: Promise<Browser> | undefined;
let pagesOpened = 0;

/** Released tabs by their options. Opening a page in an existing tab is much faster than in a new one. */
const idleTabs = new Map<string, BrowserTab[]>();

/** Events that tests listen to; the listeners are removed with the page. */
const listenedEvents = ["console", "dialog", "download", "pageerror", "popup", "request"] as const;

/** Runs in the page before its own script, as VS Code's own webview script does. */
function emulateWebview({ bodyClass, variables }: ThemeStyle): void {
  const apply = (): void => {
    for (const [name, value] of Object.entries(variables)) {
      document.documentElement.style.setProperty(name, value);
    }
    document.body.className = bodyClass;
    document.body.dataset["vscodeThemeKind"] = bodyClass.split(" ")[0];
  };
  document.addEventListener("DOMContentLoaded", apply);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer vscode-default {
    html { background: var(--vscode-editor-background); }
    body {
      background-color: transparent; color: var(--vscode-editor-foreground); margin: 0; padding: 0 20px;
      font-family: var(--vscode-font-family); font-size: var(--vscode-font-size);
    }
    input:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
  }`);
  document.adoptedStyleSheets = [sheet];
  const bindings = globalThis as unknown as {
    postToHost: (from: number, message: unknown) => Promise<void>;
  };
  Object.assign(globalThis, {
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => void bindings.postToHost(Number(location.search.slice(1)), message),
      getState: () => JSON.parse(sessionStorage.getItem(location.href) ?? "null") as unknown,
      setState: (state: unknown) => sessionStorage.setItem(location.href, JSON.stringify(state)),
    }),
  });
}

export class BrowserPage {
  readonly page: Page;
  /** Posts a message to the page. */
  readonly post: (message: RpcMessage) => void;
  /** URLs of all requests of the page. */
  readonly requests: readonly string[];
  /** Errors and warnings of the console, and uncaught errors. */
  readonly browserErrors: readonly string[];
  readonly close: () => Promise<void>;

  constructor(tab: BrowserTab) {
    const { page } = tab;
    const [requests, errors]: [string[], string[]] = [[], []];
    this.page = page;
    this.post = createPoster(tab);
    this.requests = requests;
    this.browserErrors = errors;
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    this.close = () => tab.release();
  }

  /** Waits for a condition in the fake host. */
  async waitUntil(description: string, isTrue: () => boolean): Promise<void> {
    for (const end = Date.now() + waitTimeoutMs; !isTrue(); await this.page.evaluate(waitForFrame)) {
      if (Date.now() > end) throw new Error(`Timed out waiting for: ${description}.`);
    }
  }

  async screenshot(
    name: string,
    { isFullPage = true }: { readonly isFullPage?: boolean } = {},
  ): Promise<void> {
    await takeScreenshot(this.page, name, { isFullPage });
  }
}

function waitForFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Posts messages in order and serialized as JSON, as a webview does. */
function createPoster(tab: BrowserTab): (message: RpcMessage) => void {
  const { page, pageNumber } = tab;
  let last: Promise<unknown> = Promise.resolve();
  return (message) => {
    last = last
      .then(() => page.evaluate(deliverMessage, { pageNumber, text: JSON.stringify(message) }))
      // Ignore errors of a page that is closed meanwhile.
      .catch(() => undefined);
  };
}

/** Ignores messages that were meant for the previous page of the tab. */
function deliverMessage({ pageNumber, text }: { readonly pageNumber: number; readonly text: string }): void {
  if (location.search === `?${pageNumber}`) window.postMessage(JSON.parse(text), "*");
}

type MessageListener = (message: RpcMessage) => Promise<void>;

/** A tab of the browser that is reused for several pages. */
export class BrowserTab {
  readonly page: Page;
  readonly #options: Required<PageOptions>;
  #onMessage: MessageListener | undefined;
  /** Part of the URL of the current page. */
  pageNumber = 0;

  private constructor(page: Page, options: Required<PageOptions>) {
    this.page = page;
    this.#options = options;
  }

  /** `onMessage` gets the messages that the page posts. */
  static async open(
    { theme = "dark", width = 1180, height = 900, zoom = 1, contentSecurityPolicy = "enforced" }: PageOptions,
    onMessage: MessageListener,
  ): Promise<BrowserTab> {
    const options = { theme, width, height, zoom, contentSecurityPolicy };
    const tab = idleTabs.get(JSON.stringify(options))?.pop() ?? (await BrowserTab.#openNew(options));
    tab.#onMessage = onMessage;
    tab.pageNumber = ++pagesOpened;
    return tab;
  }

  static async #openNew(options: Required<PageOptions>): Promise<BrowserTab> {
    browser ??= launchChromium();
    const context = await (
      await browser
    ).newContext({
      viewport: getViewport(options),
      deviceScaleFactor: options.zoom,
      reducedMotion: "reduce",
      bypassCSP: options.contentSecurityPolicy === "ignored",
    });
    context.setDefaultTimeout(waitTimeoutMs);
    const tab = new BrowserTab(await context.newPage(), options);
    await context.exposeFunction("postToHost", (from: number, message: RpcMessage) =>
      from === tab.pageNumber ? tab.#onMessage?.(message) : undefined,
    );
    await context.addInitScript(emulateWebview, getThemeStyle(options.theme));
    return tab;
  }

  /** Each page has its own URL, because messages and state of the previous page may arrive late. */
  async goto(url: string): Promise<void> {
    await this.page.goto(new URL(`?${this.pageNumber}`, url).href);
  }

  /** Resets the tab for the next page. */
  async release(): Promise<void> {
    const { page } = this;
    if (this.#onMessage === undefined) return;
    this.#onMessage = undefined;
    for (const event of listenedEvents) page.removeAllListeners(event);
    // Only a page of the same origin can clear the storage.
    await page.goto(new URL("/media/shared.css", page.url()).href);
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await page.context().clearPermissions();
    await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: "reduce" });
    await page.setViewportSize(getViewport(this.#options));
    await page.mouse.move(0, 0);
    const key = JSON.stringify(this.#options);
    idleTabs.set(key, [...(idleTabs.get(key) ?? []), this]);
  }
}

function getViewport({ width, height, zoom }: Required<PageOptions>): { width: number; height: number } {
  return { width: Math.round(width / zoom), height: Math.round(height / zoom) };
}
