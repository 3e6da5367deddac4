// What becomes of a commit box that holds nothing, or nothing but what we have put there. What was typed is never touched.

/** What shall stand in an empty box. */
export interface Filling {
  /** The artifact that it is about. */
  readonly about: string;
  readonly text: string;
}

/** What we have put into a box, and whether the person has taken it out again. */
export interface OwnText extends Filling {
  readonly state: "in" | "out";
}

interface Step {
  /** To be remembered. */
  readonly own: OwnText | undefined;
  /** What is to stand in the box; undefined for what stands there. */
  readonly write: string | undefined;
}

/** A box has the line breaks of its system. */
function isSame(left: string, right: string): boolean {
  return left.replaceAll("\r\n", "\n") === right.replaceAll("\r\n", "\n");
}

/** Whether a box holds what we have put there and nothing else. */
export function isOwnAlone(box: string, own: OwnText | undefined): boolean {
  return own !== undefined && isSame(box, own.text);
}

/** `how`: whether an empty box is to be filled, or only our own text kept up to date. */
export function nextStep(
  box: string,
  own: OwnText | undefined,
  wanted: Filling | undefined,
  how: "fill" | "keep",
): Step {
  if (own !== undefined && isOwnAlone(box, own)) {
    if (wanted === undefined) return { own: undefined, write: "" };
    const filled: OwnText = { ...wanted, state: "in" };
    return { own: filled, write: isSame(own.text, wanted.text) ? undefined : wanted.text };
  }
  if (wanted === undefined) return { own: undefined, write: undefined };
  if (own?.about === wanted.about) {
    // Whoever has taken it out did not want it; until the next commit nobody puts it back.
    return { own: box.trim() === "" ? { ...own, state: "out" } : own, write: undefined };
  }
  return box === "" && how === "fill"
    ? { own: { ...wanted, state: "in" }, write: wanted.text }
    : { own: undefined, write: undefined };
}

/** What was kept, as far as it can be read. */
export function ownTextOf(kept: unknown): OwnText | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  if (!("about" in kept) || !("text" in kept) || !("state" in kept)) return undefined;
  const { about, text, state } = kept;
  const isKnown = state === "in" || state === "out";
  return typeof about === "string" && typeof text === "string" && isKnown
    ? { about, text, state }
    : undefined;
}

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
