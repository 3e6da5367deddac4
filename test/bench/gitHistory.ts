// Repositories with a long history.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { GitPathAndFolder } from "../../src/store/commits/git.ts";
import { runCommand } from "../support/processes.ts";

export function findGit(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const gitPath = folders.map((folder) => join(folder, "git")).find((path) => existsSync(path));
  if (gitPath === undefined) throw new Error("git is not on the PATH.");
  return gitPath;
}

/** Creates a bare repository of commands for `git fast-import`. */
export async function importHistory(
  { gitPath, folder }: GitPathAndFolder,
  commands: Iterable<string>,
): Promise<void> {
  await runCommand(gitPath, ["init", "--quiet", "--bare", "--initial-branch=main", folder]);
  const git = spawn(gitPath, ["-C", folder, "fast-import", "--quiet"], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(git, "close");
  await pipeline(Readable.from(commands), git.stdin);
  const [code] = (await ended) as readonly unknown[];
  if (code !== 0) throw new Error("git fast-import failed.");
}

/** Reads all that git prints, as a terminal would. */
export async function readGitOutput(
  { gitPath, folder }: GitPathAndFolder,
  args: readonly string[],
): Promise<string> {
  const git = spawn(gitPath, ["-C", folder, "--no-pager", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(git, "close");
  let text = "";
  for await (const chunk of git.stdout.setEncoding("utf8")) text += String(chunk);
  await ended;
  return text;
}
