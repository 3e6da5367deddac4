import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** How many tests a run had, and which of them failed at what. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function addCounts(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
    failures: [...left.failures, ...right.failures],
  };
}

/** Nothing failed, and there was something that could have, or that was left out for a stated reason. */
export function isGreen(counts: Counts): boolean {
  return counts.failed === 0 && !ranNothing(counts);
}

export function ranNothing({ passed, failed, skipped }: Counts): boolean {
  return passed + failed + skipped === 0;
}

export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export async function writeCounts(file: string, counts: Counts): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(counts)}\n`);
}

/** What a run left in the file; a run that came to no end left none. */
export async function readCounts(file: string): Promise<Counts | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as Counts) : undefined;
}
