// npm run test:faults: every fault at every step of every scenario, through the store in Node.js, then once per scenario in
// VS Code. `-- --short` runs a sample; `--runs N --seed N` set the number of runs and the random seed; `--only "save product
// 3:dropAfter"` repeats one run, `--part host --only "save dropAfter"` one in VS Code; `--part store` skips VS Code.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { caseSelections, faultsVariable, storageVariable } from "./host/caseSelections.ts";
import { type FaultTestSummary, printSummary } from "./faultTestSummary.ts";
import { repeatRun } from "./repeatRun.ts";
import { runInStore } from "./runInStore.ts";
import { runScript, createTemporaryFolder } from "../support/cleanup.ts";
import { runHostTests } from "../support/host/runHostTests.ts";
import { addCounts, type Counts, emptyCounts, isEmptyRun, reportCounts } from "../support/runner/counts.ts";
import { findTestFiles } from "../support/runner/testFiles.ts";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    short: { type: "boolean", default: false },
    part: { type: "string" },
  },
});

const runs = Number(flags.runs ?? (flags.short ? 300 : 6500));
const seed = Number(flags.seed);

async function runInHost(selection: string): Promise<Counts> {
  const folder = createTemporaryFolder();
  const storage = join(folder, "data", "User", "globalStorage", "artifacts-for-tuleap.artifacts-for-tuleap");
  return runHostTests(await findTestFiles("faults/host"), {
    folder,
    api: "extension",
    env: { [faultsVariable]: selection, [storageVariable]: storage },
  });
}

async function runInHosts(): Promise<Counts> {
  if (flags.part === "store") return emptyCounts;
  const selections =
    flags.only === undefined ? caseSelections[flags.short ? "short" : "whole"] : [flags.only];
  let counts = emptyCounts;
  for (const selection of selections) {
    const hostCounts = await runInHost(selection);
    counts = addCounts(counts, isEmptyRun(hostCounts) ? { ...emptyCounts, failed: 1 } : hostCounts);
  }
  return counts;
}

async function runAllFaults(): Promise<Counts> {
  const store = flags.part === "host" ? { runs: 0, failures: [] } : await runInStore(runs, seed);
  const host = await runInHosts();
  const inStore: Counts = {
    ...emptyCounts,
    passed: store.runs - store.failures.length,
    failed: store.failures.length,
    failures: store.failures.map(({ spec, message }) => `${spec}: ${message}`),
  };
  const summary: FaultTestSummary = {
    runs: store.runs + host.passed + host.failed,
    inStore: store.runs,
    inVSCode: host.passed + host.failed,
    seeds: [seed],
    violations: store.failures.length + host.failed,
  };
  printSummary(summary);
  return addCounts(inStore, host);
}

const { only } = flags;
const isRepeat = only !== undefined && flags.part !== "host";
await runScript(async () => reportCounts(await (isRepeat ? repeatRun(only) : runAllFaults())));
