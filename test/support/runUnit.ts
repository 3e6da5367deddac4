// The tests of test/unit as a stage of `npm test`. By hand, `npx mocha FILE` runs one of them.
import { runMocha } from "./mochaRun.ts";
import { runStage } from "./stage.ts";
import { testFiles } from "./testFiles.ts";

await runStage("unit", () =>
  runMocha(async (mocha) => {
    for (const file of await testFiles("unit")) mocha.addFile(file);
    await mocha.loadFilesAsync();
  }),
);
