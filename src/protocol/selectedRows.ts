/** VS Code hands a menu's command the row that was clicked and, where that is one of several selected, all of those. */
export type RowArguments<T> = [clicked: T, selected?: readonly unknown[] | undefined];

function kindOf(row: unknown): unknown {
  return typeof row === "object" && row !== null && "kind" in row ? row.kind : undefined;
}

/** The rows that a command acts on: of what is selected, those that are of the clicked row's kind. */
export function selectedRows<T>(...[clicked, selected]: RowArguments<T>): readonly T[] {
  const kind = kindOf(clicked);
  if (kind === undefined || !Array.isArray(selected) || !selected.includes(clicked)) return [clicked];
  return selected.filter((row): row is T => kindOf(row) === kind);
}
