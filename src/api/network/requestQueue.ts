/** `long`: keeps its slot for a whole file transfer. */
export type SlotDuration = "short" | "long";

interface QueuedRequest {
  readonly duration: SlotDuration;
  readonly start: () => void;
}

/**
 * Limits how many requests run at once, first come, first served. One slot is never given to a long transfer:
 * with p-queue that would take one queue inside another, and 12 kB.
 */
export class RequestQueue {
  #free: number;
  #freeForLong: number;
  readonly #queued: QueuedRequest[] = [];

  constructor(count: number) {
    this.#free = count;
    this.#freeForLong = Math.max(1, count - 1);
  }

  /**
   * Resolves to a function that releases the slot and may be called twice. Resolves at once, without a slot,
   * if the signal is aborted.
   */
  async acquireSlot(signal?: AbortSignal, duration: SlotDuration = "short"): Promise<() => void> {
    if (signal?.aborted === true) return () => undefined;
    if (this.#hasFreeSlot(duration)) {
      this.#updateFree(duration, -1);
    } else if (!(await this.#waitForSlot(duration, signal))) {
      return () => undefined;
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#updateFree(duration, 1);
      this.#startNext();
    };
  }

  #hasFreeSlot(duration: SlotDuration): boolean {
    return this.#free > 0 && (duration === "short" || this.#freeForLong > 0);
  }

  #updateFree(duration: SlotDuration, by: 1 | -1): void {
    this.#free += by;
    if (duration === "long") this.#freeForLong += by;
  }

  /** Gives a released slot to the first request that may have it. */
  #startNext(): void {
    const index = this.#queued.findIndex(({ duration }) => this.#hasFreeSlot(duration));
    const [next] = index < 0 ? [] : this.#queued.splice(index, 1);
    if (next === undefined) return;
    this.#updateFree(next.duration, -1);
    next.start();
  }

  /** Resolves to whether a slot was acquired before the signal was aborted. */
  #waitForSlot(duration: SlotDuration, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = (): void => {
        this.#queued.splice(this.#queued.indexOf(queued), 1);
        resolve(false);
      };
      const start = (): void => {
        signal?.removeEventListener("abort", cancel);
        resolve(true);
      };
      const queued: QueuedRequest = { duration, start };
      this.#queued.push(queued);
      signal?.addEventListener("abort", cancel, { once: true });
    });
  }
}
