/** A number of places; whoever finds none waits for one, in order. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves to what gives the place back; calling it twice does no harm. Who is called off gets none, at once. */
  async take(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted === true) return () => undefined;
    if (this.#free > 0) {
      this.#free -= 1;
    } else if (!(await this.#turn(signal))) {
      return () => undefined;
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  /** Whether it came before the signal did. */
  #turn(signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        resolve(false);
      };
      const come = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve(true);
      };
      this.#waiting.push(come);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
