// npm test: every suite that `test/README.md` describes, several processes at a time.
//   npm test                     what tells whether the project is sound
//   npm test -- --all            everything, as continuous integration does
//   npm test -- form             the test files with "form" in their path; if there is none, tests with it in their title
//   npm test -- --suite windows  one suite, whole; may be repeated
//   npm test -- --watch form     unit tests, again whenever a source changes
//   npm test -- --screenshots    with pictures in out/screenshots; --every-theme of windows in each of the four themes
import { watch } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "../window/chromium.ts";
import { ExpectedFailure, runScript } from "../ending.ts";
import { renewReadmePictures } from "../window/readmePictures.ts";
import { repository } from "../repository.ts";
import { shareStagedExtension } from "../window/stagedExtension.ts";
import { arePicturesInEveryTheme, takePictures } from "../window/themes.ts";
import { installVSCode } from "../window/vscodeInstall.ts";
import { isGreen } from "./counts.ts";
import { runEveryTest } from "./extent.ts";
import { Report } from "./report.ts";
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
  },
});

function isSuite(name: string): name is SuiteName {
  return (suiteNames as readonly string[]).includes(name);
}

function selectedSuites(): readonly SuiteName[] {
  if (flags.watch) return ["unit"];
  const unknown = flags.suite.find((name) => !isSuite(name));
  if (unknown !== undefined) {
    throw new ExpectedFailure(`There is no suite ${unknown}. The suites are ${suiteNames.join(", ")}.`);
  }
  return flags.suite.filter(isSuite);
}

/** Installed and built once, before several processes need them at the same time. */
async function prepare(jobs: readonly Job[]): Promise<void> {
  const suites = new Set(jobs.map(({ suite }) => suite));
  const needsBrowser = ["host", "hostOldest", "pages", "windows", "faults", "hostile", "bench"] as const;
  if (!needsBrowser.some((suite) => suites.has(suite))) return;
  await findChromium();
  await installVSCode("newest");
  if (suites.has("hostOldest") || suites.has("windows")) await installVSCode("oldest");
  await shareStagedExtension();
}

/** Starts the next job that fits as soon as there is room for it. */
async function runJobs(jobs: readonly Job[], interruption: AbortSignal): Promise<Report> {
  const report = new Report(jobs.length);
  const waiting = [...jobs];
  const running = new Set<Promise<void>>();
  const began = performance.now();
  const locks = new Set<string | undefined>();
  let load = 0;
  const fits = (job: Job): boolean =>
    !locks.has(job.lock) && (running.size === 0 || load + job.load <= availableParallelism());
  const start = async (job: Job): Promise<void> => {
    load += job.load;
    if (job.lock !== undefined) locks.add(job.lock);
    const started = performance.now() - began;
    let output = "";
    const counts = await runTestProcess(job, (text) => {
      output += text;
    });
    load -= job.load;
    locks.delete(job.lock);
    if (!interruption.aborted) report.add({ job, counts, output, started, ended: performance.now() - began });
  };
  while (waiting.length + running.size > 0) {
    if (interruption.aborted) waiting.length = 0;
    const next = waiting.findIndex(fits);
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
    throw new ExpectedFailure(`No test has ${words.join(" or ")} in its file's path or its title.`);
  }
  await prepare(jobs);
  const report = await runJobs(jobs, interruption);
  if (interruption.aborted) return 1;
  if (arePicturesInEveryTheme()) await renewReadmePictures();
  return isGreen(report.finish()) ? 0 : 1;
}

/** Changes while tests run are seen afterwards. */
async function runOnChange(selection: Selection, interruption: AbortSignal): Promise<number> {
  let changed: () => void = () => undefined;
  const watchers = ["src", "test"].map((folder) =>
    watch(join(repository, folder), { recursive: true }, () => changed()),
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

// Each of the many processes would compile the same modules, those of VS Code's servers among them.
process.env["NODE_COMPILE_CACHE"] ??= join(repository, "out", "compile-cache");

if (flags.all) runEveryTest();
if (flags.screenshots) takePictures(flags["every-theme"] ? "every theme" : "one theme");

await runScript(async (interruption) => {
  const selection: Selection = { extent: flags.all ? "all" : "main", suites: selectedSuites(), words };
  return flags.watch ? runOnChange(selection, interruption) : runOnce(selection, interruption);
});
