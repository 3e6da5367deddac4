// Brings a draft to disk soon after each change: not once per key, never later than promised, one write at a
// time.
import type { DraftFile } from "./drafts.ts";
import type { KeptDraft } from "./keptDraft.ts";

/** Time to collect the keys of a fast typist; the promise is 300 ms with the write itself. */
const delayMs = 100;

/** What a draft's file should hold: a draft, or nothing at all. */
type Content = KeptDraft | "nothing";

export type KeepState =
  | { readonly kind: "idle" }
  | { readonly kind: "keeping" }
  | { readonly kind: "kept"; readonly at: number }
  | { readonly kind: "notKept"; readonly error: unknown };

interface KeeperOptions {
  readonly file: DraftFile;
  readonly now: () => number;
  readonly onState: (state: KeepState) => void;
  /** Another window has taken the draft over: nothing is written from here any more. */
  readonly onTaken: () => void;
}

export class DraftKeeper {
  readonly #options: KeeperOptions;
  #wanted: Content | undefined;
  #written: Content | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isTaken = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** What the file shall hold from now on; the newest wish counts. */
  keep(content: Content): void {
    if (this.#isTaken) return;
    this.#wanted = content;
    this.#timer ??= setTimeout(() => void this.flush(), delayMs);
    this.#options.onState({ kind: "keeping" });
  }

  /** Writes at once what still waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Looks whether the file is still ours. One that has just vanished is written again: nobody has what was in it. */
  async check(): Promise<void> {
    if (this.#isTaken) return;
    switch (await this.#options.file.whereabouts()) {
      case "there":
        return;
      case "taken":
        this.#isTaken = true;
        this.#options.onTaken();
        return;
      case "lost":
        if (this.#wanted === undefined && this.#written !== undefined) this.keep(this.#written);
    }
  }

  async #write(): Promise<void> {
    const content = this.#wanted;
    this.#wanted = undefined;
    if (content === undefined) return;
    const { file, now, onState } = this.#options;
    try {
      await this.check();
      if (this.#isTaken) return;
      if (content === "nothing") await file.remove();
      else await file.write(content);
      this.#written = content;
      onState(content === "nothing" ? { kind: "idle" } : { kind: "kept", at: now() });
    } catch (error) {
      // What could not be written waits for the next try, which the next change brings.
      this.#wanted ??= content;
      onState({ kind: "notKept", error });
    }
  }
}
