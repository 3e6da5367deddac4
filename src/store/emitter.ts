/** Announces to whoever listens. What it returns from `listen` ends the listening. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  listen(listener: (value: T) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  announce(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
