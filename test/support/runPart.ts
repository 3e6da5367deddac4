// node runPart.ts ui|unit COUNTS FILE…: some test files in a process of their own; leaves their counts in a file.
import { join } from "node:path";
import { writeCounts } from "./counts.ts";
import { runScript } from "./ending.ts";
import { leaveOutByways } from "./mainWays.ts";
import { runMocha } from "./mochaRun.ts";

const [kind = "", countsFile = "", ...files] = process.argv.slice(2);

/** What a test of windows failed at is best seen. */
async function hooksOf(): Promise<Mocha.RootHookObject> {
  if (kind !== "ui") return {};
  const { screenshotAll } = await import("./window.ts");
  return {
    async afterEach(this: Mocha.Context): Promise<void> {
      const test = this.currentTest;
      if (test?.state === "failed") await screenshotAll(`failed-${test.fullTitle().replaceAll(/\W+/g, "-")}`);
    },
  };
}

function isPage(file: string): boolean {
  return file.includes(join("ui", "page"));
}

await runScript(async () => {
  const counts = await runMocha(
    async (mocha) => {
      mocha.rootHooks(await hooksOf());
      for (const file of files) mocha.addFile(file);
      await mocha.loadFilesAsync();
      if (kind === "ui" && !files.some(isPage)) leaveOutByways(mocha.suite);
    },
    // A window takes seconds to open, and several of them on a busy machine.
    kind === "ui" ? { timeoutMs: 90_000 } : {},
  );
  await writeCounts(countsFile, counts);
  return counts.failed === 0 ? 0 : 1;
});
