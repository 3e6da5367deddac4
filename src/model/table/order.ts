// Rows of a table in an order that a person asked for.

/** What a row is ordered by; undefined where it does not tell. */
export type OrderKey = string | number | undefined;

export type Direction = "ascending" | "descending";

/** Numbers come before words, where a column has both. */
function compared(one: string | number, other: string | number, collator: Intl.Collator): number {
  if (typeof one === "number") return typeof other === "number" ? one - other : -1;
  return typeof other === "number" ? 1 : collator.compare(one, other);
}

/** Rows that don't tell come last, whichever way round; those that are alike stay as they were. */
export function ordered<T>(
  rows: readonly T[],
  keyOf: (row: T) => OrderKey,
  direction: Direction,
  collator: Intl.Collator,
): readonly T[] {
  const turn = direction === "ascending" ? 1 : -1;
  const told: { readonly row: T; readonly key: string | number }[] = [];
  const untold: T[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined || key === "" || Number.isNaN(key)) untold.push(row);
    else told.push({ row, key });
  }
  told.sort((one, other) => turn * compared(one.key, other.key, collator));
  return [...told.map(({ row }) => row), ...untold];
}
