// npm run test:recordings: the client and the simulator held against recorded answers of a real server, where
// RECORDINGS names their folder.
import { printReport } from "../recordings/report.ts";
import { noCounts } from "./counts.ts";
import { runMocha } from "./mochaRun.ts";
import { runStage } from "./stage.ts";
import { testFiles } from "./testFiles.ts";

const hasRecordings = (process.env["RECORDINGS"] ?? "") !== "";

await runStage("recordings", async () => {
  if (!hasRecordings) {
    console.log("Skipped: RECORDINGS names no folder of recorded answers.");
    return { ...noCounts, skipped: 1 };
  }
  const counts = await runMocha(async (mocha) => {
    for (const file of await testFiles("recordings")) mocha.addFile(file);
    await mocha.loadFilesAsync();
  });
  printReport();
  return counts;
});
