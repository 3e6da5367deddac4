/** What must hold whatever fault a request meets. */
const invariants = {
  inputKept: "typed input is on the server or on disk",
  noDuplicates: "no change is made twice",
  saveStored: "what was reported as saved is on the server",
  noPartialFiles: "no partial file has a final name",
  noOverwrites: "changes of other users are not overwritten",
  complete: "what is shown as complete is complete",
  noUnhandledRejections: "every rejected promise is handled",
  noUnexpectedErrors: "only expected errors are thrown",
  recovers: "every operation ends, and succeeds once the faults have ended",
} as const;

export type Invariant = keyof typeof invariants;

export class Violation extends Error {
  readonly invariant: Invariant;

  constructor(rule: Invariant, details: string) {
    super(`${invariants[rule]}: ${details}`);
    this.invariant = rule;
  }
}

export function assertInvariant(condition: boolean, rule: Invariant, details: string): asserts condition {
  if (!condition) throw new Violation(rule, details);
}
