export type Undo = () => Promise<void>;

interface Move {
  /** Resolves when the move is saved or has failed. */
  ended: Promise<unknown>;
  /** Undefined as long as it isn't saved. */
  undo: Undo | undefined;
}

/** The moves on a board that Undo can undo. */
export class MoveHistory {
  readonly #moves: Move[] = [];
  #lastUndo: Promise<unknown> = Promise.resolve();

  /**
   * Runs a move, which adds how it is undone when it is saved. It may be saved later, if the user repeats it in a
   * notification.
   */
  async run(move: (add: (undo: Undo) => void) => Promise<void>): Promise<void> {
    const entry: Move = { ended: Promise.resolve(), undo: undefined };
    this.#moves.push(entry);
    let isRunning = true;
    const running = move((undo) => {
      if (isRunning) entry.undo = undo;
      else this.#moves.push({ ended: Promise.resolve(), undo });
    });
    entry.ended = running.catch(() => undefined);
    try {
      await running;
    } finally {
      isRunning = false;
      const index = this.#moves.indexOf(entry);
      if (entry.undo === undefined && index >= 0) this.#moves.splice(index, 1);
    }
  }

  /** Undoes the last move that wasn't undone yet: if it is being saved, when it is saved, and never an earlier one instead. */
  async undo(): Promise<void> {
    const move = this.#moves.pop();
    const previous = this.#lastUndo;
    const undoing = (async () => {
      await previous;
      await move?.ended;
      await move?.undo?.();
    })();
    this.#lastUndo = undoing.catch(() => undefined);
    await undoing;
  }
}
