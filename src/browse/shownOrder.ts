// The rows that a view was given last, so that what was selected can be told in the order in which it is seen.

interface Identified {
  readonly id: string;
}

export class ShownOrder<Row extends Identified> {
  /** By the row above; those at the top by the empty text. */
  readonly #below = new Map<string, readonly Row[]>();

  note(parent: Row | undefined, rows: readonly Row[]): void {
    this.#below.set(parent?.id ?? "", rows);
  }

  /** Those that are of a kind, wherever they stand. */
  *all<Kind extends Row>(isOfKind: (row: Row) => row is Kind): Iterable<Kind> {
    for (const rows of this.#below.values()) yield* rows.filter(isOfKind);
  }

  /** From the top down; a row that took the place of an older one counts as it. */
  inOrder(some: readonly Row[]): readonly Row[] {
    const wanted = new Map(some.map((row) => [row.id, row]));
    const found: Row[] = [];
    const look = (parentId: string): void => {
      for (const row of this.#below.get(parentId) ?? []) {
        const isWanted = wanted.delete(row.id);
        if (isWanted) found.push(row);
        if (wanted.size === 0) return;
        look(row.id);
      }
    };
    look("");
    return [...found, ...wanted.values()];
  }
}
