// The page of a form in a real browser, with a host of the test's own at the other end.
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import type { PageTexts } from "../../src/protocol/pageTexts.ts";
import type { Message } from "../../src/protocol/rpc.ts";
import { launchChromium } from "./chromium.ts";
import { atEnd } from "./ending.ts";
import { englishTexts } from "./formPage/englishTexts.ts";
import { FakeHost, type FakeHostOptions } from "./formPage/fakeHost.ts";
import { pageAddress } from "./formPage/pageServer.ts";
import { type ThemeStyle, themeStyle } from "./formPage/themeStyle.ts";
import { repository } from "./repository.ts";
import type { Theme } from "./themes.ts";

interface FormPageOptions extends FakeHostOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
}

let browser: Promise<Browser> | undefined;

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
  const bindings = globalThis as unknown as { postToHost: (message: unknown) => Promise<void> };
  Object.assign(globalThis, {
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => void bindings.postToHost(message),
      getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") as unknown,
      setState: (state: unknown) => sessionStorage.setItem("state", JSON.stringify(state)),
    }),
  });
}

export class FormPageWindow {
  readonly page: Page;
  /** What the page talks to; after a reload another one, if the test wants so. */
  host: FakeHost;
  /** Says something to the page. */
  readonly post: (message: Message) => void;
  readonly texts = englishTexts;
  /** Everything that the page asked of any server. */
  readonly requests: readonly string[];
  /** What the browser had to complain about. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;

  constructor(context: BrowserContext, page: Page, options: FakeHostOptions, texts: PageTexts) {
    const [requests, complaints]: [string[], string[]] = [[], []];
    this.page = page;
    this.post = poster(page);
    this.host = new FakeHost(options, texts, this.post);
    this.requests = requests;
    this.complaints = complaints;
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    this.close = atEnd(() => context.close());
  }

  /** A field by its label, with everything that stands in its place. */
  field(label: string): Locator {
    return this.page
      .locator("artifact-field")
      .filter({ has: this.page.locator(".label-row bdi").getByText(label, { exact: true }) });
  }

  /** Waits until something is so in the host. */
  async until(what: string, isSo: () => boolean): Promise<void> {
    for (const end = Date.now() + 10_000; !isSo(); await this.page.evaluate(nextFrame)) {
      if (Date.now() > end) throw new Error(`It did not come to this: ${what}.`);
    }
  }

  async screenshot(name: string, { isWhole = true }: { readonly isWhole?: boolean } = {}): Promise<void> {
    const path = join(repository, "out", "screenshots", `${name}.png`);
    await this.page.screenshot({ path, fullPage: isWhole });
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Posts in order, as a webview does. */
function poster(page: Page): (message: Message) => void {
  let last: Promise<unknown> = Promise.resolve();
  return (message) => {
    last = last
      .then(() => page.evaluate((data) => window.postMessage(data, "*"), message))
      // A page that goes away hears nothing more.
      .catch(() => undefined);
  };
}

export async function openFormPage(options: FormPageOptions): Promise<FormPageWindow> {
  browser ??= launchChromium();
  const [chromium, address, texts] = await Promise.all([browser, pageAddress(), englishTexts()]);
  const context = await chromium.newContext({
    viewport: { width: options.width ?? 1180, height: options.height ?? 900 },
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const window = new FormPageWindow(context, page, options, texts);
  await context.exposeFunction("postToHost", (message: Message) => window.host.receive(message));
  await context.addInitScript(becomeWebview, themeStyle(options.theme ?? "dark"));
  await page.goto(address);
  await page.locator(".actions-bar").waitFor();
  return window;
}
