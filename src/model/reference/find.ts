// The references to artifacts in a text, in all forms, from left to right.
import { meaningOf, trackerKeywords } from "./keyword.ts";
import {
  artifactIdIn,
  type ArtifactReference,
  type Closing,
  type ClosingVerb,
  isBlank,
  isDateOrVersion,
  isWord,
  type TextRange,
} from "./reference.ts";

// The words by which a commit message closes an artifact. They count only directly before a reference.

const wordsOf: Readonly<Record<ClosingVerb, readonly string[]>> = {
  closes: ["close", "closes", "closed", "closing", "chore:"],
  fixes: ["fix", "fixes", "fixed", "fixing", "fix:"],
  implements: ["implement", "implements", "implemented", "implementing", "feat:"],
  resolves: ["resolve", "resolves", "resolved", "resolving"],
};

/** In the order in which they are offered. */
export const closingVerbs: readonly ClosingVerb[] = ["closes", "fixes", "implements", "resolves"];

const verbs: ReadonlyMap<string, ClosingVerb> = new Map(
  closingVerbs.flatMap((verb) => wordsOf[verb].map((word) => [word, verb] as const)),
);

const longest = Math.max(...[...verbs.keys()].map((word) => word.length));

function closingIn(text: string, start: number, end: number): Closing | undefined {
  const word = text.slice(start, end);
  const verb = verbs.get(word.toLowerCase());
  return verb === undefined ? undefined : { start, end, word, verb };
}

/**
 * Before `art #12` the platform looks at one whole word, one blank away; a line break is a blank. What lies before `floor`
 * belongs to another reference.
 */
export function closingBeforeHash(text: string, at: number, floor: number): Closing | undefined {
  const end = at - 1;
  if (end <= floor || !isBlank(text.charCodeAt(end))) return undefined;
  let start = text.charAt(end - 1) === ":" ? end - 1 : end;
  while (start > floor && end - start <= longest && isWord(text.charCodeAt(start - 1))) start -= 1;
  return closingIn(text, start, end);
}

/**
 * Before `TULEAP-12` it is read more loosely: one mark or blank lies between, or a blank and such a mark, and the word may be
 * the end of a longer one.
 */
function closingBeforeDash(text: string, at: number): Closing | undefined {
  const ends = isBlank(text.charCodeAt(at - 2)) ? [at - 1, at - 2] : [at - 1];
  for (const end of ends) {
    for (const known of verbs.keys()) {
      const start = end - known.length;
      const closing = start < 0 ? undefined : closingIn(text, start, end);
      if (closing !== undefined) return closing;
    }
  }
  return undefined;
}

// `keyword #value` and `keyword #project:value`: how the platform names its objects in any text. It is read from left to
// right and what was read once is not read again, as the platform does it. Each character is looked at a few times at most.

/** Something of that form: an artifact, another object or nothing at all. */
interface Mention extends TextRange {
  readonly keyword: string;
  readonly project: string | undefined;
  readonly value: string;
  readonly closing: Closing | undefined;
}

interface Value extends TextRange {
  /** Further than the end where an escaped quotation mark belongs to neither the value nor the text after it. */
  readonly readTo: number;
}

const and = 38;
const dash = 45;
const dot = 46;
const escaped = /&(?:#(?:\d+|[xX][\da-fA-F]+)|quot);/y;

function escapedEnd(text: string, at: number): number | undefined {
  if (text.charCodeAt(at) !== and) return undefined;
  escaped.lastIndex = at;
  return escaped.test(text) ? escaped.lastIndex : undefined;
}

/** Where the character of a value ends that begins here; the same place where none does. */
function afterLetter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === and && text.startsWith("&amp;", at)) return at + 5;
  return isWord(code) || code === and ? at + 1 : at;
}

/** Folders, which lie before the last part of a value, may also have dashes and dots. */
function folderEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    const next = code === dash || code === dot ? at + 1 : afterLetter(text, at);
    if (next === at) return at;
    at = next;
  }
}

/** The last part of a value: letters that no letter and no slash follows; else it ends inside the last `&amp;`. */
function lastPart(text: string, from: number): Value | undefined {
  let end = from;
  let inside: number | undefined;
  for (;;) {
    const next = afterLetter(text, end);
    if (next === end) break;
    if (next > end + 1) inside = next - 1;
    end = next;
    const readTo = escapedEnd(text, end);
    if (readTo !== undefined) return { start: from, end, readTo };
  }
  const isFollowed = end === from || text.charAt(end) === "/";
  const stop = isFollowed ? inside : end;
  return stop === undefined ? undefined : { start: from, end: stop, readTo: stop };
}

/** As many folders as there can be. */
function valueAt(text: string, from: number): Value | undefined {
  let value: Value | undefined;
  for (let at = from; ;) {
    const last = lastPart(text, at);
    if (last !== undefined) value = { ...last, start: from };
    const end = folderEnd(text, at);
    if (end === at || text.charAt(end) !== "/") return value;
    at = end + 1;
  }
}

