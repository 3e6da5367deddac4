// node runPart.ts RUNS RESULT: some runs, one after the other, in a process of their own: a rejection that nobody hears is
// that of the one under way. The runs are lines of a file.
import { readFile, writeFile } from "node:fs/promises";
import { runScript } from "../support/ending.ts";
import { play } from "./play.ts";
import type { Broken, Result } from "./result.ts";
import { sceneFolder } from "./sceneFolder.ts";
import { parseSpec } from "./spec.ts";

const [runsFile = "", resultFile = ""] = process.argv.slice(2);

await runScript(async (interruption) => {
  const specs = (await readFile(runsFile, "utf8")).split("\n").filter((line) => line !== "");
  const folder = await sceneFolder();
  const broken: Broken[] = [];
  for (const spec of specs) {
    if (interruption.aborted) return 1;
    const { violation } = await play(folder, parseSpec(spec));
    if (violation === undefined) continue;
    const { rule, message } = violation;
    broken.push({ spec, rule, message });
    console.log(`VIOLATION ${rule} --only "${spec}"\n  ${message}`);
  }
  const result: Result = { runs: specs.length, broken };
  await writeFile(resultFile, JSON.stringify(result));
  return 0;
});
