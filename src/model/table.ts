// Rows of a table: order, selection, text search, the part in sight, and CSV.
import type { PlacedRow } from "./query/rows.ts";

// Rows as a file that spreadsheets read: RFC 4180, in UTF-8 with the mark that tells them so.

const byteOrderMark = "\uFEFF";
const lineEnd = "\r\n";

/** Spreadsheets run what begins so, also after blanks; some of them take the wide forms of East Asia for the same. */
const runnable = /^(?:[\s\p{Cc}"]*[=+\-@＝＋－＠]|[\t\r])/u;
/** Where the language parts cells by something else than commas, quotes in the middle hold nothing together: a cell may begin there. */
const runnableInside = /(\r\n|[,;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}"])*[=+\-@＝＋－＠])/gu;
const plainNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const special = /[",;\t\r\n]|^\s|\s$/;

/**
 * Somebody else's text is no formula: with an apostrophe before it, it is text to every spreadsheet, at its beginning and
 * wherever one may see another cell begin. Numbers stay numbers.
 */
export function harmless(cell: string): string {
  if (plainNumber.test(cell)) return cell;
  const text = cell.replaceAll(runnableInside, "$1'");
  return runnable.test(cell) ? `'${text}` : text;
}

function written(cell: string): string {
  const text = harmless(cell);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(written).join(",") + lineEnd);
  return byteOrderMark + lines.join("");
}

// Rows narrowed down by what is typed: every word has to be found, in whichever order and case.

export function wordsOf(typed: string): readonly string[] {
  return searchable(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** A text in the form that words are looked for in. */
export function searchable(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

export function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

// Rows of a table in an order that a person asked for.

/** What a row is ordered by; undefined where it does not tell. */
export type OrderKey = string | number | undefined;

type Direction = "ascending" | "descending";

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

// Rows as they are read, page by page. A new reading takes the place of the last one only when it reaches as far as
// somebody is looking, so that nothing jumps.

interface Reading<T> {
  readonly number: number;
  readonly rows: readonly T[];
}

interface Readings<T> {
  readonly shown: Reading<T>;
  readonly coming: Reading<T> | undefined;
}

export interface Piece<T> {
  readonly reading: number;
  readonly from: number;
  readonly rows: readonly T[];
}

export function nothingRead<T>(): Readings<T> {
  return { shown: { number: Number.NEGATIVE_INFINITY, rows: [] }, coming: undefined };
}

function withPiece<T>(
  reading: Reading<T> | undefined,
  { reading: number, from, rows }: Piece<T>,
): Reading<T> {
  const before = reading?.number === number ? reading.rows : [];
  return { number, rows: [...before.slice(0, from), ...rows] };
}

/** `needed` is how many rows there have to be for what is in sight. */
export function received<T>(readings: Readings<T>, piece: Piece<T>, needed: number): Readings<T> {
  const { shown, coming } = readings;
  const newest = coming?.number ?? shown.number;
  if (piece.reading < newest && piece.reading !== shown.number) return readings;
  if (piece.reading === shown.number) return { shown: withPiece(shown, piece), coming };
  const next = withPiece(coming, piece);
  return next.rows.length >= needed ? { shown: next, coming: undefined } : { shown, coming: next };
}

/** Nothing more comes: what there is, is shown. */
export function settled<T>(readings: Readings<T>): Readings<T> {
  return readings.coming === undefined ? readings : { shown: readings.coming, coming: undefined };
}

/** Single rows anew, and without those that are gone. */
export function replaced<T extends { readonly id: number }>(
  readings: Readings<T>,
  rows: readonly T[],
  gone: readonly number[],
): Readings<T> {
  const now = new Map(rows.map((row) => [row.id, row]));
  const away = new Set(gone);
  const replace = (reading: Reading<T>): Reading<T> => ({
    number: reading.number,
    rows: reading.rows.filter(({ id }) => !away.has(id)).map((row) => now.get(row.id) ?? row),
  });
  const { shown, coming } = readings;
  return { shown: replace(shown), coming: coming && replace(coming) };
}

/** What a row brings with it. */
export type RowFact =
  "id" | "title" | "status" | "assignee" | "tracker" | "submittedBy" | "submitted" | "modified";

/** As the server has it; empty where the row does not tell. */
export function rowFact(row: PlacedRow, fact: RowFact): string {
  switch (fact) {
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
    case "submittedBy":
      return row.submittedBy?.label ?? "";
    case "submitted":
      return row.submittedOn ?? "";
    case "modified":
      return row.modifiedOn ?? "";
  }
}

// Which rows are selected, by their numbers: it outlives another order, a filter and a refresh.

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Where a range begins. */
  readonly anchor: number | undefined;
  /** What was selected when the anchor was set: a range is added to it, and another one takes its place. */
  readonly kept: ReadonlySet<number>;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined, kept: new Set() };

export function only(id: number): Selection {
  return { ids: new Set([id]), anchor: id, kept: new Set() };
}

export function toggled({ ids }: Selection, id: number): Selection {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return { ids: after, anchor: id, kept: after };
}

/** From the anchor to a row, in the order in which rows stand now. */
export function extended(selection: Selection, order: readonly number[], to: number): Selection {
  const { anchor, kept } = selection;
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const end = order.indexOf(to);
  if (end === -1) return selection;
  const start = from === -1 ? end : from;
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: new Set([...kept, ...range]), anchor: from === -1 ? to : anchor, kept };
}

export function everything(order: readonly number[]): Selection {
  return { ids: new Set(order), anchor: order[0], kept: new Set() };
}

export function areAll({ ids }: Selection, order: readonly number[]): boolean {
  return order.length > 0 && order.every((id) => ids.has(id));
}

export function these(ids: readonly number[]): Selection {
  const chosen = new Set(ids);
  return { ids: chosen, anchor: ids[0], kept: chosen };
}

/** Without what is no longer there; the same value where nothing is missing. */
export function still(selection: Selection, isThere: (id: number) => boolean): Selection {
  const ids = new Set([...selection.ids].filter(isThere));
  const isAnchored = selection.anchor !== undefined && isThere(selection.anchor);
  if (ids.size === selection.ids.size && (isAnchored || selection.anchor === undefined)) return selection;
  return {
    ids,
    anchor: isAnchored ? selection.anchor : undefined,
    kept: new Set([...selection.kept].filter(isThere)),
  };
}

// Which of many rows of one height are in sight.

export interface Viewport {
  readonly scroll: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

export interface Range {
  readonly first: number;
  /** The one after the last. */
  readonly end: number;
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** The rows of which something can be seen, and so many more on both sides. */
export function rowsInSight({ scroll, height, rowHeight, count }: Viewport, margin: number): Range {
  const first = within(Math.floor(scroll / rowHeight) - margin, 0, count);
  const end = within(Math.ceil((scroll + height) / rowHeight) + margin, first, count);
  return { first, end };
}

/** Where to scroll so that a row is seen whole, moving as little as possible. */
export function scrollToShow(index: number, { scroll, height, rowHeight }: Viewport): number {
  const top = index * rowHeight;
  if (top < scroll || height < rowHeight) return top;
  return Math.max(scroll, top + rowHeight - height);
}

/** How many rows the keys that turn pages go. */
export function rowsInPage({ height, rowHeight }: Pick<Viewport, "height" | "rowHeight">): number {
  return Math.max(1, Math.floor(height / rowHeight) - 1);
}
