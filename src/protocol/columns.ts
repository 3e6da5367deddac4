// The columns that a table can have.
import type { RowFact } from "../model/table.ts";

/** What rows bring with them, in the order in which it is offered. */
export const rowFacts: readonly RowFact[] = [
  "id",
  "title",
  "status",
  "assignee",
  "tracker",
  "submittedBy",
  "submitted",
  "modified",
];

const facts: ReadonlySet<unknown> = new Set(rowFacts);

export function isColumnKey(key: unknown): key is ColumnKey {
  return facts.has(key) || (typeof key === "string" && /^field:\d{1,15}$/.test(key));
}

export function fieldKey(fieldId: number): ColumnKey {
  return `field:${fieldId}`;
}

/** Undefined for what is no field. */
export function fieldIdIn(key: ColumnKey): number | undefined {
  return key.startsWith("field:") ? Number(key.slice("field:".length)) : undefined;
}

/** A fact, or a field of the tracker by its id. */
export type ColumnKey = RowFact | `field:${number}`;
