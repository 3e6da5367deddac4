// Written queries as they are sent, and where the server's errors are in the written text.
import { selectColumns } from "./crossTracker.ts";
import { parseTql, type TqlForm } from "./parseTql.ts";

/** A written query as it is sent: rows of several trackers need their own columns. */
export interface SentTql {
  readonly form: TqlForm;
  readonly tql: string;
  /** What to add to an offset in it for the offset in the written text. */
  readonly shift: number;
  /** Whether the query has its own order. */
  readonly isOrdered: boolean;
}

/** A query that can't be read is sent as it is, so that the server reports the error. */
export function toSentTql(text: string, form: TqlForm = "query"): SentTql {
  const result = parseTql(text, form);
  const { fromOffset } = result;
  const isOrdered = result.kind === "query" && result.query.order !== undefined;
  return fromOffset === undefined
    ? { form, tql: text, shift: 0, isOrdered }
    : {
        form,
        tql: selectColumns + text.slice(fromOffset),
        shift: fromOffset - selectColumns.length,
        isOrdered,
      };
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

function toOffset(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  const lines = text.split("\n").slice(0, line - 1);
  return lines.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}

/** The word at an offset, or the end of the text, where something is missing. */
function toWordRange(text: string, offset: number): TextRange {
  const at = Math.min(Math.max(offset, 0), text.length);
  const [word = ""] = /^[^\s()=,<>!]+/.exec(text.slice(at)) ?? [];
  if (at < text.length) return { start: at, end: at + Math.max(1, word.length) };
  return { start: Math.max(0, text.trimEnd().length - 1), end: text.length };
}

/**
 * Where the server's error is in the written text: at its position, else at a name in its message, else where the text
 * can't be read, else everywhere.
 */
export function locateTqlError(
  text: string,
  { form, tql, shift }: SentTql,
  {
    message,
    position,
  }: {
    readonly message: string;
    readonly position: { readonly line: number; readonly column: number } | undefined;
  },
): TextRange {
  if (position !== undefined) return toWordRange(text, toOffset(tql, position) + shift);
  const names = message.match(/@[\w.]+|(?<=')[^']+(?=')/g) ?? [];
  const found = names.map((name) => ({ name, start: text.indexOf(name) })).find(({ start }) => start >= 0);
  if (found !== undefined) return { start: found.start, end: found.start + found.name.length };
  const result = parseTql(text, form);
  return result.kind === "error" ? toWordRange(text, result.offset) : { start: 0, end: text.length };
}
