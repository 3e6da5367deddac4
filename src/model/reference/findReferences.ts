// Finds all references to artifacts in a text, from left to right.
import { classifyKeyword, toTrackerKeywords } from "./referenceKeywords.ts";
import {
  parseArtifactId,
  type ArtifactReference,
  type ClosingKeyword,
  type ClosingVerb,
  isWhitespace,
  isDateOrVersion,
  isWordCharacter,
  type TextRange,
} from "./artifactReference.ts";

// Closing keywords, which must directly precede a reference.

const closingKeywordsByVerb: Readonly<Record<ClosingVerb, readonly string[]>> = {
  closes: ["close", "closes", "closed", "closing", "chore:"],
  fixes: ["fix", "fixes", "fixed", "fixing", "fix:"],
  implements: ["implement", "implements", "implemented", "implementing", "feat:"],
  resolves: ["resolve", "resolves", "resolved", "resolving"],
};

/** In the order of the picker. */
export const closingVerbs: readonly ClosingVerb[] = ["closes", "fixes", "implements", "resolves"];

const verbByKeyword: ReadonlyMap<string, ClosingVerb> = new Map(
  closingVerbs.flatMap((verb) => closingKeywordsByVerb[verb].map((word) => [word, verb] as const)),
);

const maxKeywordLength = Math.max(...[...verbByKeyword.keys()].map((word) => word.length));

function matchClosingKeyword(text: string, start: number, end: number): ClosingKeyword | undefined {
  const word = text.slice(start, end);
  const verb = verbByKeyword.get(word.toLowerCase());
  return verb === undefined ? undefined : { start, end, word, verb };
}

/**
 * Tuleap requires one whole word and one blank, possibly a line break, before `art #12`. Text before `floor`
 * belongs to another reference.
 */
export function findClosingKeywordBeforeHash(
  text: string,
  at: number,
  floor: number,
): ClosingKeyword | undefined {
  const end = at - 1;
  if (end <= floor || !isWhitespace(text.charCodeAt(end))) return undefined;
  let start = text.charAt(end - 1) === ":" ? end - 1 : end;
  while (start > floor && end - start <= maxKeywordLength && isWordCharacter(text.charCodeAt(start - 1))) {
    start -= 1;
  }
  return matchClosingKeyword(text, start, end);
}

/** Before `TULEAP-12` Tuleap allows one punctuation mark or blank, or both, and a word that ends with the keyword. */
function findClosingKeywordBeforeDash(text: string, at: number): ClosingKeyword | undefined {
  const ends = isWhitespace(text.charCodeAt(at - 2)) ? [at - 1, at - 2] : [at - 1];
  for (const end of ends) {
    for (const keyword of verbByKeyword.keys()) {
      const start = end - keyword.length;
      const closing = start < 0 ? undefined : matchClosingKeyword(text, start, end);
      if (closing !== undefined) return closing;
    }
  }
  return undefined;
}

// Parses `keyword #value` and `keyword #project:value` like Tuleap: left to right without overlaps. Each
// character is read a bounded number of times.

/** A reference to an artifact, another object, or nothing. */
interface ObjectReference extends TextRange {
  readonly keyword: string;
  readonly project: string | undefined;
  readonly value: string;
  readonly closing: ClosingKeyword | undefined;
}

interface ReferenceValue extends TextRange {
  /** Greater than `end` if an escaped quotation mark follows, which belongs to neither the value nor the text. */
  readonly resumeAt: number;
}

const ampersandCode = 38;
const dashCode = 45;
const dotCode = 46;
const escapedQuotePattern = /&(?:#(?:\d+|[xX][\da-fA-F]+)|quot);/y;

function findEscapeEnd(text: string, at: number): number | undefined {
  if (text.charCodeAt(at) !== ampersandCode) return undefined;
  escapedQuotePattern.lastIndex = at;
  return escapedQuotePattern.test(text) ? escapedQuotePattern.lastIndex : undefined;
}

/** Returns `at` if there is no value character. */
function skipValueCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === ampersandCode && text.startsWith("&amp;", at)) return at + 5;
  return isWordCharacter(code) || code === ampersandCode ? at + 1 : at;
}

