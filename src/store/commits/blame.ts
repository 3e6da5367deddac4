// The commit of each line of a file.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type GitFailure, type GitPathAndFolder, startGit, toGitFailure } from "./git.ts";

export interface Blame {
  readonly kind: "blame";
  /** The committed lines, without line endings. */
  readonly lines: readonly string[];
  /** By the index of a line. */
  readonly hashes: readonly string[];
}

const ignoredRevisionsFile = ".git-blame-ignore-revs";
/** A longer file is generated. */
const maxBytes = 64 * 1024 * 1024;

async function listIgnoreOptions({ folder }: GitPathAndFolder): Promise<readonly string[]> {
  const file = join(folder, ignoredRevisionsFile);
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? [`--ignore-revs-file=${file}`] : [];
}

/**
 * Of a file at a commit, by its path from the root of the repository. Not of the file on disk: for that, git would run the
 * filters that the configuration of the repository names.
 */
export async function blameFile(
  repository: GitPathAndFolder,
  commit: string,
  path: string,
  signal?: AbortSignal,
): Promise<Blame | GitFailure> {
  const ignoreOptions = await listIgnoreOptions(repository);
  const blame = await runBlame(repository, ignoreOptions, commit, path, signal);
  // The file may name commits that a shallow clone doesn't have, or anything else.
  return blame.kind === "failed" && ignoreOptions.length > 0
    ? runBlame(repository, [], commit, path, signal)
    : blame;
}

async function runBlame(
  repository: GitPathAndFolder,
  options: readonly string[],
  commit: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Blame | GitFailure> {
  const args = [
    "blame",
    "--porcelain",
    "--encoding=UTF-8",
    "--no-textconv",
    "--no-progress",
    ...options,
    commit,
    "--",
    path,
  ];
  const git = startGit(repository, args, signal);
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of git.output) {
      length += chunk.length;
      if (length > maxBytes) return { kind: "tooMuch" };
      chunks.push(chunk);
    }
    const end = await git.exited;
    if (end.kind !== "ended") return end;
    if (end.code !== 0) return toGitFailure(end.stderr);
    return parsePorcelain(Buffer.concat(chunks));
  } finally {
    await git.stop();
  }
}

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

/** For each line of the file: its commit, what is known about that, and after a tab the line itself. */
function parsePorcelain(output: Buffer): Blame {
  const lines: string[] = [];
  const hashes: string[] = [];
  /** Equal hashes share one string. */
  const known = new Map<string, string>();
  let isHeader = true;
  let hash = "";
  for (let start = 0; start < output.length;) {
    const newline = output.indexOf(lineFeed, start);
    const end = newline === -1 ? output.length : newline;
    if (isHeader) {
      const text = output.toString("latin1", start, output.indexOf(space, start));
      hash = known.get(text) ?? text;
      known.set(hash, hash);
      isHeader = false;
    } else if (output[start] === tab) {
      const contentEnd = output[end - 1] === carriageReturn ? end - 1 : end;
      lines.push(output.toString("utf8", start + 1, Math.max(start + 1, contentEnd)));
      hashes.push(hash);
      isHeader = true;
    }
    start = end + 1;
  }
  return { kind: "blame", lines, hashes };
}
