import type { Rule } from "./rule.ts";

export interface Broken {
  /** As `--only` takes it. */
  readonly spec: string;
  readonly rule: Rule;
  readonly message: string;
}

/** What came of some runs. */
export interface Result {
  readonly runs: number;
  readonly broken: readonly Broken[];
}
