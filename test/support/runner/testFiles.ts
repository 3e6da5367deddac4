import { glob } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "../repositoryRoot.ts";

/** Folders with tests that run in the same way. */
export type TestFolder =
  | "bench/host"
  | "faults/host"
  | "host"
  | "hostile/host"
  | "hostile/page"
  | "hostile/plain"
  | "recordings"
  | "ui"
  | "unit";

/** Finds the test files of one kind, so that none has to be listed. */
export async function findTestFiles(kind: TestFolder): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob(`test/${kind}/**/*.test.ts`, { cwd: repositoryRoot })) {
    files.push(join(repositoryRoot, file));
  }
  return files.sort();
}