function projectEnd(text: string, from: number): number | undefined {
  let end = from;
  while (isWord(text.charCodeAt(end)) || text.charCodeAt(end) === dash) end += 1;
  return end > from && text.charAt(end) === ":" ? end : undefined;
}

function targetAt(text: string, from: number): readonly [project: string | undefined, Value] | undefined {
  const end = projectEnd(text, from);
  const inProject = end === undefined ? undefined : valueAt(text, end + 1);
  if (inProject !== undefined) return [text.slice(from, end), inProject];
  const value = valueAt(text, from);
  return value === undefined ? undefined : [undefined, value];
}

export function mentionsIn(text: string): readonly Mention[] {
  const found: Mention[] = [];
  let floor = 0;
  for (let hash = text.indexOf("#"); hash !== -1; hash = text.indexOf("#", hash + 1)) {
    const keywordEnd = hash - 1;
    if (keywordEnd <= floor || !isBlank(text.charCodeAt(keywordEnd))) continue;
    let start = keywordEnd;
    while (start > floor && isWord(text.charCodeAt(start - 1))) start -= 1;
    const target = start === keywordEnd ? undefined : targetAt(text, hash + 1);
    if (target === undefined) continue;
    const [project, value] = target;
    found.push({
      start,
      end: value.end,
      keyword: text.slice(start, keywordEnd),
      project,
      value: text.slice(value.start, value.end),
      closing: closingBeforeHash(text, start, floor),
    });
    floor = value.readTo;
  }
  return found;
}

/** Those that name artifacts; keywords of trackers as `trackerKeywords` has them. */
export function hashReferencesIn(text: string, trackers: ReadonlySet<string>): readonly ArtifactReference[] {
  return mentionsIn(text).flatMap(({ value, ...mention }) => {
    const artifactId = artifactIdIn(value);
    const isArtifact = artifactId !== undefined && meaningOf(mention.keyword, trackers) === "artifact";
    return isArtifact ? [{ ...mention, artifactId, form: "hash" as const }] : [];
  });
}

// `TULEAP-12`: what the platform reads in commits, merge requests and tags that are kept elsewhere, in any case. It does
// so too where letters follow the number. It would take the version in `Tuleap-17.4` for an artifact; we don't.

const dashed = /tuleap-(\d+)/gi;
const marks: ReadonlySet<string> = new Set(".,;:[](){}|'\"");

function mayFollow(text: string, at: number): boolean {
  return at === 0 || isBlank(text.charCodeAt(at - 1)) || marks.has(text.charAt(at - 1));
}

export function dashReferencesIn(text: string): readonly ArtifactReference[] {
  const found: ArtifactReference[] = [];
  for (const { index: start, 0: whole, 1: digits = "" } of text.matchAll(dashed)) {
    const end = start + whole.length;
    const artifactId = artifactIdIn(digits);
    if (artifactId === undefined || !mayFollow(text, start)) continue;
    if (isDateOrVersion(text, end - digits.length, end)) continue;
    const keyword = text.slice(start, end - digits.length - 1);
    const closing = closingBeforeDash(text, start);
    found.push({ start, end, artifactId, form: "dash", keyword, project: undefined, closing });
  }
  return found;
}

// Patterns from settings: text with holes, `PROJ-${id}` or `${project}/issues/${id}`, and `^` for the beginning of a line or a
// branch's name.
//
// Settings come with a workspace too, and a RegExp of JavaScript can't be stopped once it runs: a bad one hangs the window.
// So nobody writes a RegExp here. What people write is taken letter by letter; the only repetitions are ours, each has
// an upper bound, none is inside another, and what follows one can't begin with what it repeats. From each place of a
// text a pattern can thus be followed for some two hundred steps at most.

export interface Pattern {
  readonly kind: "pattern";
  readonly source: string;
  readonly expression: RegExp;
}

interface PatternProblem {
  readonly kind: "patternProblem";
  readonly code:
    | "tooLong"
    | "badCharacter"
    /** A hole that nothing can fill. */
    | "unknownName"
    | "noId"
    /** A hole that is there twice. */
    | "twice"
    /** Without a letter or a mark before the id, every number would be one. */
    | "nothingBeforeId"
    /** A hole whose end could not be told. */
    | "openEnd";
  readonly pattern: string;
  /** What of the pattern is meant, where it is a part. */
  readonly part: string | undefined;
}

const longestPattern = 64;
const mostPatterns = 8;
/** Texts that are longer are looked at so far: with the bounds above, a fraction of a second at worst. */
const longestText = 200_000;