/** Folders before the last segment may also contain dashes and dots. */
function findFolderEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    const next = code === dashCode || code === dotCode ? at + 1 : skipValueCharacter(text, at);
    if (next === at) return at;
    at = next;
  }
}

/** The last segment must not be followed by a letter or slash; otherwise it ends inside the last `&amp;`. */
function parseLastSegment(text: string, from: number): ReferenceValue | undefined {
  let end = from;
  let inside: number | undefined;
  for (;;) {
    const next = skipValueCharacter(text, end);
    if (next === end) break;
    if (next > end + 1) inside = next - 1;
    end = next;
    const resumeAt = findEscapeEnd(text, end);
    if (resumeAt !== undefined) return { start: from, end, resumeAt };
  }
  const isFollowed = end === from || text.charAt(end) === "/";
  const stop = isFollowed ? inside : end;
  return stop === undefined ? undefined : { start: from, end: stop, resumeAt: stop };
}

/** Takes as many folders as possible. */
function parseValue(text: string, from: number): ReferenceValue | undefined {
  let value: ReferenceValue | undefined;
  for (let at = from; ;) {
    const last = parseLastSegment(text, at);
    if (last !== undefined) value = { ...last, start: from };
    const end = findFolderEnd(text, at);
    if (end === at || text.charAt(end) !== "/") return value;
    at = end + 1;
  }
}

function findProjectEnd(text: string, from: number): number | undefined {
  let end = from;
  while (isWordCharacter(text.charCodeAt(end)) || text.charCodeAt(end) === dashCode) end += 1;
  return end > from && text.charAt(end) === ":" ? end : undefined;
}

function parseTarget(
  text: string,
  from: number,
): readonly [project: string | undefined, ReferenceValue] | undefined {
  const end = findProjectEnd(text, from);
  const inProject = end === undefined ? undefined : parseValue(text, end + 1);
  if (inProject !== undefined) return [text.slice(from, end), inProject];
  const value = parseValue(text, from);
  return value === undefined ? undefined : [undefined, value];
}

export function findObjectReferences(text: string): readonly ObjectReference[] {
  const found: ObjectReference[] = [];
  let floor = 0;
  for (let hash = text.indexOf("#"); hash !== -1; hash = text.indexOf("#", hash + 1)) {
    const keywordEnd = hash - 1;
    if (keywordEnd <= floor || !isWhitespace(text.charCodeAt(keywordEnd))) continue;
    let start = keywordEnd;
    while (start > floor && isWordCharacter(text.charCodeAt(start - 1))) start -= 1;
    const target = start === keywordEnd ? undefined : parseTarget(text, hash + 1);
    if (target === undefined) continue;
    const [project, value] = target;
    found.push({
      start,
      end: value.end,
      keyword: text.slice(start, keywordEnd),
      project,
      value: text.slice(value.start, value.end),
      closing: findClosingKeywordBeforeHash(text, start, floor),
    });
    floor = value.resumeAt;
  }
  return found;
}

/** References to artifacts only; `trackers` is from `toTrackerKeywords`. */
export function findHashReferences(
  text: string,
  trackers: ReadonlySet<string>,
): readonly ArtifactReference[] {
  return findObjectReferences(text).flatMap(({ value, ...reference }) => {
    const artifactId = parseArtifactId(value);
    const isArtifact =
      artifactId !== undefined && classifyKeyword(reference.keyword, trackers) === "artifact";
    return isArtifact ? [{ ...reference, artifactId, form: "hash" as const }] : [];
  });
}

