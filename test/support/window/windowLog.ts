import type { Page } from "playwright-core";

const maxLines = 25;

/** Messages that every window logs. */
const expectedMessages =
  /bindings file|native-watchdog|Failed to load resource|took \d+ms|same-origin|sandbox|'github'/;

/** The log of a window, for the analysis of a failed test. */
export class WindowLog {
  readonly #lines: string[] = [];

  constructor(page: Page) {
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.#note(`went to ${frame.url()}`);
    });
    page.on("crash", () => this.#note("crashed"));
    page.on("close", () => this.#note("was closed"));
    page.on("pageerror", ({ message }) => this.#note(`threw ${message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !expectedMessages.test(message.text())) this.#note(message.text());
    });
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  #note(text: string): void {
    this.#lines.push(`${new Date().toISOString().slice(11, 23)} ${text.slice(0, 300)}`);
    if (this.#lines.length > maxLines) this.#lines.shift();
  }
}