const parts = /\$\{([^{}]*)\}|[^$]+|\$/g;
const holes: ReadonlyMap<string, string> = new Map([
  ["id", "(?<id>\\d{1,10})(?!\\d)"],
  ["project", "(?<project>[A-Za-z0-9_-]{1,64})(?![A-Za-z0-9_-])"],
]);

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function problemIn(body: string, isAtStart: boolean): Pick<PatternProblem, "code" | "part"> | undefined {
  const problem = (code: PatternProblem["code"], part?: string): Pick<PatternProblem, "code" | "part"> => ({
    code,
    part,
  });
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(body)) return problem("badCharacter");
  const names = [...body.matchAll(parts)].flatMap(([, name]) => name ?? []);
  const unknown = names.find((name) => !holes.has(name));
  if (unknown !== undefined) return problem("unknownName", unknown);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return problem("twice", twice);
  if (!names.includes("id")) return problem("noId");
  const open = /(?:\d|\$\{project\})(?=\$\{id\})|\$\{id\}(?=\d|\$\{)|\$\{project\}[\w-]/.exec(body)?.[0];
  if (open !== undefined) return problem("openEnd", open);
  const [before = "", after = ""] = body.split("${id}");
  const isTold = /[^\s\d]/.test(before.replace("${project}", "")) || (isAtStart && /[^\s\d]/.test(after));
  return isTold ? undefined : problem("nothingBeforeId");
}

export function parsePattern(source: string): Pattern | PatternProblem {
  if (source.length > longestPattern) {
    return { kind: "patternProblem", code: "tooLong", pattern: source, part: undefined };
  }
  const isAtStart = source.startsWith("^");
  const body = isAtStart ? source.slice(1) : source;
  const problem = problemIn(body, isAtStart);
  if (problem !== undefined) return { kind: "patternProblem", pattern: source, ...problem };
  const middle = [...body.matchAll(parts)].map(([text, name]) => holes.get(name ?? "") ?? literally(text));
  // A project's name begins where it can't have begun before: else it would be tried from each of its letters.
  const edge = body.startsWith("${")
    ? String.raw`(?<![\p{L}\p{N}_-])`
    : /^[\p{L}\p{N}_]/u.test(body)
      ? String.raw`(?<![\p{L}\p{N}_])`
      : "";
  const end = body.endsWith("${id}") ? String.raw`(?![\p{L}_])` : "";
  const expression = new RegExp(`${isAtStart ? "^" : edge}${middle.join("")}${end}`, "dgimu");
  return { kind: "pattern", source, expression };
}

/** Those of a setting that can be used. */
export function usablePatterns(sources: readonly string[]): readonly Pattern[] {
  return sources
    .slice(0, mostPatterns)
    .map(parsePattern)
    .filter((each) => each.kind === "pattern");
}

export function patternReferencesIn(text: string, pattern: Pattern): readonly ArtifactReference[] {
  const found: ArtifactReference[] = [];
  for (const { indices, groups } of text.slice(0, longestText).matchAll(pattern.expression)) {
    const [start, end] = indices?.[0] ?? [0, 0];
    const [idStart, idEnd] = indices?.groups?.["id"] ?? [0, 0];
    const artifactId = artifactIdIn(text.slice(idStart, idEnd));
    if (artifactId === undefined || isDateOrVersion(text, idStart, idEnd)) continue;
    const keyword = text.slice(start, idStart);
    const project = groups?.["project"];
    found.push({ start, end, artifactId, form: "pattern", keyword, project, closing: undefined });
  }
  return found;
}

/** What is read as a reference beside the words that every platform knows. */
export interface Grammar {
  /** Short names of the trackers that are known: each is a keyword. */
  readonly trackers: readonly string[];
  readonly patterns: readonly Pattern[];
}

export const platformOnly: Grammar = { trackers: [], patterns: [] };

/** Of two that share a place, the one that was read first counts: the platform's own forms before those of settings. */
function withoutOverlaps(
  first: readonly ArtifactReference[],
  second: readonly ArtifactReference[],
): readonly ArtifactReference[] {
  const kept: ArtifactReference[] = [];
  let next = 0;
  let end = 0;
  for (const each of second) {
    for (let own = first[next]; own !== undefined && own.start < each.end; own = first[next]) {
      kept.push(own);
      end = own.end;
      next += 1;
    }
    if (each.start >= end) kept.push(each);
  }
  return [...kept, ...first.slice(next)];
}

export function findReferences(text: string, grammar: Grammar): readonly ArtifactReference[] {
  const further = grammar.patterns.map((pattern) => patternReferencesIn(text, pattern));
  return [dashReferencesIn(text), ...further].reduce(
    withoutOverlaps,
    hashReferencesIn(text, trackerKeywords(grammar.trackers)),
  );
}

export function refersTo(text: string, artifactId: number, grammar: Grammar): boolean {
  return findReferences(text, grammar).some((reference) => reference.artifactId === artifactId);
}
