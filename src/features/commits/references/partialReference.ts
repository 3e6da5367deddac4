// A reference being typed: a keyword, a space, "#", and then a number or words of a title.
import { classifyKeyword, toTrackerKeywords } from "../../../model/reference/referenceKeywords.ts";

export interface PartialReference {
  /** Offset of the keyword in the line. */
  readonly start: number;
  readonly keyword: string;
  /** The text after "#". */
  readonly query: string;
}

const maxQueryLength = 60;
const maxWords = 5;
const partialReferencePattern = /(?<![\w#&-])(\w{1,64})[ \t]#([^#]*)$/;

/** `before` is the line up to the cursor. */
export function parsePartialReference(
  before: string,
  trackers: readonly string[],
): PartialReference | undefined {
  const match = partialReferencePattern.exec(before);
  if (match === null) return undefined;
  const [, keyword = "", query = ""] = match;
  if (classifyKeyword(keyword, toTrackerKeywords(trackers)) !== "artifact") return undefined;
  // A number followed by something is a complete reference; a leading space is not a search.
  const isComplete = /^\s|^\d+\D|:/.test(query) || query.length > maxQueryLength;
  return isComplete || query.split(/\s+/).length > maxWords
    ? undefined
    : { start: match.index, keyword, query };
}
