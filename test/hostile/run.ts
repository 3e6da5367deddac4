// npm run test:hostile [-- --short] [--seed N] [--only plain|page|host]: a hostile server, page and workspace against the client, the
// pages in a real browser and the extension inside a real VS Code. The last thing printed is one JSON object: what was tried,
// from which seed, and how much of it did what it must not.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hostileHostTests } from "./support/hostPart.ts";
import { type Figure, figuresVariable, lengthVariable, seedVariable, usualSeed } from "./support/plan.ts";
import { runScript, temporaryFolder } from "../support/ending.ts";
import { addCounts, type Counts, noCounts, reportCounts } from "../support/runner/counts.ts";
import { testFiles } from "../support/runner/testFiles.ts";
import { mochaProcess, runTestProcess } from "../support/runner/testProcess.ts";

const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    seed: { type: "string", default: String(usualSeed) },
    only: { type: "string" },
  },
});

const figuresFile = join(temporaryFolder(), "figures.jsonl");
const told: Readonly<Record<string, string>> = {
  [seedVariable]: flags.seed,
  [lengthVariable]: flags.short ? "short" : "full",
  [figuresVariable]: figuresFile,
};
// The processes of the parts take it over from here.
Object.assign(process.env, told);

async function summedFigures(): Promise<Readonly<Record<string, number>>> {
  const sums: Record<string, number> = { violations: 0 };
  const text = existsSync(figuresFile) ? await readFile(figuresFile, "utf8") : "";
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const { name, count } = JSON.parse(line) as Figure;
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

function isWanted(part: string): boolean {
  return flags.only === undefined || flags.only === part;
}

async function runInNode(part: "page" | "plain"): Promise<Counts> {
  if (!isWanted(part)) return noCounts;
  const files = await testFiles(`hostile/${part}`);
  return runTestProcess(mochaProcess(...files), (text) => process.stdout.write(text));
}

await runScript(async () => {
  const started = performance.now();
  // A browser and what needs none, side by side.
  const [plain, page] = await Promise.all([runInNode("plain"), runInNode("page")]);
  const host = isWanted("host") ? await hostileHostTests(told) : noCounts;
  const seconds = Math.round((performance.now() - started) / 1000);
  const form = flags.short ? "short" : "full";
  const figures = await summedFigures();
  console.log(JSON.stringify({ form, seed: Number(flags.seed), seconds, ...figures }, null, 2));
  return reportCounts([plain, page, host].reduce(addCounts));
});
