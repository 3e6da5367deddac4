// Values of built-in columns, which every row has: as text, to sort by, and to search in.
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import {
  type SortValue,
  type BuiltInColumn,
  getBuiltInColumnText,
  normalizeForSearch,
} from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { LocaleFormatter } from "./localeFormatter.ts";

export type FieldColumnKey = Exclude<ColumnKey, BuiltInColumn>;

export function isFieldColumn(key: ColumnKey): key is FieldColumnKey {
  return key.startsWith("field:");
}

export function isDateColumn(key: BuiltInColumn): key is "submitted" | "modified" {
  return key === "submitted" || key === "modified";
}

export function getRowDate(row: RowWithTracker, key: "submitted" | "modified"): string | undefined {
  return key === "submitted" ? row.submittedOn : row.modifiedOn;
}

/** Dates are formatted in full. Empty if the row has no value. */
export function formatBuiltInColumn(
  row: RowWithTracker,
  key: BuiltInColumn,
  formatter: LocaleFormatter,
): string {
  if (isDateColumn(key)) return formatter.formatDate(getRowDate(row, key));
  return key === "id" ? `#${row.id}` : getBuiltInColumnText(row, key);
}

export function getBuiltInSortKey(
  row: RowWithTracker,
  key: BuiltInColumn,
  formatter: LocaleFormatter,
): SortValue {
  if (key === "id") return row.id;
  if (isDateColumn(key)) return Date.parse(getRowDate(row, key) ?? "");
  return formatBuiltInColumn(row, key, formatter);
}

/** Columns that are searched even if they are hidden. */
const alwaysSearchedColumns: readonly BuiltInColumn[] = ["id", "title", "status", "assignee"];

/** The text that a row is searched in: visible columns, with dates both as shown and in full. */
export function toRowSearchText(
  row: RowWithTracker,
  visibleColumns: readonly ColumnKey[],
  formatter: LocaleFormatter,
  now: number,
): string {
  const keys = new Set([
    ...alwaysSearchedColumns,
    ...visibleColumns.filter((key): key is BuiltInColumn => !isFieldColumn(key)),
  ]);
  // Search words can't contain a line break, so no match spans two columns.
  return [...keys].map((key) => toColumnSearchText(row, key, formatter, now)).join("\n");
}

export function toColumnSearchText(
  row: RowWithTracker,
  key: BuiltInColumn,
  formatter: LocaleFormatter,
  now: number,
): string {
  const text = formatBuiltInColumn(row, key, formatter);
  return normalizeForSearch(
    isDateColumn(key) ? `${text}\n${formatter.formatAge(getRowDate(row, key), now)}` : text,
  );
}
