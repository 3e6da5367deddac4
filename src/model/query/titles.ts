// Searching titles: which fit what was typed, and which of them are meant most likely.
import type { Field, Tracker } from "../tracker.ts";
import type { Person } from "../user.ts";
import { noneId } from "../value.ts";
import { folded } from "./query.ts";

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

/** The number that `12`, `#12`, `bug #12` and `bug #project:12` name: artifacts are numbered across projects. */
export function numberIn(text: string): number | undefined {
  const digits = /^(?:[\p{L}\d_-]+\s+)?#?(?:(?<=#)[\w.-]+:)?(\d{1,15})$/u.exec(text.trim())?.[1];
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

/** The likeliest first; those that are alike stay as they are. */
export function byLikelihood<T>(
  items: readonly T[],
  text: string,
  titled: (item: T) => Titled,
): readonly T[] {
  const number = numberIn(text);
  const words = wordsIn(text);
  return items
    .map((item) => ({ item, rank: rank(titled(item), number, words) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** Each once, the likeliest first, and of those that are alike the newest. */
export function ranked<T extends Titled>(rows: readonly T[], text: string): readonly T[] {
  const once = [...new Map(rows.map((row) => [row.id, row])).values()];
  return byLikelihood(
    once.sort((one, other) => other.id - one.id),
    text,
    (row) => row,
  );
}

/** Whether one is meant by what was typed: by its number, or by words of its title. */
export function isMeant({ id, title }: Titled, text: string): boolean {
  const words = wordsIn(text);
  return id === numberIn(text) || (words.length > 0 && holdsWords(title, words));
}

// The people whom trackers know.

/** Servers that tell no bindings don't say which lists are made of people; the one for assignees is known by its name. */
function isOfPeople({ id, name, binding }: Field, { semantics }: Tracker): boolean {
  if (binding !== undefined) return binding === "users";
  return id === semantics.assigneeFieldId || name === "assigned_to";
}

/** Those who can be chosen in some list of a tracker, each once, by name. */
export function peopleNamed(trackers: readonly Tracker[]): readonly Person[] {
  const people = new Map<number, Person>();
  for (const tracker of trackers) {
    for (const field of tracker.fields.filter((each) => isOfPeople(each, tracker))) {
      for (const { id, label } of field.choices ?? []) {
        const isSomebody = typeof id === "number" && id !== noneId && label.trim() !== "";
        if (isSomebody && !people.has(id)) people.set(id, { id, label, username: undefined });
      }
    }
  }
  return [...people.values()].sort((one, other) => one.label.localeCompare(other.label));
}