// Parses `TULEAP-12`, which Tuleap recognizes case-insensitively in commits, merge requests and tags of
// external repositories, even if letters follow. Unlike Tuleap, versions such as `Tuleap-17.4` are ignored.

const dashPattern = /tuleap-(\d+)/gi;
const punctuation: ReadonlySet<string> = new Set(".,;:[](){}|'\"");

function canStartAt(text: string, at: number): boolean {
  return at === 0 || isWhitespace(text.charCodeAt(at - 1)) || punctuation.has(text.charAt(at - 1));
}

export function findTuleapDashReferences(text: string): readonly ArtifactReference[] {
  const found: ArtifactReference[] = [];
  for (const { index: start, 0: match, 1: digits = "" } of text.matchAll(dashPattern)) {
    const end = start + match.length;
    const artifactId = parseArtifactId(digits);
    if (artifactId === undefined || !canStartAt(text, start)) continue;
    if (isDateOrVersion(text, end - digits.length, end)) continue;
    const keyword = text.slice(start, end - digits.length - 1);
    const closing = findClosingKeywordBeforeDash(text, start);
    found.push({ start, end, artifactId, form: "dash", keyword, project: undefined, closing });
  }
  return found;
}

// Patterns from settings: text with placeholders such as `PROJ-${id}` or `${project}/issues/${id}`, and `^`
// for the start of a line or branch name. Workspace settings are untrusted and a slow regular expression
// would block the window, so users can't write one: their text is matched literally, and all repetitions are
// bounded, not nested, and followed by something they can't match. A pattern takes at most about two hundred
// steps from each position.

export interface ReferencePattern {
  readonly kind: "pattern";
  readonly source: string;
  readonly expression: RegExp;
}

interface ReferencePatternProblem {
  readonly kind: "patternProblem";
  readonly code:
    | "tooLong"
    | "invalidCharacter"
    | "unknownPlaceholder"
    | "missingId"
    | "duplicatePlaceholder"
    /** Without a letter or punctuation before the id, every number would match. */
    | "missingPrefix"
    /** A placeholder without a definite end. */
    | "ambiguousEnd";
  readonly pattern: string;
  /** The part of the pattern with the problem. */
  readonly part: string | undefined;
}

const maxPatternLength = 64;
const maxPatterns = 8;
/** Longer texts are truncated: with the bounds above, matching takes a fraction of a second at worst. */
const maxTextLength = 200_000;

const patternParts = /\$\{([^{}]*)\}|[^$]+|\$/g;
const placeholderExpressions: ReadonlyMap<string, string> = new Map([
  ["id", "(?<id>\\d{1,10})(?!\\d)"],
  ["project", "(?<project>[A-Za-z0-9_-]{1,64})(?![A-Za-z0-9_-])"],
]);

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function findPatternProblem(
  body: string,
  isAtStart: boolean,
): Pick<ReferencePatternProblem, "code" | "part"> | undefined {
  const problem = (
    code: ReferencePatternProblem["code"],
    part?: string,
  ): Pick<ReferencePatternProblem, "code" | "part"> => ({
    code,
    part,
  });
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(body)) return problem("invalidCharacter");
  const names = [...body.matchAll(patternParts)].flatMap(([, name]) => name ?? []);
  const unknown = names.find((name) => !placeholderExpressions.has(name));
  if (unknown !== undefined) return problem("unknownPlaceholder", unknown);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) return problem("duplicatePlaceholder", duplicate);
  if (!names.includes("id")) return problem("missingId");
  const ambiguous = /(?:\d|\$\{project\})(?=\$\{id\})|\$\{id\}(?=\d|\$\{)|\$\{project\}[\w-]/.exec(body)?.[0];
  if (ambiguous !== undefined) return problem("ambiguousEnd", ambiguous);
  const [before = "", after = ""] = body.split("${id}");
  const hasPrefix = /[^\s\d]/.test(before.replace("${project}", "")) || (isAtStart && /[^\s\d]/.test(after));
  return hasPrefix ? undefined : problem("missingPrefix");
}

