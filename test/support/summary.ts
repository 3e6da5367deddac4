import { addCounts, countsLine, noCounts, ranNothing } from "./counts.ts";
import type { Counts } from "./counts.ts";
import { readStage } from "./stage.ts";

/** A stage that left no counts, or ran no test, is one failure. */
const didNotRun: Counts = { ...noCounts, failed: 1 };

/** Enough of what an assertion says to know it again; the whole of it is further up. */
const longestFailure = 600;

/** Prints a line for each stage and what failed in it, since that is far up by then, and gives the sum. */
export async function sumStages(folder: string, stages: readonly string[]): Promise<Counts> {
  let sum = noCounts;
  for (const stage of stages) {
    const counts = await readStage(folder, stage);
    const ran = counts !== undefined && !ranNothing(counts);
    console.log(`  ${stage}: ${ran ? countsLine(counts) : "ran no tests"}`);
    for (const failure of counts?.failures ?? []) console.log(`    ${failure.slice(0, longestFailure)}`);
    sum = addCounts(sum, ran ? counts : didNotRun);
  }
  return sum;
}
