// Prints a line per job during a run, the output of jobs that failed, and a summary.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../repositoryRoot.ts";
import { addCounts, type Counts, formatCounts, hasPassed, emptyCounts } from "./counts.ts";
import type { Job, SuiteName } from "./suites.ts";

export interface JobResult {
  readonly job: Job;
  readonly counts: Counts;
  readonly output: string;
  /** In milliseconds since the start of the run. */
  readonly started: number;
  readonly ended: number;
}

/** Enough of an assertion to recognize it; the whole text is in the job's output. */
const failureLength = 600;

const outputLines = 150;

/** The folder for the whole output of jobs that failed. */
const logs = join(repositoryRoot, "out", "test-logs");

function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function formatTail(output: string): string {
  const lines = output.trimEnd().split("\n");
  const cut = lines.length > outputLines ? [`… ${lines.length - outputLines} lines before`] : [];
  return [...cut, ...lines.slice(-outputLines)].map((line) => `  | ${line}`).join("\n");
}

export class RunReport {
  readonly #results: JobResult[] = [];
  readonly #jobs: number;
  readonly #isTerminal = process.stdout.isTTY;

  constructor(jobs: number) {
    this.#jobs = jobs;
  }

  add(result: JobResult): void {
    this.#results.push(result);
    const { job, counts, output, started, ended } = result;
    const duration = `${Math.round((ended - started) / 1000)} s`;
    const line = `[${formatDuration(ended)}] ${job.suite} ${job.name}: ${formatCounts(counts)} in ${duration}`;
    const isOk = hasPassed(counts);
    this.#erase();
    if (!isOk) {
      mkdirSync(logs, { recursive: true });
      writeFileSync(join(logs, `${job.suite}-${job.name}.log`), output);
      console.log(`${line}\n${formatTail(output)}`);
    }
    if (isOk && !this.#isTerminal) console.log(line);
    this.#progress(ended);
  }

  /** On a terminal, the last line shows the progress. */
  #progress(now: number): void {
    if (!this.#isTerminal) return;
    const { passed, failed } = this.#sum();
    const suites = new Set(this.#results.slice(-1).map(({ job }) => job.suite));
    process.stdout.write(
      `[${formatDuration(now)}] ${[...suites].join()} · ${passed} passed, ${failed} failed · ${this.#results.length} of ${this.#jobs} jobs`,
    );
  }

  #erase(): void {
    if (this.#isTerminal) process.stdout.write("\r\u001b[K");
  }

  #sum(suite?: SuiteName): Counts {
    return this.#results
      .filter(({ job }) => suite === undefined || job.suite === suite)
      .reduce((sum, { counts }) => addCounts(sum, counts), emptyCounts);
  }

  /** Prints the time of each suite, the slowest tests, and last what failed. */
  finish(): Counts {
    this.#erase();
    const suites = [...new Set(this.#results.map(({ job }) => job.suite))];
    console.log("\nSuite          wall   jobs' time  tests");
    for (const suite of suites) {
      const suiteResults = this.#results.filter(({ job }) => job.suite === suite);
      const elapsed =
        Math.max(...suiteResults.map(({ ended }) => ended)) -
        Math.min(...suiteResults.map(({ started }) => started));
      const time = suiteResults.reduce((sum, { started, ended }) => sum + ended - started, 0);
      console.log(
        `${suite.padEnd(12)} ${formatDuration(elapsed).padStart(6)} ${formatDuration(time).padStart(12)}  ${formatCounts(this.#sum(suite))}`,
      );
    }
    const slowest = this.#results
      .flatMap(({ job, counts }) => counts.slowest.map((test) => ({ ...test, suite: job.suite })))
      .toSorted((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, 20);
    if (slowest.length > 0) console.log("\nSlowest tests");
    for (const { suite, title, milliseconds } of slowest) {
      console.log(`${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${suite}: ${title}`);
    }
    const sum = this.#sum();
    if (sum.failed > 0) console.log("\nFailed");
    for (const { job, counts } of this.#results) {
      for (const failure of counts.failures) {
        console.log(`  ${job.suite} ${job.name}: ${failure.slice(0, failureLength)}`);
      }
    }
    const end = Math.max(0, ...this.#results.map(({ ended }) => ended));
    console.log(`\nFinished in ${Math.round(end / 1000)} s.`);
    console.log(formatCounts(sum));
    return sum;
  }
}
