// node run.ts FILE…: the client and the simulated server compared with recorded answers of a real server, whose folder RECORDINGS names.
import { runScript } from "../support/ending.ts";
import { noCounts, reportCounts } from "../support/runner/counts.ts";
import { runMocha } from "../support/runner/mochaRun.ts";
import { printReport } from "./report.ts";

const hasRecordings = (process.env["RECORDINGS"] ?? "") !== "";

await runScript(async () => {
  if (!hasRecordings) {
    console.log("Skipped: RECORDINGS names no folder of recorded answers.");
    return reportCounts({ ...noCounts, skipped: 1 });
  }
  const counts = await runMocha(async (mocha) => {
    for (const file of process.argv.slice(2)) mocha.addFile(file);
    await mocha.loadFilesAsync();
  });
  printReport();
  return reportCounts(counts);
});
