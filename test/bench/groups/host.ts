import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTemporaryFolder } from "../../support/cleanup.ts";
import { runCommand } from "../../support/processes.ts";
import { readFigures, type BenchRequest } from "../host/benchRequest.ts";
import { roundFigures } from "../roundFigures.ts";
import type { Figures, Scale } from "../scale.ts";
import { withServer } from "../benchSite.ts";

/** Requests, transferred bytes and memory in the extension host of VS Code. */
export async function measure(scale: Scale): Promise<Figures> {
  const file = join(createTemporaryFolder(), "figures.json");
  await writeFile(file, "{}");
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  return withServer([simulator, "--json"], async (site) => {
    const request: BenchRequest = { scale, site, file };
    await runCommand(process.execPath, [
      join(import.meta.dirname, "..", "hostRun.ts"),
      JSON.stringify(request),
    ]);
    return roundFigures(readFigures(file));
  });
}
