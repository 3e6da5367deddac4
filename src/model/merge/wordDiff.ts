// Word diff of two texts.
import { removeInvisibleCharacters } from "../displayText.ts";
import { type Hunk, findHunks } from "./mergeText.ts";

export interface DiffSegment {
  /** In both texts, only in the new one, or only in the old one. */
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Also splits languages without spaces between words. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Includes the text between words. */
function splitWords(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment: word }) => word);
}

function wordHunks(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const numbers = new Map([...new Set([...before, ...after])].map((word, index) => [word, index]));
  const numbered = (words: readonly string[]): Int32Array =>
    Int32Array.from(words, (word) => numbers.get(word) ?? -1);
  return findHunks(numbered(before), numbered(after));
}

function toVisibleText(text: string): string {
  return removeInvisibleCharacters(text).replaceAll(/\s/g, "");
}

/** Joins changes of adjacent words in a line, although the space between them is unchanged. */
function joinHunks(hunks: readonly Hunk[], after: readonly string[]): readonly Hunk[] {
  const joined: Hunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const between = last === undefined ? [] : after.slice(last.to, hunk.from);
    const isContinued =
      last !== undefined && between.every((word) => toVisibleText(word) === "" && !word.includes("\n"));
    if (isContinued) joined.pop();
    joined.push(isContinued ? { ...hunk, start: last.start, from: last.from } : hunk);
  }
  return joined;
}

/** Without "removed" segments it is the new text, without "added" ones the old text. */
export function diffWords(before: string, after: string): readonly DiffSegment[] {
  const [was, is] = [splitWords(before), splitWords(after)];
  const segments: DiffSegment[] = [];
  const add = (kind: DiffSegment["kind"], words: readonly string[]): void => {
    if (words.length > 0) segments.push({ kind, text: words.join("") });
  };
  let done = 0;
  for (const { start, end, from, to } of joinHunks(wordHunks(was, is), is)) {
    add("same", is.slice(done, from));
    add("removed", was.slice(start, end));
    add("added", is.slice(from, to));
    done = to;
  }
  add("same", is.slice(done));
  return segments;
}

function toCodePointLabel(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}

const symbols: Readonly<Record<string, string>> = { " ": "·", "\t": "→", "\n": "↵\n" };

/** Replaces invisible characters with symbols or code points. */
function showInvisible(text: string): string {
  return Array.from(text, (character) => {
    if (removeInvisibleCharacters(character) === "") return toCodePointLabel(character);
    return toVisibleText(character) === "" ? (symbols[character] ?? toCodePointLabel(character)) : character;
  }).join("");
}

/** Shows invisible characters only if they are the only difference. */
function toDisplaySegment({ kind, text }: DiffSegment, neighbor: DiffSegment | undefined): DiffSegment {
  if (kind === "same") return { kind, text: removeInvisibleCharacters(text) };
  const isCounterpart = neighbor !== undefined && neighbor.kind !== kind && neighbor.kind !== "same";
  const visible = toVisibleText(text);
  const isInvisible = visible === "" || (isCounterpart && visible === toVisibleText(neighbor.text));
  return { kind, text: isInvisible ? showInvisible(text) : removeInvisibleCharacters(text) };
}

/** Whether the texts have too little in common for a readable diff. */
function isReplaced(before: string, after: string, segments: readonly DiffSegment[]): boolean {
  const [was, is] = [toVisibleText(before), toVisibleText(after)];
  const common = segments.flatMap(({ kind, text }) => (kind === "same" ? toVisibleText(text) : [])).join("");
  return was !== is && 2 * common.length < Math.min(was.length, is.length);
}

/** For display: ignores line endings and marks texts with little in common as replaced. */
export function diffForDisplay(before: string, after: string): readonly DiffSegment[] {
  const [was, is] = [normalizeLineEndings(before), normalizeLineEndings(after)];
  const segments = diffWords(was, is);
  if (isReplaced(was, is, segments)) return [toDisplaySegment({ kind: "added", text: is }, undefined)];
  return segments
    .map((segment, at) => toDisplaySegment(segment, segments[segment.kind === "removed" ? at + 1 : at - 1]))
    .filter(({ text }) => text !== "");
}

function normalizeLineEndings(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
