// Watches a page for everything that a hostile string could make it do.
import type { BrowserPage } from "../../support/page/browserPage.ts";
import { alarm } from "../support/script.ts";
import { note } from "../support/plan.ts";

/** Where a link of a text may lead. */
const harmless = new Set(["http:", "https:", "mailto:"]);

/**
 * What is sanitised is parsed first, in a document that is never shown and runs nothing; the policy of the page is applied there too. That
 * none of it gets further is seen from the page itself, and from one that has no policy.
 */
const aboutParsing =
  /^(?:Executing inline event handler|Applying inline style|Setting the document's base URI to '.*') violates the following Content/s;

export class Watched {
  readonly #window: BrowserPage;
  readonly #origin: string;
  readonly #seen: string[] = [];
  #complaints = 0;
  #requests = 0;

  readonly #isNoted: boolean;

  private constructor(window: BrowserPage, isNoted: boolean) {
    this.#window = window;
    this.#isNoted = isNoted;
    this.#origin = new URL(window.page.url()).origin;
  }

  /** From now on; what is shown before is our own. */
  static async watch(window: BrowserPage, figures: "noted" | "unnoted" = "noted"): Promise<Watched> {
    const watched = new Watched(window, figures === "noted");
    await watched.#begin();
    return watched;
  }

  async #begin(): Promise<void> {
    const { page } = this.#window;
    this.#complaints = this.#window.complaints.length;
    this.#requests = this.#window.requests.length;
    page.on("dialog", (dialog) => {
      this.#seen.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("framenavigated", (frame) => this.#seen.push(`went to ${frame.url()}`));
    page.on("worker", (worker) => this.#seen.push(`a worker: ${worker.url()}`));
    page.on("download", (download) => this.#seen.push(`a download: ${download.url()}`));
    page.context().on("page", (other) => this.#seen.push(`another page: ${other.url()}`));
    await page
      .context()
      .route("**/*", (route) =>
        route.request().url().startsWith(`${this.#origin}/`) ? route.continue() : route.abort(),
      );
    await page.evaluate((name) => {
      const ran: unknown[] = [];
      Object.assign(globalThis, { [name]: (number: unknown) => void ran.push(number), [`${name}Of`]: ran });
    }, alarm);
  }

  /** What happened since, and what stands in the page that should not. */
  async violations(): Promise<readonly string[]> {
    const { page, requests, complaints } = this.#window;
    const ran = await page.evaluate((name) => {
      const known = (globalThis as unknown as Record<string, unknown[]>)[`${name}Of`];
      return known?.map(String) ?? ["the alarm is gone"];
    }, alarm);
    const found = [
      ...this.#seen.splice(0),
      ...ran.map((number) => `ran: ${number}`),
      ...requests
        .slice(this.#requests)
        .filter((address) => !address.startsWith(`${this.#origin}/`) && !address.startsWith("data:image/"))
        .map((address) => `asked for ${address}`),
      ...complaints
        .slice(this.#complaints)
        .filter((text) => !aboutParsing.test(text))
        .map((text) => `complains: ${text}`),
      ...(page.frames().length > 1 ? ["has a frame"] : []),
      ...(await page.evaluate(forbiddenIn, this.#origin)),
    ];
    this.#requests = requests.length;
    this.#complaints = complaints.length;
    if (this.#isNoted) note("violations", found.length);
    return found;
  }

  /** Follows every link there is, and lets the pointer pass over everything. */
  async touchAll(): Promise<void> {
    await this.#window.page.evaluate(touchAll);
    await this.settled();
  }

  /** Two frames: what was asked for is drawn, and what is drawn has asked for its images. */
  async settled(): Promise<void> {
    await this.#window.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}

/** Addresses that the host was asked to open and that lead where they should not. */
export function harmfulAmong(asked: readonly unknown[]): readonly string[] {
  const addresses = asked.map((params) => String((params as { readonly address: unknown }).address));
  const harmful = addresses.filter((address) => {
    const parsed = URL.canParse(address, "https://site.example/a/")
      ? new URL(address, "https://site.example/a/")
      : undefined;
    return parsed !== undefined && !harmless.has(parsed.protocol);
  });
  note("violations", harmful.length);
  return harmful;
}

/** Runs in the page. */
function forbiddenIn(origin: string): string[] {
  const found: string[] = [];
  const tags =
    "animate applet audio base body embed form frame frameset iframe image link marquee math meta object portal script set source style template title track use video";
  const own = new Set(["body", "link", "meta", "script", "title"]);
  const forbidden = new Set(tags.split(" "));
  const addressed = new Set([
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
  const look = (root: Document | ShadowRoot | Element): void => {
    for (const element of root.querySelectorAll("*")) {
      const tag = element.localName;
      const isOurs = own.has(tag) && element.closest("main") === null && element.getRootNode() === document;
      // Elements of ours load their styles in a place of their own.
      const isStyleOfOurs = tag === "link" && (element.getAttribute("href") ?? "").startsWith(`${origin}/`);
      if (forbidden.has(tag) && !isOurs && !isStyleOfOurs) found.push(`<${tag}>`);
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) found.push(`${tag} ${name}=${value.slice(0, 80)}`);
        const isPicture = tag === "img" && name === "src" && value.startsWith("data:image/");
        if (addressed.has(name) && !isOurs && !isPicture && !value.startsWith(`${origin}/`)) {
          found.push(`${tag} ${name}=${value.slice(0, 80)}`);
        }
        const isOfServer = element.closest("artifact-rich-text") !== null && tag !== "artifact-rich-text";
        if (isOfServer && ["id", "name", "is", "slot", "part", "style"].includes(name)) {
          found.push(`${tag} ${name}=${value.slice(0, 80)} in a text of the server`);
        }
      }
      if (element.shadowRoot !== null) look(element.shadowRoot);
    }
  };
  look(document);
  for (const name of ["getElementById", "querySelector", "body", "head", "documentElement", "cookie"]) {
    const has = Object.hasOwn(document, name);
    if (has) found.push(`document.${name} is another one`);
  }
  return found;
}

/** Runs in the page. */
function touchAll(): void {
  for (const element of document.querySelectorAll("artifact-rich-text *")) {
    for (const type of ["mouseover", "pointerover", "focus", "toggle", "animationstart", "error", "load"]) {
      element.dispatchEvent(new Event(type, { bubbles: false }));
    }
    const isLink = element.matches("a, area, [data-address], [role=link]");
    if (isLink && element instanceof HTMLElement) element.click();
  }
}
