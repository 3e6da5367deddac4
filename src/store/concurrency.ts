// Helpers for concurrent work.

/**
 * Maps items with limited concurrency, like p-map, which would add 4.7 kB. Results keep the order of the items; the
 * first error rejects.
 */
export async function mapConcurrent<T, Result>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  // All workers share one iterator.
  const entries = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}

/** Runs work with the same key one after the other. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const finished = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, finished);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === finished) this.#last.delete(key);
    }
  }
}

/**
 * A task with several waiters. Aborting one waiter doesn't affect the others; the task is canceled when the last one
 * leaves.
 */
export class SharedTask<T> {
  readonly #controller = new AbortController();
  readonly #result: Promise<T>;
  #waiterCount = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#result = work(this.#controller.signal);
    // Waiters receive the error in `join`.
    this.#result.catch(() => undefined);
  }

  /** The task was canceled and must not be joined. */
  get isCanceled(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Rejects with the error of `createError` if the signal is aborted. */
  join(signal: AbortSignal, createError: () => Error): Promise<T> {
    this.#waiterCount += 1;
    return new Promise<T>((resolve, reject) => {
      const stopWaiting = (): void => {
        signal.removeEventListener("abort", onAbort);
        this.#waiterCount -= 1;
      };
      const onAbort = (): void => {
        stopWaiting();
        if (this.#waiterCount === 0) this.#controller.abort();
        reject(createError());
      };
      signal.addEventListener("abort", onAbort);
      this.#result.then(
        (result) => {
          if (signal.aborted) return;
          stopWaiting();
          resolve(result);
        },
        (error: Error) => {
          if (signal.aborted) return;
          stopWaiting();
          reject(error);
        },
      );
    });
  }
}
