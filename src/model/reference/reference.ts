// A place in a text that names an artifact.

/** In UTF-16 units, the end not included: what editors count in. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What the platform writes into the artifact: "closed by", "fixed by" and so on. */
export type ClosingVerb = "closes" | "fixes" | "implements" | "resolves";

/** The word before a reference that has the platform close the artifact, when the commit comes to the default branch. */
export interface Closing extends TextRange {
  /** As it was written. */
  readonly word: string;
  readonly verb: ClosingVerb;
}

export interface ArtifactReference extends TextRange {
  readonly artifactId: number;
  /** `hash` is `art #12`, `dash` is `TULEAP-12`, `pattern` comes from a setting. */
  readonly form: "hash" | "dash" | "pattern";
  /** As it was written: what stands before the id. */
  readonly keyword: string;
  /** Short name or id of a project, where one is named. */
  readonly project: string | undefined;
  readonly closing: Closing | undefined;
}

/** Ids of the platform are positive numbers of 32 bits; zeros before them don't count. */
export function artifactIdIn(digits: string): number | undefined {
  const [, significant] = /^0*([1-9]\d{0,9})$/.exec(digits) ?? [];
  const id = Number(significant);
  return id <= 0x7fff_ffff ? id : undefined;
}
