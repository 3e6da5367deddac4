// npm run test:ui: the tests of test/ui, which drive the window of a real VS Code as a person does.
// Names of files narrow it down to those: npm run test:ui -- tree
import { runMocha } from "./mochaRun.ts";
import { runStage } from "./stage.ts";
import { testFiles } from "./testFiles.ts";
import { screenshotAll } from "./window.ts";

const wanted = process.argv.slice(2);

const showFailure = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state === "failed") await screenshotAll(`failed-${test.fullTitle().replaceAll(/\W+/g, "-")}`);
  },
};

await runStage("ui", () =>
  runMocha(
    async (mocha) => {
      mocha.rootHooks(showFailure);
      const files = await testFiles("ui");
      const chosen = files.filter((file) => wanted.every((part) => file.includes(part)));
      for (const file of chosen) mocha.addFile(file);
      await mocha.loadFilesAsync();
    },
    // A window takes seconds to open, and several of them on a busy machine.
    { timeoutMs: 90_000 },
  ),
);
