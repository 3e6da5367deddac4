// Questions that follow each other faster than they are answered: only the newest counts.

/** Asks after a pause, in which a newer question may come. An older one is called off, and its answer never heard. */
export class Latest {
  readonly #pauseMs: number;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #current: AbortController | undefined;

  /** `failed` hears of the newest only, too. */
  constructor(pauseMs: number, failed: (error: unknown) => void) {
    this.#pauseMs = pauseMs;
    this.#failed = failed;
  }

  ask<T>(question: (signal: AbortSignal) => Promise<T>, heard: (answer: T) => void): void {
    this.cancel();
    const controller = new AbortController();
    this.#current = controller;
    const { signal } = controller;
    this.#timer = setTimeout(() => {
      question(signal).then(
        (answer) => {
          if (!signal.aborted) heard(answer);
        },
        (error: unknown) => {
          if (!signal.aborted) this.#failed(error);
        },
      );
    }, this.#pauseMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#current?.abort();
    this.#current = undefined;
  }
}
