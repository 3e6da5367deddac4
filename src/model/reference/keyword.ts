// What a keyword stands for. The platform takes keywords in any case and lets no tracker have one of those that are reserved.

type Meaning = "artifact" | "otherObject" | "unknown";

const ofArtifacts: ReadonlySet<string> = new Set(["art", "artifact"]);

const ofOtherObjects: ReadonlySet<string> = new Set(
  (
    "cc commit cvs doc dossier file folder forum git im img msg news patch plugin proj project " +
    "release rev revision svn tag thread tracker wiki"
  ).split(" "),
);

export function meaningOf(keyword: string, trackers: ReadonlySet<string>): Meaning {
  const known = keyword.toLowerCase();
  if (ofArtifacts.has(known)) return "artifact";
  if (ofOtherObjects.has(known)) return "otherObject";
  return trackers.has(known) ? "artifact" : "unknown";
}

/** Short names as `meaningOf` looks them up. */
export function trackerKeywords(shortNames: readonly string[]): ReadonlySet<string> {
  return new Set(shortNames.map((name) => name.toLowerCase()));
}
