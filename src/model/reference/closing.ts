// The words by which a commit message closes an artifact. They count only directly before a reference.
import { isBlank, isWord } from "./characters.ts";
import type { Closing, ClosingVerb } from "./reference.ts";

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
export function closingBeforeDash(text: string, at: number): Closing | undefined {
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
