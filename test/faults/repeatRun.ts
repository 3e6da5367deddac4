import { type Counts, emptyCounts } from "../support/runner/counts.ts";
import { runScenario } from "./runScenario.ts";
import { createScenarioFolder } from "./scenarioFolder.ts";
import { parseRunSpec } from "./runSpec.ts";

/** Repeats one run and prints its requests. */
export async function repeatRun(text: string): Promise<Counts> {
  const { violation, requests } = await runScenario(await createScenarioFolder(), parseRunSpec(text));
  for (const [index, step] of requests.entries()) console.log(`${index} ${step}`);
  if (violation === undefined) return { ...emptyCounts, passed: 1 };
  console.log(`VIOLATION ${violation.invariant}: ${violation.stack ?? violation.message}`);
  return { ...emptyCounts, failed: 1, failures: [`${text}: ${violation.message}`] };
}
