// node runPart.ts RUNS RESULT: runs the specs in the lines of RUNS one after the other, so that an unhandled rejection
// belongs to the run in progress.
import { readFile, writeFile } from "node:fs/promises";
import { runScript } from "../support/cleanup.ts";
import { runScenario } from "./runScenario.ts";
import type { FailedRun, RunResults } from "./runResults.ts";
import { createScenarioFolder } from "./scenarioFolder.ts";
import { parseRunSpec } from "./runSpec.ts";

const [runsFile = "", resultFile = ""] = process.argv.slice(2);

await runScript(async (interruption) => {
  const specs = (await readFile(runsFile, "utf8")).split("\n").filter((line) => line !== "");
  const folder = await createScenarioFolder();
  const failures: FailedRun[] = [];
  for (const spec of specs) {
    if (interruption.aborted) return 1;
    const { violation } = await runScenario(folder, parseRunSpec(spec));
    if (violation === undefined) continue;
    const { invariant, message } = violation;
    failures.push({ spec, rule: invariant, message });
    console.log(`VIOLATION ${invariant} --only "${spec}"\n  ${message}`);
  }
  const result: RunResults = { runs: specs.length, failures };
  await writeFile(resultFile, JSON.stringify(result));
  return 0;
});
