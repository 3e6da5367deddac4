// A process that runs tests and writes their counts to a file.
import { join } from "node:path";
import { createTemporaryFolder } from "../cleanup.ts";
import { startProcess } from "../processes.ts";
import { repositoryRoot } from "../repositoryRoot.ts";
import { type Counts, createCountsEnvironment, emptyCounts, readCounts } from "./counts.ts";

export interface TestProcess {
  readonly command: string;
  readonly args: readonly string[];
}

/** Runs test files with Mocha in a separate Node process. */
export function createMochaFilesProcess(...args: readonly string[]): TestProcess {
  return { command: process.execPath, args: [join(import.meta.dirname, "runFiles.ts"), ...args] };
}

/**
 * A process without counts is rated by its exit code, and so is one that failed after its last test, because it left
 * something open.
 */
function toCounts(counts: Counts | undefined, exitCode: number | null): Counts {
  if (exitCode === 0) return counts ?? { ...emptyCounts, passed: 1 };
  if (counts !== undefined && counts.failed > 0) return counts;
  return {
    ...(counts ?? emptyCounts),
    failed: 1,
    failures: [`The process ended with exit code ${exitCode ?? "none"}.`],
  };
}

export async function runTestProcess(
  { command, args }: TestProcess,
  print: (text: string) => void,
): Promise<Counts> {
  const file = join(createTemporaryFolder(), "counts.json");
  const running = startProcess(command, args, {
    cwd: repositoryRoot,
    env: { ...process.env, ...createCountsEnvironment(file) },
    // When interrupted, it has servers and a browser to stop.
    terminationTimeoutMs: 20_000,
  });
  for (const stream of [running.child.stdout, running.child.stderr]) {
    stream?.setEncoding("utf8").on("data", print);
  }
  await running.ended;
  await running.stop();
  return toCounts(await readCounts(file), running.child.exitCode);
}
