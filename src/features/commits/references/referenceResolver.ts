// Resolves references for diagnostics, which are checked again with each change of a document.
import type { Site } from "../../../model/site.ts";
import type { ReferenceCache, ResolvedReference } from "../../../store/references/referenceCache.ts";

/** A failed request is not repeated with each keystroke. */
const retryDelayMs = 60_000;

export class ReferenceResolver {
  readonly #referenceCache: ReferenceCache;
  readonly #now: () => number;
  readonly #failedAt = new Map<string, number>();
  readonly #listener: { dispose(): void };

  constructor(referenceCache: ReferenceCache, now: () => number) {
    this.#referenceCache = referenceCache;
    this.#now = now;
    this.#listener = referenceCache.onDidChange.event(() => this.retryFailed());
  }

  /** Without those whose last request failed a short time ago. */
  async resolve(
    site: Site,
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, ResolvedReference>> {
    const requestedIds = ids.filter((id) => this.#isDue(`${site.api} ${id}`));
    const references = await this.#referenceCache.resolve(site, requestedIds, signal);
    for (const [id, { kind }] of references) {
      if (kind === "unknown") this.#failedAt.set(`${site.api} ${id}`, this.#now());
    }
    return references;
  }

  /** Call when failed requests may succeed now. */
  retryFailed(): void {
    this.#failedAt.clear();
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #isDue(key: string): boolean {
    return this.#now() - (this.#failedAt.get(key) ?? Number.NEGATIVE_INFINITY) > retryDelayMs;
  }
}
