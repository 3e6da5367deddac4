// npm run test:hostile [-- --short] [--seed N] [--only plain|page|host]: hostile servers, pages and workspaces against the client,
// the pages in a browser and the extension in VS Code. Prints one JSON object at the end: what was tried, with which seed, and
// the number of violations.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runHostileHostTests } from "./support/runHostileHostTests.ts";
import {
  type Figure,
  figuresVariable,
  lengthVariable,
  seedVariable,
  defaultSeed,
} from "./support/runSettings.ts";
import { runScript, createTemporaryFolder } from "../support/cleanup.ts";
import { addCounts, type Counts, emptyCounts, reportCounts } from "../support/runner/counts.ts";
import { findTestFiles } from "../support/runner/testFiles.ts";
import { createMochaFilesProcess, runTestProcess } from "../support/runner/testProcess.ts";

const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    seed: { type: "string", default: String(defaultSeed) },
    only: { type: "string" },
  },
});

const figuresFile = join(createTemporaryFolder(), "figures.jsonl");
const environment: Readonly<Record<string, string>> = {
  [seedVariable]: flags.seed,
  [lengthVariable]: flags.short ? "short" : "full",
  [figuresVariable]: figuresFile,
};
// Child processes inherit these variables.
Object.assign(process.env, environment);

async function sumFigures(): Promise<Readonly<Record<string, number>>> {
  const sums: Record<string, number> = { violations: 0 };
  const text = existsSync(figuresFile) ? await readFile(figuresFile, "utf8") : "";
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const { name, count } = JSON.parse(line) as Figure;
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

function isSelected(part: string): boolean {
  return flags.only === undefined || flags.only === part;
}

async function runInNode(part: "page" | "plain"): Promise<Counts> {
  if (!isSelected(part)) return emptyCounts;
  const files = await findTestFiles(`hostile/${part}`);
  return runTestProcess(createMochaFilesProcess(...files), (text) => process.stdout.write(text));
}

await runScript(async () => {
  const started = performance.now();
  // Tests with and without a browser run at the same time.
  const [plain, page] = await Promise.all([runInNode("plain"), runInNode("page")]);
  const host = isSelected("host") ? await runHostileHostTests(environment) : emptyCounts;
  const seconds = Math.round((performance.now() - started) / 1000);
  const form = flags.short ? "short" : "full";
  const figures = await sumFigures();
  console.log(JSON.stringify({ form, seed: Number(flags.seed), seconds, ...figures }, null, 2));
  return reportCounts([plain, page, host].reduce(addCounts));
});
