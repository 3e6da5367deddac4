/** `long`: holds its place for as long as a whole file takes. */
export type Stay = "short" | "long";

interface Waiting {
  readonly stay: Stay;
  readonly come: () => void;
}

/**
 * Limits how many requests run at once, first come, first served. One slot is never given to a long transfer: with p-queue that would take one
 * queue inside another, and 12 kB.
 */
export class Slots {
  #free: number;
  #freeForLong: number;
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
    this.#freeForLong = Math.max(1, count - 1);
  }

  /** Resolves to what gives the place back; calling it twice does no harm. Who is called off gets none, at once. */
  async take(signal?: AbortSignal, stay: Stay = "short"): Promise<() => void> {
    if (signal?.aborted === true) return () => undefined;
    if (this.#hasRoom(stay)) {
      this.#count(stay, -1);
    } else if (!(await this.#turn(stay, signal))) {
      return () => undefined;
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count(stay, 1);
      this.#admit();
    };
  }

  #hasRoom(stay: Stay): boolean {
    return this.#free > 0 && (stay === "short" || this.#freeForLong > 0);
  }

  #count(stay: Stay, by: 1 | -1): void {
    this.#free += by;
    if (stay === "long") this.#freeForLong += by;
  }

  /** A place that was given back goes to the first who may have it. */
  #admit(): void {
    const index = this.#waiting.findIndex(({ stay }) => this.#hasRoom(stay));
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (next === undefined) return;
    this.#count(next.stay, -1);
    next.come();
  }

  /** Whether it came before the signal did. */
  #turn(stay: Stay, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        resolve(false);
      };
      const come = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve(true);
      };
      const waiting = { stay, come };
      this.#waiting.push(waiting);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
