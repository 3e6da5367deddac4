// Titles of linked artifacts, asked for once and for several at a time.
import type { LinkTarget } from "../protocol/page.ts";

/** How many the host is asked for at once. */
export const portion = 50;

export class LinkBook {
  readonly #describe: (ids: readonly number[]) => Promise<readonly LinkTarget[]>;
  readonly #known = new Map<number, LinkTarget>();
  readonly #asked = new Set<number>();
  readonly #listeners = new Set<() => void>();

  constructor(describe: (ids: readonly number[]) => Promise<readonly LinkTarget[]>) {
    this.#describe = describe;
  }

  get(artifactId: number): LinkTarget | undefined {
    return this.#known.get(artifactId);
  }

  add(targets: readonly LinkTarget[]): void {
    for (const target of targets) this.#known.set(target.artifactId, target);
    for (const listener of this.#listeners) listener();
  }

  async ask(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#known.has(id) && !this.#asked.has(id));
    if (unknown.length === 0) return;
    for (const id of unknown) this.#asked.add(id);
    try {
      this.add(await this.#describe(unknown));
    } catch {
      // A link without a title is still a link; whoever looks again asks again.
      for (const id of unknown) this.#asked.delete(id);
    }
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
