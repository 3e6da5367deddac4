// The tests inside VS Code, and after them a look at all that was left on the disk.
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { existsSync } from "node:fs";
import { temporaryFolder } from "../../support/ending.ts";
import { runHostTests } from "../../support/host/hostTests.ts";
import { addCounts, type Counts, noCounts } from "../../support/runner/counts.ts";
import { testFiles } from "../../support/runner/testFiles.ts";
import { startSimulator } from "../../simulator/simulator.ts";
import { filesHolding } from "./keyOnDisk.ts";
import { note } from "./plan.ts";

/** Git as it is, after a note of what it was called with and what it was given. */
async function notingGit(folder: string): Promise<string> {
  const path = join(folder, "git");
  const real = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((each) => join(each, "git"))
    .find((each) => existsSync(each));
  const lines = [
    "#!/bin/sh",
    `{ echo "$@"; env; } >> '${join(folder, "git-calls")}'`,
    `exec '${real ?? "git"}' "$@"`,
    "",
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(path, lines.join("\n"));
  await chmod(path, 0o755);
  return path;
}

/** The secrets of whoever signs in there: they are made from the server's seed. */
async function secretsInUse(): Promise<readonly string[]> {
  const server = await startSimulator({ dialect: "product" });
  await server.close();
  return Object.values(server.accounts).flatMap(({ accessKey, password }) => [accessKey, password]);
}

export async function hostileHostTests(env: Readonly<Record<string, string>>): Promise<Counts> {
  const folder = temporaryFolder();
  const counts = await runHostTests(await testFiles("hostile/host"), {
    folder,
    api: "ofExtension",
    machineSettings: { "git.path": await notingGit(join(folder, "programs")) },
    env,
  });
  return addCounts(counts, await lookedAtDisk(folder));
}

/** Settings, logs, drafts, what was seen last, arguments and environments of programs: all of it is below this folder. */
async function lookedAtDisk(folder: string): Promise<Counts> {
  const found = await filesHolding(folder, await secretsInUse());
  note("violations", found.length);
  note("places searched for keys", 1);
  console.log(
    `  ${found.length === 0 ? "✔" : "✘"} no key and no password in any file that VS Code and the extension have written`,
  );
  return found.length === 0
    ? { ...noCounts, passed: 1 }
    : { ...noCounts, failed: 1, failures: found.map((path) => `a secret is in ${path}`) };
}
