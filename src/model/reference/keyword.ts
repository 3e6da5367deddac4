// What a keyword stands for. The platform takes keywords in any case and lets no tracker have one of those that are reserved.

type Meaning = "artifact" | "otherObject" | "unknown";

const ofArtifacts: ReadonlySet<string> = new Set(["art", "artifact"]);

const ofOtherObjects: ReadonlySet<string> = new Set(
  (
    "build cc commit cvs doc document dossier file folder forum git im img job mr msg news patch phpwiki plugin " +
    "pr proj project pullrequest release rev revision svn tag thread tracker wiki"
  ).split(" "),
);

/** Whether a tracker may be called so. */
export function mayBeTracker(keyword: string): boolean {
  return !ofOtherObjects.has(keyword.toLowerCase());
}

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
