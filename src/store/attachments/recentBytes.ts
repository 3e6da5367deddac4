/** Bytes at hand, up to so many of them; what was not asked for the longest goes first. */
export class RecentBytes {
  readonly #most: number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Uint8Array>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Uint8Array | undefined {
    const bytes = this.#kept.get(key);
    if (bytes === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, bytes);
    return bytes;
  }

  /** What is larger than half of all is not kept: it would drive out nearly everything else. */
  keep(key: string, bytes: Uint8Array): void {
    this.drop(key);
    if (bytes.length > this.#most / 2) return;
    for (const oldest of this.#kept.keys()) {
      if (this.#size + bytes.length <= this.#most) break;
      this.drop(oldest);
    }
    this.#kept.set(key, bytes);
    this.#size += bytes.length;
  }

  drop(key: string): void {
    this.#size -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }

  dropWhere(isOld: (key: string) => boolean): void {
    for (const key of this.#kept.keys()) if (isOld(key)) this.drop(key);
  }
}
