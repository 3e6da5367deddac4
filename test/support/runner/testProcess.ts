// A process that runs tests and leaves their counts in a file.
import { join } from "node:path";
import { temporaryFolder } from "../ending.ts";
import { startProcess } from "../processes.ts";
import { repository } from "../repository.ts";
import { type Counts, countsEnvironment, noCounts, readCounts } from "./counts.ts";

export interface TestProcess {
  readonly command: string;
  readonly args: readonly string[];
}

/** Runs test files with mocha in a Node of their own. */
export function mochaProcess(...args: readonly string[]): TestProcess {
  return { command: process.execPath, args: [join(import.meta.dirname, "runFiles.ts"), ...args] };
}

/** A process without counts is judged by its exit code; so is one that failed after its last test, by what it left open. */
function countsAfter(counts: Counts | undefined, exitCode: number | null): Counts {
  if (exitCode === 0) return counts ?? { ...noCounts, passed: 1 };
  if (counts !== undefined && counts.failed > 0) return counts;
  return {
    ...(counts ?? noCounts),
    failed: 1,
    failures: [`The process ended with exit code ${exitCode ?? "none"}.`],
  };
}

export async function runTestProcess(
  { command, args }: TestProcess,
  print: (text: string) => void,
): Promise<Counts> {
  const file = join(temporaryFolder(), "counts.json");
  const running = startProcess(command, args, {
    cwd: repository,
    env: { ...process.env, ...countsEnvironment(file) },
    // When it is interrupted it has servers and a browser of its own to end.
    patienceMs: 20_000,
  });
  for (const stream of [running.child.stdout, running.child.stderr]) {
    stream?.setEncoding("utf8").on("data", print);
  }
  await running.ended;
  await running.stop();
  return countsAfter(await readCounts(file), running.child.exitCode);
}
