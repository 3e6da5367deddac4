// Searching titles: which fit what was typed, and which of them are meant most likely.
import { folded } from "../query.ts";
import type { Field, Tracker } from "../tracker.ts";

/**
 * The field that a tracker's titles stand in; undefined where it has none. Servers that say nothing of meanings have it
 * guessed: by its name, else as the first line of the form.
 */
export function titleField({
  fields,
  semantics,
}: Tracker): { readonly field: Field; readonly isGuess: boolean } | undefined {
  const isTold = semantics.titleFieldId !== undefined;
  const field = isTold
    ? fields.find(({ id }) => id === semantics.titleFieldId)
    : (fields.find(({ name }) => name === "title") ?? fields.find(({ type }) => type === "string"));
  return field && { field, isGuess: !isTold };
}

/** The number that `12`, `#12` and `bug #12` name. */
export function numberIn(text: string): number | undefined {
  const digits = /^(?:[\w-]+\s+)?#?(\d{1,15})$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Words as they are asked for. Servers take what stands between slashes for a regular expression. */
export function wordsIn(text: string): readonly string[] {
  return folded(text)
    .split(/[\s/]+/)
    .filter((word) => word !== "");
}

export function holdsWords(title: string | undefined, words: readonly string[]): boolean {
  const text = folded(title ?? "");
  return words.every((word) => text.includes(word));
}

interface Titled {
  readonly id: number;
  readonly title: string | undefined;
}

/** 0 for the number itself, 1 where each typed word begins one of the title's, 2 for the rest. */
function rank({ id, title }: Titled, number: number | undefined, words: readonly string[]): number {
  if (id === number) return 0;
  const written = folded(title ?? "").split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => written.some((each) => each.startsWith(word))) ? 1 : 2;
}

/** Each once, the likeliest first, and of those that are alike the newest. */
export function ranked<T extends Titled>(rows: readonly T[], text: string): readonly T[] {
  const number = numberIn(text);
  const words = wordsIn(text);
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .map((row) => ({ row, rank: rank(row, number, words) }))
    .sort((one, other) => one.rank - other.rank || other.row.id - one.row.id)
    .map(({ row }) => row);
}
