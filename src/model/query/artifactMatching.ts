// The text of an artifact search: its words and ID, the query that finds them, and the order of the results.
import type { Field, Tracker } from "../tracker.ts";
import { foldCaseAndAccents } from "./criteria.ts";
import { allMyProjects, allOf, anyOf, type CrossTrackerQuery, quoteTql } from "./crossTracker.ts";
import type { RowWithTracker } from "./sortAndGroup.ts";

export interface FoundArtifact extends RowWithTracker {
  /** Its label; undefined if the server doesn't report it. */
  readonly project?: string | undefined;
}

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

/** Slashes are removed because some servers take text between them for a regular expression. */
function splitWords(text: string): readonly string[] {
  return text.split(/[\s/]+/).filter((word) => word !== "");
}

/** Words to compare with titles, without case and accents. */
export function splitSearchWords(text: string): readonly string[] {
  return splitWords(foldCaseAndAccents(text));
}

/** A reference such as "#12" or "bug #12" is an ID only; "12" can also be a word. */
export function hasWordsToSearch(text: string): boolean {
  const isReference = parseTypedArtifactId(text) !== undefined && text.includes("#");
  return !isReference && splitWords(text).length > 0;
}

// Servers reject complex queries; by default, these numbers of words are accepted.
const maxWordsInEitherText = 4;
const maxWordsInOneText = 7;
/** Keeps the address of the request short. */
const maxWordLength = 100;

/** Finds the words, each in the title or the description, and the typed ID. The artifacts that changed last come first. */
export function createSearchQuery(text: string): CrossTrackerQuery {
  const artifactId = parseTypedArtifactId(text);
  // Longer words are rarer.
  const words = [...new Set(splitWords(text))]
    .sort((one, other) => other.length - one.length)
    .slice(0, maxWordsInOneText)
    // Without half of a surrogate pair at the end.
    .map((word) => quoteTql(word.slice(0, maxWordLength).replace(/\p{Cs}$/u, "")));
  const contains = (name: string, word: string): string => `@${name} = ${word}`;
  const terms =
    words.length > maxWordsInEitherText
      ? ["title", "description"].map((name) => words.map((word) => contains(name, word)).join(" AND "))
      : [allOf(words.map((word) => anyOf([contains("title", word), contains("description", word)])))];
  const alternatives =
    artifactId === undefined || artifactId === 0 ? terms : [`@id = ${artifactId}`, ...terms];
  return { from: allMyProjects, where: anyOf(alternatives), orderBy: "@last_update_date DESC" };
}

export function titleContainsWords(title: string | undefined, words: readonly string[]): boolean {
  const text = foldCaseAndAccents(title ?? "");
  return words.every((word) => text.includes(word));
}

export interface RankedArtifact {
  readonly id: number;
  readonly title: string | undefined;
  readonly modifiedOn?: string | undefined;
}

/** Why an artifact is in the results; the most relevant first. */
const matchKinds = ["id", "titlePrefix", "wordPrefixes", "titleWords", "possibleId", "otherText"] as const;

type MatchKind = (typeof matchKinds)[number];

function createMatcher(text: string): (artifact: RankedArtifact) => MatchKind {
  const artifactId = parseTypedArtifactId(text);
  const words = splitSearchWords(text);
  const prefix = foldCaseAndAccents(text).trim();
  // "sprint 12" is rather a title than an ID.
  const isTitle = words.length > 1 && hasWordsToSearch(text);
  return ({ id, title = "" }) => {
    if (id === artifactId && !isTitle) return "id";
    const folded = foldCaseAndAccents(title);
    if (prefix !== "" && folded.startsWith(prefix)) return "titlePrefix";
    const titleWords = folded.split(/[^\p{L}\p{N}]+/u);
    if (words.every((word) => titleWords.some((each) => each.startsWith(word)))) return "wordPrefixes";
    if (words.every((word) => folded.includes(word))) return "titleWords";
    return id === artifactId ? "possibleId" : "otherText";
  };
}

/** Most relevant first; the sort is stable. */
export function sortByRelevance<T>(
  items: readonly T[],
  text: string,
  toRanked: (item: T) => RankedArtifact,
): readonly T[] {
  const match = createMatcher(text);
  return items
    .map((item) => ({ item, rank: matchKinds.indexOf(match(toRanked(item))) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

function getModifiedAt({ modifiedOn = "" }: RankedArtifact): number {
  const at = Date.parse(modifiedOn);
  return Number.isNaN(at) ? 0 : at;
}

/** Most relevant first, then preferred ones, then those that changed last. The order of `rows` doesn't matter. */
export function rankSearchResults<T extends RankedArtifact>(
  rows: readonly T[],
  text: string,
  isPreferred: (row: T) => boolean = () => false,
): readonly T[] {
  const sorted = rows
    .map((row) => ({ row, isPreferred: isPreferred(row), modifiedAt: getModifiedAt(row) }))
    .sort(
      (one, other) =>
        Number(other.isPreferred) - Number(one.isPreferred) ||
        other.modifiedAt - one.modifiedAt ||
        other.row.id - one.row.id,
    )
    .map(({ row }) => row);
  return sortByRelevance(sorted, text, (row) => row);
}

/** Matches by id or by words of the title. */
export function matchesSearch({ id, title }: RankedArtifact, text: string): boolean {
  const words = splitSearchWords(text);
  return id === parseTypedArtifactId(text) || (words.length > 0 && titleContainsWords(title, words));
}
