// The client and the simulator held against recorded answers of a real server, where RECORDINGS names their folder.
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { printReport } from "../recordings/report.ts";
import { writeCounts } from "./counts.ts";
import { runMocha } from "./mochaRun.ts";
import { repository } from "./repository.ts";
import { countsFolderVariable, runStage } from "./stage.ts";

const name = "recordings";

if ((process.env["RECORDINGS"] ?? "") === "") {
  const folder = process.env[countsFolderVariable] ?? join(repository, "out", "test-counts");
  await writeCounts(join(folder, `${name}.json`), { passed: 0, failed: 0, skipped: 1 });
  console.log(`${name}: skipped, because RECORDINGS names no folder of recorded answers`);
} else {
  await runStage(name, async () => {
    const counts = await runMocha(async (mocha) => {
      for await (const file of glob("test/recordings/*.test.ts", { cwd: repository })) {
        mocha.addFile(join(repository, file));
      }
      await mocha.loadFilesAsync();
    });
    printReport();
    return counts;
  });
}
