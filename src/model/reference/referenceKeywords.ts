// Keywords of references, and references that are being typed. Tuleap ignores case and reserves some keywords, which no
// tracker can use.

type KeywordMeaning = "artifact" | "otherObject" | "unknown";

const artifactKeywords: ReadonlySet<string> = new Set(["art", "artifact"]);

const reservedKeywords: ReadonlySet<string> = new Set(
  (
    "build cc commit cvs doc document dossier file folder forum git im img job mr msg news patch phpwiki plugin " +
    "pr proj project pullrequest release rev revision svn tag thread tracker wiki"
  ).split(" "),
);

export function canBeTrackerName(keyword: string): boolean {
  return !reservedKeywords.has(keyword.toLowerCase());
}

export function classifyKeyword(keyword: string, trackers: ReadonlySet<string>): KeywordMeaning {
  const normalized = keyword.toLowerCase();
  if (artifactKeywords.has(normalized)) return "artifact";
  if (reservedKeywords.has(normalized)) return "otherObject";
  return trackers.has(normalized) ? "artifact" : "unknown";
}

/** Normalized for `classifyKeyword`. */
export function toTrackerKeywords(shortNames: readonly string[]): ReadonlySet<string> {
  return new Set(shortNames.map((name) => name.toLowerCase()));
}

// A reference being typed: a keyword, a space, "#", and then a number or words of a title.

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
