// The commit of each line of a file.
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type GitFailure, type GitPathAndFolder, runGit } from "./git.ts";

export interface Blame {
  readonly kind: "blame";
  /** The committed lines, without line endings and byte order mark. */
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
  const run = (options: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Blame | GitFailure> =>
    runBlame(repository, [...options, commit, "--", path], signal, environment);
  const blame = await run(ignoreOptions);
  if (!mayBeConfigured(blame)) return blame;
  return runWithoutConfiguration(repository, commit, async (environment) => {
    const unconfigured = await run(ignoreOptions, environment);
    // The file may name commits that a shallow clone doesn't have, or anything else.
    return mayBeConfigured(unconfigured) && ignoreOptions.length > 0 ? run([], environment) : unconfigured;
  });
}

async function runBlame(
  repository: GitPathAndFolder,
  args: readonly string[],
  signal: AbortSignal | undefined,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<Blame | GitFailure> {
  const options = ["--porcelain", "--encoding=UTF-8", "--no-textconv", "--no-progress"];
  const output = await runGit(repository, ["blame", ...options, ...args], { signal, environment });
  if (output.kind !== "answered") return output;
  const blame = parsePorcelain(output.text);
  // For a long file, what callers do with it takes as long again, so other work may run in between.
  await setImmediate();
  return blame;
}

/** Whether a file of ignored commits, of the repository or of a configuration, may be the reason. */
function mayBeConfigured(result: Blame | GitFailure): boolean {
  return result.kind === "failed" && !result.message.startsWith("no such path");
}

/**
 * Git fails if `blame.ignoreRevsFile` names a missing file, as in many users' own configuration, and no option overrides it.
 * So git reads the same objects with an empty configuration.
 */
async function runWithoutConfiguration(
  repository: GitPathAndFolder,
  commit: string,
  run: (environment: NodeJS.ProcessEnv) => Promise<Blame | GitFailure>,
): Promise<Blame | GitFailure> {
  const paths = await runGit(repository, ["rev-parse", "--git-path", "objects", "--git-path", "shallow"]);
  if (paths.kind !== "answered") return paths;
  const [objects = "", shallow = ""] = paths.text.split("\n").map((path) => resolve(repository.folder, path));
  const folder = await mkdtemp(join(tmpdir(), "artifacts-blame-"));
  try {
    await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(join(folder, "config"), commit.length > 40 ? sha256Config : "");
    for (const name of ["objects", "refs"]) await mkdir(join(folder, name));
    return await run({
      GIT_DIR: folder,
      GIT_OBJECT_DIRECTORY: objects,
      GIT_SHALLOW_FILE: shallow,
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: "1",
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sha256Config = "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n";

/** Not part of the first line in an editor. */
const byteOrderMark = "\uFEFF";

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
      const textStart = lines.length === 0 && output[start + 1] === byteOrderMark ? start + 2 : start + 1;
      const textEnd = output[end - 1] === "\r" ? end - 1 : end;
      lines.push(output.slice(textStart, textEnd));
      hashes.push(hash);
      hash = undefined;
    }
    start = end + 1;
  }
  return { kind: "blame", lines, hashes };
}
