import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readBundles } from "../../support/bundles.ts";
import { createTemporaryFolder } from "../../support/cleanup.ts";
import { runCommand } from "../../support/processes.ts";
import { buildBundles } from "../../support/window/stagedExtension.ts";
import { getUsualTime } from "../statistics.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";

/** Load time and size of the entry bundle, which every VS Code start loads. */
export async function measure(scale: Scale): Promise<Figures> {
  const folder = createTemporaryFolder();
  const dist = join(folder, "dist");
  const empty = join(folder, "empty.mjs");
  const entry = join(dist, "extension.js");
  await writeFile(empty, "");
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await buildBundles(dist, "production");
  const rounds = pickByScale(scale, { full: 15, smallest: 1 });
  const times = { entry: [] as number[], empty: [] as number[] };
  // The first, untimed load warms the disk cache; then alternate, so that other load affects both.
  await measureLoadTime(entry);
  for (let round = 0; round < rounds; round++) {
    times.entry.push(await measureLoadTime(entry));
    times.empty.push(await measureLoadTime(empty));
  }
  const bundles = await readBundles(dist);
  return {
    "entry.ms": Math.round((getUsualTime(times.entry) - getUsualTime(times.empty)) * 100) / 100,
    "entry.kb": bundles.getSize(bundles.getLoadedFiles("extension.js")) / 1000,
  };
}

/** Milliseconds to load a file in a new process. */
async function measureLoadTime(file: string): Promise<number> {
  // Measure without the compile cache, as in a first start.
  const { NODE_COMPILE_CACHE: _cache, ...env } = process.env;
  const probe = join(import.meta.dirname, "..", "loadProbe.ts");
  return Number(await runCommand(process.execPath, [probe, file], { env }));
}
