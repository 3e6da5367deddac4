import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../support/ending.ts";
import { runCommand } from "../../support/processes.ts";
import { answerIn, type Order } from "../host/order.ts";
import { rounded } from "../rounded.ts";
import type { Figures, Scale } from "../scale.ts";
import { withSite } from "../site.ts";

/** What is measured inside the extension host of a real VS Code: what goes over the line, and what stays in memory. */
export async function measure(scale: Scale): Promise<Figures> {
  const file = join(temporaryFolder(), "figures.json");
  await writeFile(file, "{}");
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  return withSite([simulator, "--json"], async (site) => {
    const order: Order = { scale, site, file };
    await runCommand(process.execPath, [
      join(import.meta.dirname, "..", "hostRun.ts"),
      JSON.stringify(order),
    ]);
    return rounded(answerIn(file));
  });
}
