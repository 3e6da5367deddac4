import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export interface TestDuration {
  readonly title: string;
  readonly milliseconds: number;
}

/** How many tests a run had, which failed and why, and which took longest. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
  readonly slowest: readonly TestDuration[];
}

const maxSlowest = 20;

export const emptyCounts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], slowest: [] };

export function addCounts(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
    failures: [...left.failures, ...right.failures],
    slowest: getSlowest([...left.slowest, ...right.slowest]),
  };
}

export function getSlowest(durations: readonly TestDuration[]): readonly TestDuration[] {
  return durations.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, maxSlowest);
}

/** Nothing failed, and something ran or was skipped for a stated reason. */
export function hasPassed(counts: Counts): boolean {
  return counts.failed === 0 && !isEmptyRun(counts);
}

export function isEmptyRun({ passed, failed, skipped }: Counts): boolean {
  return passed + failed + skipped === 0;
}

export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The environment variable with the file in which a job writes its counts for the runner. */
const countsVariable = "ARTIFACTS_TEST_COUNTS";

export function createCountsEnvironment(file: string): Readonly<Record<string, string>> {
  return { [countsVariable]: file };
}

/** Prints the counts of this process, and writes them for the runner if it was started by one. */
export async function reportCounts(counts: Counts): Promise<number> {
  const file = process.env[countsVariable];
  if (file !== undefined) await writeCounts(file, counts);
  console.log(isEmptyRun(counts) ? "No tests were run." : formatCounts(counts));
  return hasPassed(counts) ? 0 : 1;
}

export async function writeCounts(file: string, counts: Counts): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(counts)}\n`);
}

/** `undefined` if the run ended before it wrote any. */
export async function readCounts(file: string): Promise<Counts | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as Counts) : undefined;
}
