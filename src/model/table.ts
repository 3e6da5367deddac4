// Operations on table rows: sorting, selection, text search, scrolling and CSV export.
import type { RowWithTracker } from "./query/sortAndGroup.ts";

// CSV according to RFC 4180, in UTF-8 with byte order mark.

const byteOrderMark = "\uFEFF";
const lineEnding = "\r\n";

/** Spreadsheets evaluate cells that start like this, even after blanks; some also accept full-width forms. */
const formulaStart = /^(?:[\s\p{Cc}"]*[=+\-@＝＋－＠]|[\t\r])/u;
/**
 * In locales with another separator than the comma, quotes don't protect the middle of a cell, so a formula
 * could start there.
 */
const formulaInside = /(\r\n|[,;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}"])*[=+\-@＝＋－＠])/gu;
const plainNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const quotedPattern = /[",;\t\r\n]|^\s|\s$/;

/**
 * Keeps spreadsheets from evaluating server text: prefixes an apostrophe at the start and wherever another
 * cell could start. Numbers are unchanged.
 */
export function escapeFormula(cell: string): string {
  if (plainNumber.test(cell)) return cell;
  const text = cell.replaceAll(formulaInside, "$1'");
  return formulaStart.test(cell) ? `'${text}` : text;
}

function toCsvCell(cell: string): string {
  const text = escapeFormula(cell);
  return quotedPattern.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(toCsvCell).join(",") + lineEnding);
  return byteOrderMark + lines.join("");
}

// Text search: all words must occur, in any order and case.

export function splitSearchWords(typed: string): readonly string[] {
  return normalizeForSearch(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}

export function normalizeForSearch(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

export function containsAllWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Undefined if the row has no value. */
export type SortValue = string | number | undefined;

type SortDirection = "ascending" | "descending";

/** Numbers come before texts. */
function compareSortValues(one: string | number, other: string | number, collator: Intl.Collator): number {
  if (typeof one === "number") return typeof other === "number" ? one - other : -1;
  return typeof other === "number" ? 1 : collator.compare(one, other);
}

/** Rows without a value come last in both directions; the sort is stable. */
export function sortRows<T>(
  rows: readonly T[],
  getValue: (row: T) => SortValue,
  direction: SortDirection,
  collator: Intl.Collator,
): readonly T[] {
  const sign = direction === "ascending" ? 1 : -1;
  const withValue: { readonly row: T; readonly key: string | number }[] = [];
  const withoutValue: T[] = [];
  for (const row of rows) {
    const key = getValue(row);
    if (key === undefined || key === "" || Number.isNaN(key)) withoutValue.push(row);
    else withValue.push({ row, key });
  }
  withValue.sort((one, other) => sign * compareSortValues(one.key, other.key, collator));
  return [...withValue.map(({ row }) => row), ...withoutValue];
}

// Rows arrive in chunks. A new load replaces the shown rows only when it has as many as are scrolled into
// view, so that nothing jumps.

interface RowLoad<T> {
  readonly loadId: number;
  readonly rows: readonly T[];
}

interface RowLoads<T> {
  readonly shown: RowLoad<T>;
  readonly pending: RowLoad<T> | undefined;
}

export interface RowChunk<T> {
  readonly loadId: number;
  readonly offset: number;
  readonly rows: readonly T[];
}

export function createRowLoads<T>(): RowLoads<T> {
  return { shown: { loadId: Number.NEGATIVE_INFINITY, rows: [] }, pending: undefined };
}

function addChunk<T>(load: RowLoad<T> | undefined, { loadId, offset, rows }: RowChunk<T>): RowLoad<T> {
  const before = load?.loadId === loadId ? load.rows : [];
  return { loadId, rows: [...before.slice(0, offset), ...rows] };
}

/** `needed` is the number of rows up to the end of the viewport. */
export function addRowChunk<T>(loads: RowLoads<T>, chunk: RowChunk<T>, needed: number): RowLoads<T> {
  const { shown, pending } = loads;
  const newest = pending?.loadId ?? shown.loadId;
  if (chunk.loadId < newest && chunk.loadId !== shown.loadId) return loads;
  if (chunk.loadId === shown.loadId) return { shown: addChunk(shown, chunk), pending };
  const next = addChunk(pending, chunk);
  return next.rows.length >= needed ? { shown: next, pending: undefined } : { shown, pending: next };
}

/** Shows the pending load at its end, however short it is. */
export function showPendingLoad<T>(loads: RowLoads<T>): RowLoads<T> {
  return loads.pending === undefined ? loads : { shown: loads.pending, pending: undefined };
}

/** Replaces updated rows and removes the ones in `removedIds`. */
export function updateAndRemoveRows<T extends { readonly id: number }>(
  loads: RowLoads<T>,
  rows: readonly T[],
  removedIds: readonly number[],
): RowLoads<T> {
  const updated = new Map(rows.map((row) => [row.id, row]));
  const removed = new Set(removedIds);
  const replace = (load: RowLoad<T>): RowLoad<T> => ({
    loadId: load.loadId,
    rows: load.rows.filter(({ id }) => !removed.has(id)).map((row) => updated.get(row.id) ?? row),
  });
  const { shown, pending } = loads;
  return { shown: replace(shown), pending: pending && replace(pending) };
}

/** Columns whose values are part of every row. */
export type BuiltInColumn =
  "id" | "title" | "status" | "assignee" | "tracker" | "project" | "submittedBy" | "submitted" | "modified";

/** Empty if the row has no value. */
export function getBuiltInColumnText(row: RowWithTracker, column: BuiltInColumn): string {
  switch (column) {
    case "id":
      return String(row.id);
    case "title":
      return row.title ?? "";
    case "status":
      return row.status ?? "";
    case "assignee":
      return row.assignees.map(({ label }) => label).join(", ");
    case "tracker":
      return row.tracker?.label ?? "";
    case "project":
      return row.tracker?.project ?? "";
    case "submittedBy":
      return row.submittedBy?.label ?? "";
    case "submitted":
      return row.submittedOn ?? "";
    case "modified":
      return row.modifiedOn ?? "";
  }
}

// Row selection by id, which survives sorting, filtering and refreshing.

export interface RowSelection {
  readonly ids: ReadonlySet<number>;
  /** Start of a range. */
  readonly anchor: number | undefined;
  /** Selection without the current range, which a new range replaces. */
  readonly idsBeforeRange: ReadonlySet<number>;
}

export const emptySelection: RowSelection = { ids: new Set(), anchor: undefined, idsBeforeRange: new Set() };

export function selectOnly(id: number): RowSelection {
  return { ids: new Set([id]), anchor: id, idsBeforeRange: new Set() };
}

export function toggleSelection({ ids }: RowSelection, id: number): RowSelection {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return { ids: after, anchor: id, idsBeforeRange: after };
}

/** Selects from the anchor to a row in the current order. */
export function extendSelection(selection: RowSelection, order: readonly number[], to: number): RowSelection {
  const { anchor, idsBeforeRange } = selection;
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const end = order.indexOf(to);
  if (end === -1) return selection;
  const start = from === -1 ? end : from;
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: new Set([...idsBeforeRange, ...range]), anchor: from === -1 ? to : anchor, idsBeforeRange };
}

export function selectAll(order: readonly number[]): RowSelection {
  return { ids: new Set(order), anchor: order[0], idsBeforeRange: new Set() };
}

export function areAllSelected({ ids }: RowSelection, order: readonly number[]): boolean {
  return order.length > 0 && order.every((id) => ids.has(id));
}

export function selectRows(ids: readonly number[]): RowSelection {
  const chosen = new Set(ids);
  return { ids: chosen, anchor: ids[0], idsBeforeRange: chosen };
}

/** Drops rows that no longer exist; returns the same object if nothing changes. */
export function pruneSelection(selection: RowSelection, isThere: (id: number) => boolean): RowSelection {
  const ids = new Set([...selection.ids].filter(isThere));
  const isAnchored = selection.anchor !== undefined && isThere(selection.anchor);
  if (ids.size === selection.ids.size && (isAnchored || selection.anchor === undefined)) return selection;
  return {
    ids,
    anchor: isAnchored ? selection.anchor : undefined,
    idsBeforeRange: new Set([...selection.idsBeforeRange].filter(isThere)),
  };
}

// Virtual scrolling of rows with equal height.

export interface Viewport {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly rowCount: number;
}

export interface RowRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** Visible rows plus `margin` rows on both sides. */
export function getVisibleRange(
  { scrollTop, height, rowHeight, rowCount }: Viewport,
  margin: number,
): RowRange {
  const first = clamp(Math.floor(scrollTop / rowHeight) - margin, 0, rowCount);
  const end = clamp(Math.ceil((scrollTop + height) / rowHeight) + margin, first, rowCount);
  return { first, end };
}

/** Minimal scrolling to make a row fully visible. */
export function getRevealScrollTop(index: number, { scrollTop, height, rowHeight }: Viewport): number {
  const top = index * rowHeight;
  if (top < scrollTop || height < rowHeight) return top;
  return Math.max(scrollTop, top + rowHeight - height);
}

/** Rows to move for Page Up and Page Down. */
export function getPageKeyRowCount({ height, rowHeight }: Pick<Viewport, "height" | "rowHeight">): number {
  return Math.max(1, Math.floor(height / rowHeight) - 1);
}
