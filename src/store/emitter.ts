/** Like VS Code's EventEmitter; `event` returns a disposable that removes the listener. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  event(listener: (value: T) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
