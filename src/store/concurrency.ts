// Helpers for work that runs at the same time.

/**
 * Does something with each of many, so many at once. p-map would be 4.7 kB for these lines. What comes of it stands in the order of what it was done with; the first
 * that goes wrong is what the caller is told.
 */
export async function severalAtOnce<T, Result>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, place: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  // One that all workers take from.
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [place, item] of waiting) results[place] = await work(item, place);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/** Work on the same thing, one piece after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, over);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === over) this.#last.delete(key);
    }
  }
}

/** Work that several wait for. Who is called off leaves without ending it for the others; when the last one leaves it ends. */
export class SharedWork<T> {
  readonly #stop = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#result = work(this.#stop.signal);
    // Those who wait are told; after the last one has left, nobody is.
    this.#result.catch(() => undefined);
  }

  /** Nobody may join any more: it comes to nothing. */
  get isAbandoned(): boolean {
    return this.#stop.signal.aborted;
  }

  /** The result, or what `leave` makes for one who is called off. */
  join(signal: AbortSignal, leave: () => Error): Promise<T> {
    this.#waiting += 1;
    return new Promise<T>((resolve, reject) => {
      const end = (): void => {
        signal.removeEventListener("abort", left);
        this.#waiting -= 1;
      };
      const left = (): void => {
        end();
        if (this.#waiting === 0) this.#stop.abort();
        reject(leave());
      };
      signal.addEventListener("abort", left);
      this.#result.then(
        (result) => {
          if (signal.aborted) return;
          end();
          resolve(result);
        },
        (error: Error) => {
          if (signal.aborted) return;
          end();
          reject(error);
        },
      );
    });
  }
}
