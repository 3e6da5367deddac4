export type Undo = () => Promise<void>;

/** The moves on a board that Undo can undo. */
export class MoveHistory {
  readonly #running = new Set<Promise<void>>();
  readonly #undos: Undo[] = [];

  add(undo: Undo): void {
    this.#undos.push(undo);
  }

  /** Runs a move that adds how it is undone when it is saved. */
  async run(move: () => Promise<void>): Promise<void> {
    const running = move();
    this.#running.add(running);
    try {
      await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Undoes the last move that wasn't undone yet; one that is being saved is undone when it is saved. */
  undo(): Promise<void> {
    const earlier = [...this.#running];
    return this.run(async () => {
      await Promise.allSettled(earlier);
      await this.#undos.pop()?.();
    });
  }
}
