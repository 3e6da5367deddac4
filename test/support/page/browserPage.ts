// A page of ours in a real browser, as a webview has it, with a host of the test's own at the other end.
import type { Browser, Page } from "playwright-core";
import type { Message } from "../../../src/protocol/rpc.ts";
import { launchChromium } from "../window/chromium.ts";
import { waitLimitMs } from "../wait.ts";
import { type ThemeStyle, themeStyle } from "./form/themeStyle.ts";
import { takePicture } from "../window/pictures.ts";
import type { Theme } from "../window/themes.ts";

export interface PageLook {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** How many times larger everything is than usual, in a tab of the same size. */
  readonly zoom?: number;
  /** Whether the page's content security policy holds, as it does for everybody. */
  readonly policy?: "kept" | "ignored";
}

let browser: Promise<Browser> | undefined;
let pagesOpened = 0;

/** Tabs that nobody uses any more, by their look: opening another page there is much cheaper than another tab. */
const unused = new Map<string, BrowserTab[]>();

/** What tests listen to in a page. */
const listenedTo = ["console", "dialog", "download", "pageerror", "popup", "request"] as const;

/** What a webview does before the page's own script runs. */
function becomeWebview({ bodyClass, variables }: ThemeStyle): void {
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
  /** Says something to the page. */
  readonly post: (message: Message) => void;
  /** Everything that the page asked of any server. */
  readonly requests: readonly string[];
  /** What the browser had to complain about. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;

  constructor(tab: BrowserTab) {
    const { page } = tab;
    const [requests, complaints]: [string[], string[]] = [[], []];
    this.page = page;
    this.post = poster(tab);
    this.requests = requests;
    this.complaints = complaints;
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    this.close = () => tab.leave();
  }

  /** Waits until something is so in the host. */
  async until(what: string, isSo: () => boolean): Promise<void> {
    for (const end = Date.now() + waitLimitMs; !isSo(); await this.page.evaluate(nextFrame)) {
      if (Date.now() > end) throw new Error(`It did not come to this: ${what}.`);
    }
  }

  async screenshot(name: string, { isWhole = true }: { readonly isWhole?: boolean } = {}): Promise<void> {
    await takePicture(this.page, name, { isWhole });
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Posts in order, and as JSON, as a webview does. */
function poster(tab: BrowserTab): (message: Message) => void {
  const { page, pageNumber } = tab;
  let last: Promise<unknown> = Promise.resolve();
  return (message) => {
    last = last
      .then(() => page.evaluate(deliver, { pageNumber, text: JSON.stringify(message) }))
      // A page that goes away hears nothing more.
      .catch(() => undefined);
  };
}

/** What waited until the next page was there is not for that one. */
function deliver({ pageNumber, text }: { readonly pageNumber: number; readonly text: string }): void {
  if (location.search === `?${pageNumber}`) window.postMessage(JSON.parse(text), "*");
}

type Hear = (message: Message) => Promise<void>;

/** A tab of the browser, with one page after the other in it. */
export class BrowserTab {
  readonly page: Page;
  readonly #look: Required<PageLook>;
  #hear: Hear | undefined;
  /** Of the page that is open, or is about to be: part of its address. */
  pageNumber = 0;

  private constructor(page: Page, look: Required<PageLook>) {
    this.page = page;
    this.#look = look;
  }

  /** A tab that is about to open a page; what that posts goes to whoever hears it. */
  static async open(
    { theme = "dark", width = 1180, height = 900, zoom = 1, policy = "kept" }: PageLook,
    hear: Hear,
  ): Promise<BrowserTab> {
    const look = { theme, width, height, zoom, policy };
    const tab = unused.get(JSON.stringify(look))?.pop() ?? (await BrowserTab.#openNew(look));
    tab.#hear = hear;
    tab.pageNumber = ++pagesOpened;
    return tab;
  }

  static async #openNew(look: Required<PageLook>): Promise<BrowserTab> {
    browser ??= launchChromium();
    const context = await (
      await browser
    ).newContext({
      viewport: viewportOf(look),
      deviceScaleFactor: look.zoom,
      reducedMotion: "reduce",
      bypassCSP: look.policy === "ignored",
    });
    context.setDefaultTimeout(waitLimitMs);
    const tab = new BrowserTab(await context.newPage(), look);
    await context.exposeFunction("postToHost", (from: number, message: Message) =>
      from === tab.pageNumber ? tab.#hear?.(message) : undefined,
    );
    await context.addInitScript(becomeWebview, themeStyle(look.theme));
    return tab;
  }

  /** Each page has an address of its own: what the one before says and writes at its end may come late. */
  async goto(address: string): Promise<void> {
    await this.page.goto(new URL(`?${this.pageNumber}`, address).href);
  }

  /** Leaves it to the next page as if it were new. */
  async leave(): Promise<void> {
    const { page } = this;
    if (this.#hear === undefined) return;
    this.#hear = undefined;
    for (const event of listenedTo) page.removeAllListeners(event);
    // Only a page of the same origin can take away what was kept.
    await page.goto(new URL("/media/pages.css", page.url()).href);
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await page.context().clearPermissions();
    await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: "reduce" });
    await page.setViewportSize(viewportOf(this.#look));
    await page.mouse.move(0, 0);
    const key = JSON.stringify(this.#look);
    unused.set(key, [...(unused.get(key) ?? []), this]);
  }
}

function viewportOf({ width, height, zoom }: Required<PageLook>): { width: number; height: number } {
  return { width: Math.round(width / zoom), height: Math.round(height / zoom) };
}
