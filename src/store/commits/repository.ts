/** Where git is asked, and which one. */
export interface Repository {
  /** The program, as the git extension names it: a whole path, so that no folder can put another one in its place. */
  readonly program: string;
  /** Any folder of the repository or of one of its worktrees, as a whole path. */
  readonly folder: string;
}

export type GitFailure =
  | { readonly kind: "gitMissing" | "notARepository" | "cancelled" }
  /** It belongs to somebody else, and git will not touch it until the person says so (`safe.directory`). */
  | { readonly kind: "unsafeRepository" }
  /** There is no such commit, or what names it is no name. */
  | { readonly kind: "refUnknown"; readonly ref: string }
  /** More than anybody could look at. */
  | { readonly kind: "tooMuch" }
  /** Anything else, in git's own words: one line, English. */
  | { readonly kind: "failed"; readonly said: string };
