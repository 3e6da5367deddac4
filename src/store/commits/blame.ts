// The commit of each line of a file.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type GitFailure, type GitPathAndFolder, runGit } from "./git.ts";

export interface Blame {
  readonly kind: "blame";
  /** The committed lines, without line endings. */
  readonly lines: readonly string[];
  /** By the index of a line. */
  readonly hashes: readonly string[];
}

const ignoredRevisionsFile = ".git-blame-ignore-revs";

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
  const output = await runGit(repository, args, { signal });
  return output.kind === "answered" ? parsePorcelain(output.text) : output;
}

/** For each line of the file: its commit, what is known about that, and after a tab the line itself. */
function parsePorcelain(output: string): Blame {
  const lines: string[] = [];
  const hashes: string[] = [];
  /** Equal hashes share one string. */
  const known = new Map<string, string>();
  let hash: string | undefined;
  for (let start = 0; start < output.length;) {
    const newline = output.indexOf("\n", start);
    const end = newline === -1 ? output.length : newline;
    if (hash === undefined) {
      const text = output.slice(start, output.indexOf(" ", start));
      hash = known.get(text) ?? text;
      known.set(hash, hash);
    } else if (output[start] === "\t") {
      const line = output.slice(start + 1, end);
      lines.push(line.endsWith("\r") ? line.slice(0, -1) : line);
      hashes.push(hash);
      hash = undefined;
    }
    start = end + 1;
  }
  return { kind: "blame", lines, hashes };
}
