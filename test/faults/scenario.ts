import type { ScenarioContext } from "./scenarioContext.ts";

/** What a user does. Each scenario checks the invariants itself, because it knows the intended result. */
export interface ScenarioSteps {
  /** Runs while faults are active. Failures are results or messages: a thrown error is a bug. */
  readonly run: () => Promise<void>;
  /** Checks the invariants, after the run and after the recovery. */
  readonly check: () => Promise<void>;
  /** Retries without faults, in the same or in a new window, until the intended result is reached. */
  readonly recover: () => Promise<void>;
}

/** Sets up the scenario before faults are active. */
export type Scenario = (context: ScenarioContext) => Promise<ScenarioSteps>;
