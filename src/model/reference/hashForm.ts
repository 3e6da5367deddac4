// `keyword #value` and `keyword #project:value`: how the platform names its objects in any text. It is read from left to
// right and what was read once is not read again, as the platform does it. Each character is looked at a few times at most.
import { isBlank, isWord } from "./characters.ts";
import { closingBeforeHash } from "./closing.ts";
import { meaningOf } from "./keyword.ts";
import { artifactIdIn, type ArtifactReference, type Closing, type TextRange } from "./reference.ts";

/** Something of that form: an artifact, another object or nothing at all. */
export interface Mention extends TextRange {
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
