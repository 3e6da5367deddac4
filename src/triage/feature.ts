import { Decisions } from "./decisions.ts";
import type { TriageDependencies } from "./dependencies.ts";

export interface TriageFeature {
  readonly decisions: Decisions;
}

export function openTriage(dependencies: TriageDependencies): TriageFeature {
  return { decisions: new Decisions(dependencies) };
}
