// Classifies keywords of references. Tuleap ignores case and reserves some keywords, which no tracker can
// use.

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
