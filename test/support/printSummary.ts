// node test/support/printSummary.ts FOLDER STAGE…: sums up the counts that stages left in a folder.
import { countsLine, isGreen } from "./counts.ts";
import { sumStages } from "./summary.ts";

const [folder, ...stages] = process.argv.slice(2);
if (folder === undefined) throw new Error("Which folder?");
const sum = await sumStages(folder, stages);
console.log(countsLine(sum));
process.exitCode = isGreen(sum) ? 0 : 1;
