import { rm } from "node:fs/promises";
import { join } from "node:path";
import { countsLine, isGreen, ranNothing, readCounts, writeCounts } from "./counts.ts";
import type { Counts } from "./counts.ts";
import { runScript } from "./ending.ts";
import { repository } from "./repository.ts";

/** Names the folder in which each stage leaves its counts; whoever sums them up chooses one of its own. */
export const countsFolderVariable = "ARTIFACTS_TEST_COUNTS";

const defaultCountsFolder = join(repository, "out", "test-counts");

/** Runs one stage of the tests as a script: prints and keeps its counts, and ends with the right code. */
export async function runStage(name: string, tests: () => Promise<Counts>): Promise<void> {
  const file = stageFile(process.env[countsFolderVariable] ?? defaultCountsFolder, name);
  await rm(file, { force: true });
  await runScript(async () => {
    const counts = await tests();
    await writeCounts(file, counts);
    console.log(`${name}: ${ranNothing(counts) ? "ran no tests" : countsLine(counts)}`);
    return isGreen(counts) ? 0 : 1;
  });
}

export function readStage(folder: string, name: string): Promise<Counts | undefined> {
  return readCounts(stageFile(folder, name));
}

function stageFile(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}
