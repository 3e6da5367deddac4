/** The commits that a repository was at, one after the other: what is told of a new one is held against them. */
export class HeadTrail {
  #now: string | undefined;
  #before: string | undefined;
  #told: string | undefined;

  constructor(now: string | undefined) {
    this.#now = now;
    this.#told = now;
  }

  note(hash: string | undefined): void {
    if (hash === this.#now) return;
    this.#before = this.#now;
    this.#now = hash;
  }

  /** For a commit that is said to have been made. Undefined where there is none: it failed, or was told before. */
  made(hash: string): { readonly previous: string | undefined } | undefined {
    this.note(hash);
    if (hash === this.#told) return undefined;
    this.#told = hash;
    return { previous: this.#before };
  }
}
