// Notices drafts that come, change and go, and says what of the tree has to be drawn again for it.
import type { KeptDraft } from "../../store/keptDraft.ts";
import { type Difference, difference, type Unsent } from "./unsent.ts";

interface WatchOptions {
  readonly unsent: Unsent;
  /** Changes come in bursts, with every few letters: this long after the last one is soon enough. */
  readonly delayMs: number;
  /** How long a row may show the same age. */
  readonly ageMs: number;
  readonly redraw: (what: Exclude<Difference, "nothing">) => void;
  /** Told the drafts whenever they were looked at. */
  readonly onLook: (drafts: readonly KeptDraft[]) => Promise<void>;
  /** Runs what nobody waits for. */
  readonly start: (action: () => Promise<void>) => void;
}

function larger(one: Difference, other: Difference): Difference {
  if (one === "everything" || other === "everything") return "everything";
  return one === "drafts" ? one : other;
}

export class DraftWatch {
  readonly #options: WatchOptions;
  /** What the tree shows; undefined before the first look, which is the tree's own too. */
  #shown: readonly KeptDraft[] | undefined;
  #owed: Difference = "nothing";
  #isVisible = false;
  #isOver = false;
  #looking: Promise<void> = Promise.resolve();
  #soon: ReturnType<typeof setTimeout> | undefined;
  #ageing: ReturnType<typeof setInterval> | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Looks at the drafts, and draws again what differs. One after the other: what an older look tells must not come last. */
  look(): Promise<void> {
    this.#looking = this.#looking.catch(() => undefined).then(() => this.#look());
    return this.#looking;
  }

  /** Something happened: a look follows, and a drawing of `owed` whether or not drafts differ by then. */
  lookSoon(owed: Difference = "nothing"): void {
    if (this.#isOver) return;
    this.#options.unsent.invalidate();
    this.#owed = larger(this.#owed, owed);
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#options.start(() => this.look()), this.#options.delayMs);
  }

  /** Ages are kept right only while somebody can see them. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (this.#ageIfSeen()) this.#options.redraw("drafts");
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#soon);
    clearInterval(this.#ageing);
  }

  async #look(): Promise<void> {
    const { unsent, redraw, onLook } = this.#options;
    const drafts = await unsent.list();
    if (this.#isOver) return;
    const differs = this.#shown === undefined ? "nothing" : difference(this.#shown, drafts);
    const what = larger(this.#owed, differs);
    this.#owed = "nothing";
    this.#shown = drafts;
    if (what !== "nothing") redraw(what);
    this.#ageIfSeen();
    await onLook(drafts);
  }

  #ageIfSeen(): boolean {
    const isSeen = this.#isVisible && !this.#isOver && (this.#shown?.length ?? 0) > 0;
    if (isSeen) {
      this.#ageing ??= setInterval(() => this.#options.redraw("drafts"), this.#options.ageMs);
    } else {
      clearInterval(this.#ageing);
      this.#ageing = undefined;
    }
    return isSeen;
  }
}
