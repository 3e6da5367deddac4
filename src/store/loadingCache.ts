// Values that are loaded once for all callers, up to a total size.

interface CacheLimits<Value> {
  readonly maxEntries: number;
  /** The total of all sizes. */
  readonly maxSize: number;
  /** `undefined` if the value isn't kept. */
  readonly getSize: (value: Value) => number | undefined;
}

interface CacheEntry<Source, Value> {
  readonly source: Source;
  readonly controller: AbortController;
  readonly value: Promise<Value | undefined>;
  /** 0 until it is loaded. */
  size: number;
}

/** `Source` is what a value depends on, as an object of strings. */
export class LoadingCache<Source, Value> {
  readonly #limits: CacheLimits<Value>;
  /** In order of last use. */
  readonly #entries = new Map<string, CacheEntry<Source, Value>>();

  constructor(limits: CacheLimits<Value>) {
    this.#limits = limits;
  }

  /** The value of an older source is stopped and removed. A failure, or `undefined`, is loaded again by the next call. */
  load(
    key: string,
    source: Source,
    create: (signal: AbortSignal) => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const known = this.#entries.get(key);
    if (known !== undefined && JSON.stringify(known.source) === JSON.stringify(source)) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    this.remove(key);
    const controller = new AbortController();
    const value = this.#start(key, controller, create);
    this.#entries.set(key, { source, controller, value, size: 0 });
    this.#removeOldest();
    return value;
  }

  /** Stops it if it is still loaded. */
  remove(key: string): void {
    this.#entries.get(key)?.controller.abort();
    this.#entries.delete(key);
  }

  removeWhere(shouldRemove: (source: Source) => boolean): void {
    for (const [key, { source }] of this.#entries) if (shouldRemove(source)) this.remove(key);
  }

  async #start(
    key: string,
    controller: AbortController,
    create: (signal: AbortSignal) => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    let size: number | undefined;
    try {
      const value = await create(controller.signal);
      size = value === undefined ? undefined : this.#limits.getSize(value);
      return value;
    } finally {
      const entry = this.#entries.get(key);
      if (entry?.controller === controller) {
        if (size === undefined) this.#entries.delete(key);
        else entry.size = size;
        this.#removeOldest();
      }
    }
  }

  /** Keeps the last one, whatever its size is. */
  #removeOldest(): void {
    const { maxEntries, maxSize } = this.#limits;
    let total = 0;
    for (const { size } of this.#entries.values()) total += size;
    for (const [key, { size }] of this.#entries) {
      const isWithinLimits = this.#entries.size <= maxEntries && total <= maxSize;
      if (isWithinLimits || this.#entries.size === 1) return;
      total -= size;
      this.remove(key);
    }
  }
}
