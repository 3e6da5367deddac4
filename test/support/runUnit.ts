// The tests of test/unit as a stage of `npm test`. By hand, `npx mocha FILE` runs one of them.
import { runInParts, shares } from "./inParts.ts";
import { runStage } from "./stage.ts";
import { testFiles } from "./testFiles.ts";

await runStage("unit", async () => runInParts("unit", await shares(await testFiles("unit"))));
