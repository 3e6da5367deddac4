import type { Pattern } from "./pattern.ts";

/** What is read as a reference beside the words that every platform knows. */
export interface Grammar {
  /** Short names of the trackers that are known: each is a keyword. */
  readonly trackers: readonly string[];
  readonly patterns: readonly Pattern[];
}

export const platformOnly: Grammar = { trackers: [], patterns: [] };
