// Searches and ranks artifacts by title, and lists selectable people.
import type { Field, Tracker } from "../tracker.ts";
import type { User } from "../user.ts";
import { noneChoiceId } from "../valueTypes.ts";
import { foldCaseAndAccents } from "./criteria.ts";

/** Without semantics, falls back to the usual name, then to the first line of text in the form. */
export function findTitleField({
  fields,
  semantics,
}: Tracker): { readonly field: Field; readonly isGuess: boolean } | undefined {
  const hasSemantic = semantics.titleFieldId !== undefined;
  const field = hasSemantic
    ? fields.find(({ id }) => id === semantics.titleFieldId)
    : (fields.find(({ name }) => name === "title") ?? fields.find(({ type }) => type === "string"));
  return field && { field, isGuess: !hasSemantic };
}

/** The id in `12`, `#12`, `bug #12` or `bug #project:12`: artifact ids are unique across projects. */
export function parseTypedArtifactId(text: string): number | undefined {
  const digits = /^(?:[\p{L}\d_-]+\s+)?#?(?:(?<=#)[\w.-]+:)?(\d{1,15})$/u.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Words for the search. Slashes are removed because servers take text between them for a regular expression. */
export function splitTitleSearch(text: string): readonly string[] {
  return foldCaseAndAccents(text)
    .split(/[\s/]+/)
    .filter((word) => word !== "");
}

export function titleContainsWords(title: string | undefined, words: readonly string[]): boolean {
  const text = foldCaseAndAccents(title ?? "");
  return words.every((word) => text.includes(word));
}

interface TitledArtifact {
  readonly id: number;
  readonly title: string | undefined;
}

/** 0 for the id, 1 if each typed word starts a word of the title, 2 otherwise. */
function rankTitle(
  { id, title }: TitledArtifact,
  number: number | undefined,
  words: readonly string[],
): number {
  if (id === number) return 0;
  const titleWords = foldCaseAndAccents(title ?? "").split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => titleWords.some((each) => each.startsWith(word))) ? 1 : 2;
}

/** Most relevant first; the sort is stable. */
export function sortByRelevance<T>(
  items: readonly T[],
  text: string,
  toTitled: (item: T) => TitledArtifact,
): readonly T[] {
  const number = parseTypedArtifactId(text);
  const words = splitTitleSearch(text);
  return items
    .map((item) => ({ item, rank: rankTitle(toTitled(item), number, words) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** Without duplicates, most relevant first, then newest. */
export function rankSearchResults<T extends TitledArtifact>(rows: readonly T[], text: string): readonly T[] {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
  return sortByRelevance(
    unique.sort((one, other) => other.id - one.id),
    text,
    (row) => row,
  );
}

/** Matches by id or by words of the title. */
export function matchesTitleSearch({ id, title }: TitledArtifact, text: string): boolean {
  const words = splitTitleSearch(text);
  return id === parseTypedArtifactId(text) || (words.length > 0 && titleContainsWords(title, words));
}

/** Without bindings, only the assignee field is known to contain users. */
function isUserList({ id, name, binding }: Field, { semantics }: Tracker): boolean {
  if (binding !== undefined) return binding === "users";
  return id === semantics.assigneeFieldId || name === "assigned_to";
}

/** Users of all user lists without duplicates, sorted by name. */
export function collectSelectableUsers(trackers: readonly Tracker[]): readonly User[] {
  const people = new Map<number, User>();
  for (const tracker of trackers) {
    for (const field of tracker.fields.filter((each) => isUserList(each, tracker))) {
      for (const { id, label } of field.choices ?? []) {
        const isUser = typeof id === "number" && id !== noneChoiceId && label.trim() !== "";
        if (isUser && !people.has(id)) people.set(id, { id, label, username: undefined });
      }
    }
  }
  return [...people.values()].sort((one, other) => one.label.localeCompare(other.label));
}