export function parseReferencePattern(source: string): ReferencePattern | ReferencePatternProblem {
  if (source.length > maxPatternLength) {
    return { kind: "patternProblem", code: "tooLong", pattern: source, part: undefined };
  }
  const isAtStart = source.startsWith("^");
  const body = isAtStart ? source.slice(1) : source;
  const problem = findPatternProblem(body, isAtStart);
  if (problem !== undefined) return { kind: "patternProblem", pattern: source, ...problem };
  const middle = [...body.matchAll(patternParts)].map(
    ([text, name]) => placeholderExpressions.get(name ?? "") ?? escapeRegExp(text),
  );
  // A project name starts at a boundary, so that it isn't tried from each of its letters.
  const edge = body.startsWith("${")
    ? String.raw`(?<![\p{L}\p{N}_-])`
    : /^[\p{L}\p{N}_]/u.test(body)
      ? String.raw`(?<![\p{L}\p{N}_])`
      : "";
  const end = body.endsWith("${id}") ? String.raw`(?![\p{L}_])` : "";
  const expression = new RegExp(`${isAtStart ? "^" : edge}${middle.join("")}${end}`, "dgimu");
  return { kind: "pattern", source, expression };
}

/** Ignores invalid patterns. */
export function parseValidPatterns(sources: readonly string[]): readonly ReferencePattern[] {
  return sources
    .slice(0, maxPatterns)
    .map(parseReferencePattern)
    .filter((each) => each.kind === "pattern");
}

export function findPatternReferences(text: string, pattern: ReferencePattern): readonly ArtifactReference[] {
  const found: ArtifactReference[] = [];
  for (const { indices, groups } of text.slice(0, maxTextLength).matchAll(pattern.expression)) {
    const [start, end] = indices?.[0] ?? [0, 0];
    const [idStart, idEnd] = indices?.groups?.["id"] ?? [0, 0];
    const artifactId = parseArtifactId(text.slice(idStart, idEnd));
    if (artifactId === undefined || isDateOrVersion(text, idStart, idEnd)) continue;
    const keyword = text.slice(start, idStart);
    const project = groups?.["project"];
    found.push({ start, end, artifactId, form: "pattern", keyword, project, closing: undefined });
  }
  return found;
}

/** What is recognized besides Tuleap's built-in keywords. */
export interface ReferenceGrammar {
  /** Short names of known trackers, which are keywords. */
  readonly trackerNames: readonly string[];
  readonly patterns: readonly ReferencePattern[];
}

export const builtInGrammar: ReferenceGrammar = { trackerNames: [], patterns: [] };

/** Earlier arrays have precedence: built-in forms before patterns. */
function mergeWithoutOverlaps(
  first: readonly ArtifactReference[],
  second: readonly ArtifactReference[],
): readonly ArtifactReference[] {
  const merged: ArtifactReference[] = [];
  let next = 0;
  let end = 0;
  for (const each of second) {
    for (
      let reference = first[next];
      reference !== undefined && reference.start < each.end;
      reference = first[next]
    ) {
      merged.push(reference);
      end = reference.end;
      next += 1;
    }
    if (each.start >= end) merged.push(each);
  }
  return [...merged, ...first.slice(next)];
}

export function findReferences(text: string, grammar: ReferenceGrammar): readonly ArtifactReference[] {
  const byPattern = grammar.patterns.map((pattern) => findPatternReferences(text, pattern));
  return [findTuleapDashReferences(text), ...byPattern].reduce(
    mergeWithoutOverlaps,
    findHashReferences(text, toTrackerKeywords(grammar.trackerNames)),
  );
}

export function refersToArtifact(text: string, artifactId: number, grammar: ReferenceGrammar): boolean {
  return findReferences(text, grammar).some((reference) => reference.artifactId === artifactId);
}
