import type { Page } from "playwright-core";

const mostLines = 25;

/** What every window of this kind says, whatever happens. */
const usual = /bindings file|native-watchdog|Failed to load resource|took \d+ms|same-origin|sandbox|'github'/;

/** What a window went through that no picture shows: for whoever reads why a test failed. */
export class WindowDiary {
  readonly #lines: string[] = [];

  constructor(page: Page) {
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.#note(`went to ${frame.url()}`);
    });
    page.on("crash", () => this.#note("crashed"));
    page.on("close", () => this.#note("was closed"));
    page.on("pageerror", ({ message }) => this.#note(`threw ${message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !usual.test(message.text())) this.#note(message.text());
    });
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  #note(text: string): void {
    this.#lines.push(`${new Date().toISOString().slice(11, 23)} ${text.slice(0, 300)}`);
    if (this.#lines.length > mostLines) this.#lines.shift();
  }
}
