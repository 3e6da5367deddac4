// What differs between two texts, word by word: what is left unmarked is the same in both.
import { withoutInvisible } from "../displayText.ts";
import { type Hunk, hunksOf } from "./text.ts";

export interface Stretch {
  /** In both texts, only in the later one, or only in the earlier one. */
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** It knows words also where nothing stands between them. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Words, and what stands between them. */
function wordsOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function wordHunks(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const numbers = new Map([...new Set([...before, ...after])].map((word, index) => [word, index]));
  const numbered = (words: readonly string[]): Int32Array =>
    Int32Array.from(words, (word) => numbers.get(word) ?? -1);
  return hunksOf(numbered(before), numbered(after));
}

/** What of a text can be seen. */
function seenIn(text: string): string {
  return withoutInvisible(text).replaceAll(/\s/g, "");
}

/** Words of a line that follow each other are read as one, although the space between them is the same. */
function joined(hunks: readonly Hunk[], after: readonly string[]): readonly Hunk[] {
  const wide: Hunk[] = [];
  for (const hunk of hunks) {
    const last = wide.at(-1);
    const between = last === undefined ? [] : after.slice(last.to, hunk.from);
    const goesOn = last !== undefined && between.every((word) => seenIn(word) === "" && !word.includes("\n"));
    if (goesOn) wide.pop();
    wide.push(goesOn ? { ...hunk, start: last.start, from: last.from } : hunk);
  }
  return wide;
}

/** Without what was removed it is the later text, without what was added the earlier one. */
export function wordDiff(before: string, after: string): readonly Stretch[] {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const stretches: Stretch[] = [];
  const add = (kind: Stretch["kind"], words: readonly string[]): void => {
    if (words.length > 0) stretches.push({ kind, text: words.join("") });
  };
  let done = 0;
  for (const { start, end, from, to } of joined(wordHunks(was, is), is)) {
    add("same", is.slice(done, from));
    add("removed", was.slice(start, end));
    add("added", is.slice(from, to));
    done = to;
  }
  add("same", is.slice(done));
  return stretches;
}

function named(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}

const signs: Readonly<Record<string, string>> = { " ": "·", "\t": "→", "\n": "↵\n" };

/** Characters that can't be seen, by signs or by their numbers. */
function spelledOut(text: string): string {
  return Array.from(text, (character) => {
    if (withoutInvisible(character) === "") return named(character);
    return seenIn(character) === "" ? (signs[character] ?? named(character)) : character;
  }).join("");
}

/** Where only what can't be seen makes the difference it is spelled out; else it is left away. */
function shownStretch({ kind, text }: Stretch, beside: Stretch | undefined): Stretch {
  if (kind === "same") return { kind, text: withoutInvisible(text) };
  const isOther = beside !== undefined && beside.kind !== kind && beside.kind !== "same";
  const seen = seenIn(text);
  const isUnseen = seen === "" || (isOther && seen === seenIn(beside.text));
  return { kind, text: isUnseen ? spelledOut(text) : withoutInvisible(text) };
}

/** A few words that two texts share by chance don't make one of the other. */
function isReplaced(before: string, after: string, stretches: readonly Stretch[]): boolean {
  const [was, is] = [seenIn(before), seenIn(after)];
  const common = stretches.flatMap(({ kind, text }) => (kind === "same" ? seenIn(text) : [])).join("");
  return was !== is && 2 * common.length < Math.min(was.length, is.length);
}

/** The same for the screen, however lines end. What has little in common with the earlier text is marked whole. */
export function shownDiff(before: string, after: string): readonly Stretch[] {
  const [was, is] = [plainEnds(before), plainEnds(after)];
  const stretches = wordDiff(was, is);
  if (isReplaced(was, is, stretches)) return [shownStretch({ kind: "added", text: is }, undefined)];
  return stretches
    .map((stretch, at) => shownStretch(stretch, stretches[stretch.kind === "removed" ? at + 1 : at - 1]))
    .filter(({ text }) => text !== "");
}

function plainEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
