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
