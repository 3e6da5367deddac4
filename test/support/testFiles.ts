import { glob } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./repository.ts";

/** The test files of one kind, found rather than listed, so that none is forgotten. */
export async function testFiles(kind: "host" | "recordings" | "ui" | "unit"): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob(`test/${kind}/**/*.test.ts`, { cwd: repository })) {
    files.push(join(repository, file));
  }
  return files.sort();
}
