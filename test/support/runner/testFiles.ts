import { glob } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../repository.ts";

/** Folders of tests that run alike. */
export type TestKind =
  | "bench/host"
  | "faults/host"
  | "host"
  | "hostile/host"
  | "hostile/page"
  | "hostile/plain"
  | "recordings"
  | "ui"
  | "unit";

/** The test files of one kind, found rather than listed, so that none is forgotten. */
export async function testFiles(kind: TestKind): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob(`test/${kind}/**/*.test.ts`, { cwd: repository })) {
    files.push(join(repository, file));
  }
  return files.sort();
}
