// The runs through the store, in several Node.js processes at the same time.
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { UserError, createTemporaryFolder } from "../support/cleanup.ts";
import { startProcess } from "../support/processes.ts";
import { repositoryRoot } from "../support/repositoryRoot.ts";
import { createPlan, faultFreeRuns } from "./plan.ts";
import { runScenario } from "./runScenario.ts";
import type { RunResults } from "./runResults.ts";
import { createScenarioFolder } from "./scenarioFolder.ts";
import { type RunSpec, formatRunSpec } from "./runSpec.ts";

/** One more than the processors, because runs wait for timeouts. */
const processes = availableParallelism() + 1;

/** Counts the requests of each scenario, to place a fault at each of them. */
async function countRequests(): Promise<ReadonlyMap<string, number>> {
  const folder = await createScenarioFolder();
  const counts = new Map<string, number>();
  for (const spec of faultFreeRuns) {
    const { violation, requests } = await runScenario(folder, spec);
    const text = formatRunSpec(spec);
    if (violation !== undefined || requests.length === 0) {
      throw new UserError(`${text} fails without faults: ${violation?.message ?? "no requests"}`);
    }
    counts.set(text, requests.length);
  }
  return counts;
}

/** Throws if the process does not exit normally. */
async function runPartInProcess(
  folder: string,
  number: number,
  specs: readonly RunSpec[],
): Promise<RunResults> {
  const [runs, result] = ["runs", "result"].map((name) => join(folder, `${name}-${number}`));
  if (runs === undefined || result === undefined) throw new Error("no names");
  await writeFile(runs, specs.map(formatRunSpec).join("\n"));
  const script = join(import.meta.dirname, "runPart.ts");
  const running = startProcess(process.execPath, [script, runs, result], {
    cwd: repositoryRoot,
    stdio: ["ignore", "inherit", "inherit"],
    terminationTimeoutMs: 20_000,
  });
  await running.ended;
  await running.stop();
  if (running.child.exitCode !== 0) throw new UserError(`Process ${number} did not exit normally.`);
  return JSON.parse(await readFile(result, "utf8")) as RunResults;
}

export async function runInStore(runs: number, seed: number): Promise<RunResults> {
  const plan = createPlan(await countRequests(), runs, seed);
  console.log(`${plan.length} runs through the store, random ones with seed ${seed}.`);
  const folder = createTemporaryFolder();
  const parts = Array.from({ length: processes }, (_, part) =>
    plan.filter((_spec, index) => index % processes === part),
  );
  const results = await Promise.all(parts.map((part, index) => runPartInProcess(folder, index + 1, part)));
  return {
    runs: results.reduce((sum, each) => sum + each.runs, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}
