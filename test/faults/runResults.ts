import type { Invariant } from "./invariant.ts";

export interface FailedRun {
  /** In the format of `--only`. */
  readonly spec: string;
  readonly rule: Invariant;
  readonly message: string;
}

export interface RunResults {
  readonly runs: number;
  readonly failures: readonly FailedRun[];
}
