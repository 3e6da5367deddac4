import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readBundles } from "../../support/bundles.ts";
import { temporaryFolder } from "../../support/ending.ts";
import { runCommand } from "../../support/processes.ts";
import { buildBundles } from "../../support/window/stagedExtension.ts";
import { median } from "../median.ts";
import { type Figures, type Scale, sized } from "../scale.ts";

/** What a person's VS Code pays for the extension before it is used: loading its entry, and its size. */
export async function measure(scale: Scale): Promise<Figures> {
  const folder = temporaryFolder();
  const dist = join(folder, "dist");
  const empty = join(folder, "empty.mjs");
  const entry = join(dist, "extension.js");
  await writeFile(empty, "");
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await buildBundles(dist, "production");
  const rounds = sized(scale, { full: 15, smallest: 1 });
  const times = { entry: [] as number[], empty: [] as number[] };
  // Once unmeasured, for the disk; then by turns, so that a busy moment of the machine falls on both.
  await loadTime(entry);
  for (let round = 0; round < rounds; round++) {
    times.entry.push(await loadTime(entry));
    times.empty.push(await loadTime(empty));
  }
  const bundles = await readBundles(dist);
  return {
    "entry.ms": Math.round((median(times.entry) - median(times.empty)) * 100) / 100,
    "entry.kb": bundles.bytesOf(bundles.loadedWith("extension.js")) / 1000,
  };
}

/** Milliseconds to load a file in a process that has loaded nothing else. */
async function loadTime(file: string): Promise<number> {
  // A cache of compiled code is nothing that a first start has.
  const { NODE_COMPILE_CACHE: _cache, ...env } = process.env;
  const probe = join(import.meta.dirname, "..", "loadProbe.ts");
  return Number(await runCommand(process.execPath, [probe, file], { env }));
}
