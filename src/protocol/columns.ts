// Columns of a table.
import type { BuiltInColumn } from "../model/table.ts";

/** In the order of the column picker. */
export const builtInColumns: readonly BuiltInColumn[] = [
  "id",
  "title",
  "status",
  "assignee",
  "tracker",
  "project",
  "submittedBy",
  "submitted",
  "modified",
];

const builtInColumnSet: ReadonlySet<unknown> = new Set(builtInColumns);

export function isColumnKey(key: unknown): key is ColumnKey {
  return builtInColumnSet.has(key) || (typeof key === "string" && /^field:\d{1,15}$/.test(key));
}

export function toFieldColumnKey(fieldId: number): ColumnKey {
  return `field:${fieldId}`;
}

/** Undefined for built-in columns. */
export function getColumnFieldId(key: ColumnKey): number | undefined {
  return key.startsWith("field:") ? Number(key.slice("field:".length)) : undefined;
}

/** A built-in column, or a field by id. */
export type ColumnKey = BuiltInColumn | `field:${number}`;
