// Watches a page for everything that a hostile string could make it do.
import type { BrowserPage } from "../../support/page/browserPage.ts";
import { alarmFunction } from "../support/hostileScripts.ts";
import { recordFigure } from "../support/runSettings.ts";

/** Protocols that links may have. */
const safeProtocols = new Set(["http:", "https:", "mailto:"]);

/**
 * Messages of the parser, not violations: DOMPurify parses in an inert document, to which the page's policy applies too. Whether
 * anything gets through is checked in the page itself, also without a policy.
 */
const parserMessages =
  /^(?:Executing inline event handler|Applying inline style|Setting the document's base URI to '.*') violates the following Content/s;

export class PageWatcher {
  readonly #window: BrowserPage;
  readonly #origin: string;
  readonly #events: string[] = [];
  #errorCount = 0;
  #requestCount = 0;

  readonly #recordsFigures: boolean;

  private constructor(window: BrowserPage, recordsFigures: boolean) {
    this.#window = window;
    this.#recordsFigures = recordsFigures;
    this.#origin = new URL(window.page.url()).origin;
  }

  /** Watches from now on; the content before is safe. */
  static async watch(
    window: BrowserPage,
    figures: "recorded" | "ignored" = "recorded",
  ): Promise<PageWatcher> {
    const watcher = new PageWatcher(window, figures === "recorded");
    await watcher.#start();
    return watcher;
  }

  async #start(): Promise<void> {
    const { page } = this.#window;
    this.#errorCount = this.#window.browserErrors.length;
    this.#requestCount = this.#window.requests.length;
    page.on("dialog", (dialog) => {
      this.#events.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("framenavigated", (frame) => this.#events.push(`navigated to ${frame.url()}`));
    page.on("worker", (worker) => this.#events.push(`a worker: ${worker.url()}`));
    page.on("download", (download) => this.#events.push(`a download: ${download.url()}`));
    page.context().on("page", (other) => this.#events.push(`another page: ${other.url()}`));
    await page
      .context()
      .route("**/*", (route) =>
        route.request().url().startsWith(`${this.#origin}/`) ? route.continue() : route.abort(),
      );
    await page.evaluate((name) => {
      const ran: unknown[] = [];
      Object.assign(globalThis, { [name]: (number: unknown) => void ran.push(number), [`${name}Of`]: ran });
    }, alarmFunction);
  }

  /** Returns what happened since the last call, and forbidden content of the page. */
  async findViolations(): Promise<readonly string[]> {
    const { page, requests, browserErrors } = this.#window;
    const ran = await page.evaluate((name) => {
      const calls = (globalThis as unknown as Record<string, unknown[]>)[`${name}Of`];
      return calls?.map(String) ?? ["the alarm function is gone"];
    }, alarmFunction);
    const found = [
      ...this.#events.splice(0),
      ...ran.map((number) => `ran: ${number}`),
      ...requests
        .slice(this.#requestCount)
        .filter((url) => !url.startsWith(`${this.#origin}/`) && !url.startsWith("data:image/"))
        .map((url) => `requested ${url}`),
      ...browserErrors
        .slice(this.#errorCount)
        .filter((text) => !parserMessages.test(text))
        .map((text) => `browser error: ${text}`),
      ...(page.frames().length > 1 ? ["has a frame"] : []),
      ...(await page.evaluate(findForbiddenElements, this.#origin)),
    ];
    this.#requestCount = requests.length;
    this.#errorCount = browserErrors.length;
    if (this.#recordsFigures) recordFigure("violations", found.length);
    return found;
  }

  /** Clicks every link, and fires events on all elements of texts. */
  async triggerAllElements(): Promise<void> {
    await this.#window.page.evaluate(triggerAllElements);
    await this.waitForFrames();
  }

  /** Waits two frames, until content is rendered and has requested its images. */
  async waitForFrames(): Promise<void> {
    await this.#window.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}

/** Returns URLs with a forbidden protocol that the page asked the host to open. */
export function findUnsafeUrls(calls: readonly unknown[]): readonly string[] {
  const urls = calls.map((params) => String((params as { readonly address: unknown }).address));
  const unsafe = urls.filter((url) => {
    const parsed = URL.canParse(url, "https://site.example/a/")
      ? new URL(url, "https://site.example/a/")
      : undefined;
    return parsed !== undefined && !safeProtocols.has(parsed.protocol);
  });
  recordFigure("violations", unsafe.length);
  return unsafe;
}

/** Runs in the page. */
function findForbiddenElements(origin: string): string[] {
  const found: string[] = [];
  const tags =
    "animate applet audio base body embed form frame frameset iframe image link marquee math meta object portal script set source style template title track use video";
  const ownTags = new Set(["body", "link", "meta", "script", "title"]);
  const forbidden = new Set(tags.split(" "));
  const urlAttributes = new Set([
    "action",
    "background",
    "cite",
    "data",
    "formaction",
    "href",
    "ping",
    "poster",
    "src",
    "srcdoc",
    "srcset",
    "xlink:href",
  ]);
  const visit = (root: Document | ShadowRoot | Element): void => {
    for (const element of root.querySelectorAll("*")) {
      const tag = element.localName;
      const isOwn =
        ownTags.has(tag) && element.closest("main") === null && element.getRootNode() === document;
      // vscode-elements link the style sheet in their shadow root.
      const isOwnStyle = tag === "link" && (element.getAttribute("href") ?? "").startsWith(`${origin}/`);
      if (forbidden.has(tag) && !isOwn && !isOwnStyle) found.push(`<${tag}>`);
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) found.push(`${tag} ${name}=${value.slice(0, 80)}`);
        const isImageData = tag === "img" && name === "src" && value.startsWith("data:image/");
        if (urlAttributes.has(name) && !isOwn && !isImageData && !value.startsWith(`${origin}/`)) {
          found.push(`${tag} ${name}=${value.slice(0, 80)}`);
        }
        const isInServerText = element.closest("artifact-rich-text") !== null && tag !== "artifact-rich-text";
        if (isInServerText && ["id", "name", "is", "slot", "part", "style"].includes(name)) {
          found.push(`${tag} ${name}=${value.slice(0, 80)} in a text of the server`);
        }
      }
      if (element.shadowRoot !== null) visit(element.shadowRoot);
    }
  };
  visit(document);
  for (const name of ["getElementById", "querySelector", "body", "head", "documentElement", "cookie"]) {
    const isOverwritten = Object.hasOwn(document, name);
    if (isOverwritten) found.push(`document.${name} is overwritten`);
  }
  return found;
}

/** Runs in the page. */
function triggerAllElements(): void {
  for (const element of document.querySelectorAll("artifact-rich-text *")) {
    for (const type of ["mouseover", "pointerover", "focus", "toggle", "animationstart", "error", "load"]) {
      element.dispatchEvent(new Event(type, { bubbles: false }));
    }
    const isLink = element.matches("a, area, [data-url], [role=link]");
    if (isLink && element instanceof HTMLElement) element.click();
  }
}
