// What was learnt of a site's artifacts not long ago, also that there is none: bounded in number and age.
import type { Answer } from "./told.ts";

const atMost = 1000;
const longestMs = 5 * 60_000;
/** What is not there may be made at any time, and rights are given. */
const longestWithoutMs = 60_000;

export class Answers {
  readonly #now: () => number;
  /** The oldest first. */
  readonly #kept = new Map<number, { readonly answer: Answer; readonly cameAt: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get(artifactId: number): Answer | undefined {
    const kept = this.#kept.get(artifactId);
    if (kept === undefined) return undefined;
    const longest = kept.answer.kind === "artifact" ? longestMs : longestWithoutMs;
    if (this.#now() - kept.cameAt < longest) return kept.answer;
    this.#kept.delete(artifactId);
    return undefined;
  }

  keep(answer: Answer): void {
    this.#kept.delete(answer.artifactId);
    this.#kept.set(answer.artifactId, { answer, cameAt: this.#now() });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= atMost) return;
      this.#kept.delete(oldest);
    }
  }

  drop(artifactId: number): void {
    this.#kept.delete(artifactId);
  }
}
