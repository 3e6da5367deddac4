// npm run test:faults: every fault at every step of every journey, through the store in plain Node, then once each in a real
// VS Code. `-- --short` takes a part of them; `--runs N --seed N` says how many and which by chance; `--only "save product
// 3:dropAfter"` repeats one, and `--part host --only "save dropAfter"` one in VS Code; `--part store` leaves VS Code out.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { extents, faultsVariable, storageVariable } from "./host/extent.ts";
import { type FaultFigures, tellFigures } from "./figures.ts";
import { repeatOne } from "./repeatOne.ts";
import { runInStore } from "./runInStore.ts";
import { runScript, temporaryFolder } from "../support/ending.ts";
import { runHostTests } from "../support/host/hostTests.ts";
import { addCounts, type Counts, noCounts, ranNothing, reportCounts } from "../support/runner/counts.ts";
import { testFiles } from "../support/runner/testFiles.ts";

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

async function inOneHost(wanted: string): Promise<Counts> {
  const folder = temporaryFolder();
  const storage = join(folder, "data", "User", "globalStorage", "artifacts-for-tuleap.artifacts-for-tuleap");
  return runHostTests(await testFiles("faults/host"), {
    folder,
    api: "ofExtension",
    env: { [faultsVariable]: wanted, [storageVariable]: storage },
  });
}

async function inHost(): Promise<Counts> {
  if (flags.part === "store") return noCounts;
  const wanted = flags.only === undefined ? extents[flags.short ? "short" : "whole"] : [flags.only];
  let counts = noCounts;
  for (const some of wanted) {
    const ran = await inOneHost(some);
    counts = addCounts(counts, ranNothing(ran) ? { ...noCounts, failed: 1 } : ran);
  }
  return counts;
}

async function allFaults(): Promise<Counts> {
  const store = flags.part === "host" ? { runs: 0, broken: [] } : await runInStore(runs, seed);
  const host = await inHost();
  const inStore: Counts = {
    ...noCounts,
    passed: store.runs - store.broken.length,
    failed: store.broken.length,
    failures: store.broken.map(({ spec, message }) => `${spec}: ${message}`),
  };
  const figures: FaultFigures = {
    runs: store.runs + host.passed + host.failed,
    inStore: store.runs,
    inVSCode: host.passed + host.failed,
    seeds: [seed],
    violations: store.broken.length + host.failed,
  };
  tellFigures(figures);
  return addCounts(inStore, host);
}

const { only } = flags;
const isOne = only !== undefined && flags.part !== "host";
await runScript(async () => reportCounts(await (isOne ? repeatOne(only) : allFaults())));
