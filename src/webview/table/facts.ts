// What a row brings with it, for a column: as text, to be ordered by, and to be found by.
import type { PlacedRow } from "../../model/query/rows.ts";
import { type OrderKey, type RowFact, rowFact, searchable } from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { Formats } from "./formats.ts";

export type FieldKey = Exclude<ColumnKey, RowFact>;

export function isField(key: ColumnKey): key is FieldKey {
  return key.startsWith("field:");
}

export function isDate(key: RowFact): key is "submitted" | "modified" {
  return key === "submitted" || key === "modified";
}

export function dateOf(row: PlacedRow, key: "submitted" | "modified"): string | undefined {
  return key === "submitted" ? row.submittedOn : row.modifiedOn;
}

/** Of dates the exact one; empty where the row does not tell. */
export function factText(row: PlacedRow, key: RowFact, formats: Formats): string {
  if (isDate(key)) return formats.exact(dateOf(row, key));
  return key === "id" ? `#${row.id}` : rowFact(row, key);
}

export function factOrder(row: PlacedRow, key: RowFact, formats: Formats): OrderKey {
  if (key === "id") return row.id;
  if (isDate(key)) return Date.parse(dateOf(row, key) ?? "");
  return factText(row, key, formats);
}

/** People know these of a row also where they are not shown. */
const always: readonly RowFact[] = ["id", "title", "status", "assignee"];

/** By what rows are found: what is shown of them, dates both ways, as they are shown and exactly. */
export function findableText(
  row: PlacedRow,
  shown: readonly ColumnKey[],
  formats: Formats,
  now: number,
): string {
  const keys = new Set([...always, ...shown.filter((key): key is RowFact => !isField(key))]);
  // A line break can't be typed into a line: no word is found across two of them.
  return [...keys].map((key) => findableFact(row, key, formats, now)).join("\n");
}

/** The same for one column. */
export function findableFact(row: PlacedRow, key: RowFact, formats: Formats, now: number): string {
  const text = factText(row, key, formats);
  return searchable(isDate(key) ? `${text}\n${formats.age(dateOf(row, key), now)}` : text);
}
