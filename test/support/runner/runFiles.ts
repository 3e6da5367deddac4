// node runFiles.ts [--titles PATTERN] FILE…: runs test files with Mocha in plain Node.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runScript } from "../cleanup.ts";
import { isEmptyRun, reportCounts } from "./counts.ts";
import { runMocha } from "./runMocha.ts";

const { values: flags, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    titles: { type: "string" },
  },
});

/** A failed test with a window or a page leaves a screenshot. */
async function screenshotHooks(): Promise<Mocha.RootHookObject> {
  if (!files.some((file) => file.includes(join("test", "ui")))) return {};
  const { screenshotAllWindows } = await import("../window/window.ts");
  return {
    async afterEach(this: Mocha.Context): Promise<void> {
      const test = this.currentTest;
      if (test?.state === "failed") {
        await screenshotAllWindows(`failed-${test.fullTitle().replaceAll(/\W+/g, "-")}`);
      }
    },
  };
}

await runScript(async () => {
  const counts = await runMocha(
    async (mocha) => {
      mocha.rootHooks(await screenshotHooks());
      for (const file of files) mocha.addFile(file);
      await mocha.loadFilesAsync();
    },
    {
      titles: flags.titles === undefined ? undefined : new RegExp(flags.titles, "i"),
    },
  );
  const exitCode = await reportCounts(counts);
  // A file can contain the pattern in its text but in no title.
  return flags.titles !== undefined && isEmptyRun(counts) ? 0 : exitCode;
});
