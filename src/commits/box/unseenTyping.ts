// A box is written to from another process than the one where somebody types. What was typed while our text was on its way is
// replaced by it; the box's document tells of both, one after the other, so that it can be put back.

/** So long our text may take to come back from the box. */
const longestWayMs = 5_000;

export class UnseenTyping {
  readonly #now: () => number;
  readonly #onTheirWay = new Map<string, { readonly text: string; readonly sentAt: number; typed: string }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Our text is on its way to a box, which held nothing else. */
  sent(key: string, text: string): void {
    this.#onTheirWay.set(key, { text, sentAt: this.#now(), typed: "" });
  }

  /** What a box holds now; answers what it should hold, where typed text was replaced. */
  seen(key: string, text: string): string | undefined {
    const sent = this.#onTheirWay.get(key);
    if (sent === undefined) return undefined;
    const isOver = this.#now() - sent.sentAt > longestWayMs;
    const isThere = text.replaceAll("\r\n", "\n") === sent.text;
    if (isOver || isThere) this.#onTheirWay.delete(key);
    else sent.typed = text;
    return isThere && !isOver && sent.typed.trim() !== "" ? sent.typed + sent.text : undefined;
  }

  forget(key: string): void {
    this.#onTheirWay.delete(key);
  }
}
