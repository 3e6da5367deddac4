// node run.ts FILE…: compares the client and the simulator with recorded responses in the folders that
// RECORDINGS names, separated like those of PATH.
import { runScript } from "../support/cleanup.ts";
import { emptyCounts, reportCounts } from "../support/runner/counts.ts";
import { runMocha } from "../support/runner/runMocha.ts";
import { printReport } from "./report.ts";

const hasRecordings = (process.env["RECORDINGS"] ?? "") !== "";

await runScript(async () => {
  if (!hasRecordings) {
    console.log("Skipped: RECORDINGS isn't set to folders of recorded responses.");
    return reportCounts({ ...emptyCounts, skipped: 1 });
  }
  const counts = await runMocha(async (mocha) => {
    for (const file of process.argv.slice(2)) mocha.addFile(file);
    await mocha.loadFilesAsync();
  });
  printReport();
  return reportCounts(counts);
});
