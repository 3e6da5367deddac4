// A reference that somebody is about to write: a keyword, a blank, "#", and then a number or words of a title.
import { meaningOf, trackerKeywords } from "../../../model/reference/keyword.ts";

export interface TypedReference {
  /** Where its keyword begins in the line. */
  readonly start: number;
  readonly keyword: string;
  /** What stands after "#". */
  readonly typed: string;
}

const longest = 60;
const mostWords = 5;
const begun = /(?<![\w#&-])(\w{1,64})[ \t]#([^#]*)$/;

/** `before` is the line up to where somebody types. */
export function typedReference(before: string, trackers: readonly string[]): TypedReference | undefined {
  const found = begun.exec(before);
  if (found === null) return undefined;
  const [, keyword = "", typed = ""] = found;
  if (meaningOf(keyword, trackerKeywords(trackers)) !== "artifact") return undefined;
  // A number with something after it is a reference already; blanks alone are no words.
  const isOver = /^\s|^\d+\D|:/.test(typed) || typed.length > longest;
  return isOver || typed.split(/\s+/).length > mostWords ? undefined : { start: found.index, keyword, typed };
}
