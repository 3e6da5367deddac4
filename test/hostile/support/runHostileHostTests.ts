// Runs the hostile tests in VS Code, then searches all written files for secrets.
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { existsSync } from "node:fs";
import { createTemporaryFolder } from "../../support/cleanup.ts";
import { runHostTests } from "../../support/host/runHostTests.ts";
import { addCounts, type Counts, emptyCounts } from "../../support/runner/counts.ts";
import { findTestFiles } from "../../support/runner/testFiles.ts";
import { startSimulator } from "../../simulator/simulator.ts";
import { findFilesWithSecrets } from "./findSecrets.ts";
import { recordFigure } from "./runSettings.ts";

/** A script that logs its arguments and environment and then runs git. */
async function createLoggingGit(folder: string): Promise<string> {
  const path = join(folder, "git");
  const gitPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((directory) => join(directory, "git"))
    .find((file) => existsSync(file));
  const lines = [
    "#!/bin/sh",
    `{ echo "$@"; env; } >> '${join(folder, "git-calls")}'`,
    `exec '${gitPath ?? "git"}' "$@"`,
    "",
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(path, lines.join("\n"));
  await chmod(path, 0o755);
  return path;
}

/** The secrets of all accounts of the simulator; they depend on its seed only. */
async function getSecrets(): Promise<readonly string[]> {
  const server = await startSimulator({ dialect: "product" });
  await server.close();
  return Object.values(server.accounts).flatMap(({ accessKey, password }) => [accessKey, password]);
}

export async function runHostileHostTests(env: Readonly<Record<string, string>>): Promise<Counts> {
  const folder = createTemporaryFolder();
  const counts = await runHostTests(await findTestFiles("hostile/host"), {
    folder,
    api: "extension",
    machineSettings: { "git.path": await createLoggingGit(join(folder, "programs")) },
    env,
  });
  return addCounts(counts, await checkDiskForSecrets(folder));
}

/** The folder contains settings, logs, drafts, the offline cache, and the arguments and environments of git. */
async function checkDiskForSecrets(folder: string): Promise<Counts> {
  const found = await findFilesWithSecrets(folder, await getSecrets());
  recordFigure("violations", found.length);
  recordFigure("places searched for keys", 1);
  console.log(
    `  ${found.length === 0 ? "✔" : "✘"} no file written by VS Code or the extension contains a key or a password`,
  );
  return found.length === 0
    ? { ...emptyCounts, passed: 1 }
    : { ...emptyCounts, failed: 1, failures: found.map((path) => `a secret is in ${path}`) };
}
