// npm test: runs the suites that `test/README.md` describes, several processes at a time.
//   npm test                     the main suites
//   npm test -- --all            everything, as in continuous integration
//   npm test -- form             the test files with "form" in their path; if there is none, tests with it in their title
//   npm test -- --suite windows  one whole suite; may be repeated
//   npm test -- --watch form     unit tests, again whenever a source changes
//   npm test -- --screenshots    with screenshots in out/screenshots; --every-theme takes them in all four themes
//   npm run pictures             replaces the pictures of the documents
import { watch } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "../window/chromium.ts";
import { UserError, runScript } from "../cleanup.ts";
import { arePicturesUpdated, enablePictures } from "../pictures/documentPictures.ts";
import { installPictureFonts } from "../pictures/fonts.ts";
import { repositoryRoot } from "../repositoryRoot.ts";
import { stageSharedExtension } from "../window/stagedExtension.ts";
import { enableScreenshots } from "../window/themes.ts";
import { installVSCode } from "../window/installVscode.ts";
import { hasPassed } from "./counts.ts";
import { enableEveryTest } from "./everyTest.ts";
import { RunReport } from "./report.ts";
import { type Job, selectJobs, type Selection, type SuiteName, suiteNames } from "./suites.ts";
import { runTestProcess } from "./testProcess.ts";

const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    suite: { type: "string", multiple: true, default: [] },
    watch: { type: "boolean", default: false },
    screenshots: { type: "boolean", default: false },
    "every-theme": { type: "boolean", default: false },
    pictures: { type: "boolean", default: false },
  },
});

function isSuite(name: string): name is SuiteName {
  return (suiteNames as readonly string[]).includes(name);
}

function selectedSuites(): readonly SuiteName[] {
  if (flags.watch) return ["unit"];
  const unknown = flags.suite.find((name) => !isSuite(name));
  if (unknown !== undefined) {
    throw new UserError(`There is no suite ${unknown}. The suites are ${suiteNames.join(", ")}.`);
  }
  return flags.suite.filter(isSuite);
}

/** Installs and builds once, before several processes need it at the same time. */
async function prepare(jobs: readonly Job[]): Promise<void> {
  const suites = new Set(jobs.map(({ suite }) => suite));
  const needsBrowser = ["host", "hostOldest", "pages", "windows", "faults", "hostile", "bench"] as const;
  if (!needsBrowser.some((suite) => suites.has(suite))) return;
  await findChromium();
  if (arePicturesUpdated()) await installPictureFonts();
  await installVSCode("newest");
  if (suites.has("hostOldest") || suites.has("windows")) await installVSCode("oldest");
  await stageSharedExtension();
}

function sumLoads(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { loadPercent }) => sum + loadPercent, 0);
}

/** Starts the next job as soon as there is capacity for it. */
async function runJobs(jobs: readonly Job[], interruption: AbortSignal): Promise<RunReport> {
  const report = new RunReport(jobs.length);
  const waiting = [...jobs];
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  const active = new Set<Job>();
  const hasCapacity = (job: Job): boolean => {
    const others = [...active];
    if (job.lock !== undefined && others.some(({ lock }) => lock === job.lock)) return false;
    return others.length === 0 || sumLoads([...others, job]) <= availableParallelism() * 100;
  };
  const start = async (job: Job): Promise<void> => {
    active.add(job);
    const started = performance.now() - startedAt;
    let output = "";
    const counts = await runTestProcess(job, (text) => {
      output += text;
    });
    active.delete(job);
    if (!interruption.aborted) {
      report.add({ job, counts, output, started, ended: performance.now() - startedAt });
    }
  };
  while (waiting.length + running.size > 0) {
    if (interruption.aborted) waiting.length = 0;
    const next = waiting.findIndex(hasCapacity);
    if (next === -1) {
      await Promise.race(running);
      continue;
    }
    for (const job of waiting.splice(next, 1)) {
      const done: Promise<void> = start(job).finally(() => running.delete(done));
      running.add(done);
    }
  }
  return report;
}

async function runOnce(selection: Selection, interruption: AbortSignal): Promise<number> {
  const jobs = await selectJobs(selection);
  if (jobs.length === 0) {
    throw new UserError(`No test has ${words.join(" or ")} in its file's path or its title.`);
  }
  await prepare(jobs);
  const report = await runJobs(jobs, interruption);
  if (interruption.aborted) return 1;
  return hasPassed(report.finish()) ? 0 : 1;
}

/** Changes during a run start another run afterwards. */
async function runOnChange(selection: Selection, interruption: AbortSignal): Promise<number> {
  let changed: () => void = () => undefined;
  const watchers = ["src", "test"].map((folder) =>
    watch(join(repositoryRoot, folder), { recursive: true }, () => changed()),
  );
  while (!interruption.aborted) {
    const change = new Promise<void>((resolve) => {
      changed = resolve;
      interruption.addEventListener("abort", () => resolve(), { once: true });
    });
    await runOnce(selection, interruption);
    console.log("\nWaiting for a change in src or test…");
    await change;
  }
  for (const watcher of watchers) watcher.close();
  return 0;
}

// Otherwise each process would compile the same modules, including those of VS Code's servers.
process.env["NODE_COMPILE_CACHE"] ??= join(repositoryRoot, "out", "compile-cache");

if (flags.all) enableEveryTest();
if (flags.screenshots) enableScreenshots(flags["every-theme"] ? "every theme" : "one theme");
if (flags.pictures) enablePictures();

await runScript(async (interruption) => {
  const selection: Selection = { scope: flags.all ? "all" : "main", suites: selectedSuites(), words };
  return flags.watch ? runOnChange(selection, interruption) : runOnce(selection, interruption);
});
