// The commit of each line of a file.
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type GitFailure, type GitPathAndFolder, runGit } from "./git.ts";

export interface Blame {
  readonly kind: "blame";
  /** The committed bytes. The last line ends with a line feed in any case. */
  readonly content: Buffer;
  /** By the index of a line. For git, lines end at line feeds only. */
  readonly hashes: readonly string[];
}

/** The commit doesn't have the file. */
export interface FileMissing {
  readonly kind: "fileMissing";
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
): Promise<Blame | FileMissing | GitFailure> {
  const ignoreOptions = await listIgnoreOptions(repository);
  const run = (options: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Blame | GitFailure> =>
    runBlame(repository, [...options, commit, "--", path], signal, environment);
  const blame = await run(ignoreOptions);
  if (blame.kind !== "failed") return blame;
  if (await isFileMissing(repository, commit, path, signal)) return { kind: "fileMissing" };
  // A file of ignored commits, of the repository or of a configuration, may be the reason.
  return runWithoutConfiguration(repository, commit, signal, async (environment) => {
    const unconfigured = await run(ignoreOptions, environment);
    // The file may name commits that a shallow clone doesn't have, or anything else.
    return unconfigured.kind === "failed" && ignoreOptions.length > 0 ? run([], environment) : unconfigured;
  });
}

/** Git has the same message for a file whose content is missing, as in a partial clone. */
async function isFileMissing(
  repository: GitPathAndFolder,
  commit: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}:${path}`];
  const answer = await runGit(repository, args, { signal, acceptedExitCodes: [0, 1] });
  return answer.kind === "answered" && answer.exitCode === 1;
}

async function runBlame(
  repository: GitPathAndFolder,
  args: readonly string[],
  signal: AbortSignal | undefined,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<Blame | GitFailure> {
  const options = ["--porcelain", "--encoding=UTF-8", "--no-textconv", "--no-progress"];
  const output = await runGit(repository, ["blame", ...options, ...args], {
    signal,
    environment,
    encoding: "latin1",
  });
  if (output.kind !== "answered") return output;
  const blame = parsePorcelain(output.text);
  // For a long file, what callers do with it takes as long again, so other work may run in between.
  await setImmediate();
  return blame;
}

/**
 * Git fails if `blame.ignoreRevsFile` names a missing file, as in many users' own configuration, and no option overrides it.
 * So git reads the same objects with an empty configuration.
 */
async function runWithoutConfiguration(
  repository: GitPathAndFolder,
  commit: string,
  signal: AbortSignal | undefined,
  run: (environment: NodeJS.ProcessEnv) => Promise<Blame | GitFailure>,
): Promise<Blame | GitFailure> {
  const objects = await findGitPath(repository, "objects", signal);
  if (objects.kind !== "path") return objects;
  const shallow = await findGitPath(repository, "shallow", signal);
  if (shallow.kind !== "path") return shallow;
  const folder = await mkdtemp(join(tmpdir(), "artifacts-blame-"));
  try {
    await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(join(folder, "config"), commit.length > 40 ? sha256Config : "");
    for (const name of ["objects", "refs"]) await mkdir(join(folder, name));
    return await run({
      GIT_DIR: folder,
      GIT_OBJECT_DIRECTORY: objects.path,
      GIT_SHALLOW_FILE: shallow.path,
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: "1",
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sha256Config = "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n";

/** Worktrees have it in the repository they belong to. */
async function findGitPath(
  repository: GitPathAndFolder,
  name: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly kind: "path"; readonly path: string } | GitFailure> {
  const answer = await runGit(repository, ["rev-parse", "--git-path", name], { signal });
  if (answer.kind !== "answered") return answer;
  // Other line breaks belong to the path.
  return { kind: "path", path: resolve(repository.folder, answer.text.replace(/\r?\n$/, "")) };
}

/** For each line of the file: its commit, what is known about that, and after a tab the line itself. */
function parsePorcelain(output: string): Blame {
  const lines: string[] = [];
  const hashes: string[] = [];
  /** Equal hashes share one string. */
  const known = new Map<string, string>();
  let hash: string | undefined;
  for (let start = 0; start < output.length;) {
    const lineFeed = output.indexOf("\n", start);
    const end = lineFeed === -1 ? output.length : lineFeed + 1;
    if (hash === undefined) {
      const text = output.slice(start, output.indexOf(" ", start));
      hash = known.get(text) ?? text;
      known.set(hash, hash);
    } else if (output[start] === "\t") {
      lines.push(output.slice(start + 1, end));
      hashes.push(hash);
      hash = undefined;
    }
    start = end;
  }
  return { kind: "blame", content: Buffer.from(lines.join(""), "latin1"), hashes };
}

/** The lines of a file as an editor shows them, and the commit of each. */
export interface BlamedLines {
  readonly lines: readonly string[];
  readonly hashes: readonly (string | undefined)[];
}

/** By the name that VS Code has for an encoding. */
export type TextDecode = (bytes: Uint8Array, encoding: string) => PromiseLike<string>;

/** Not part of the first line in an editor. */
const byteOrderMark = "\uFEFF";
const lineFeedByte = 10;

/** `decode` is for encodings other than UTF-8. */
export async function splitBlame(
  { content, hashes }: Blame,
  encoding: string,
  decode: TextDecode,
): Promise<BlamedLines> {
  const isUtf16 = encoding === "utf16le" || encoding === "utf16be";
  // The last line feed may be git's own, and is half a character then.
  const bytes = isUtf16 && content.length % 2 === 1 ? content.subarray(0, -1) : content;
  const isUtf8 = encoding === "utf8" || encoding === "utf8bom";
  const text = isUtf8 ? bytes.toString("utf8") : await decode(bytes, encoding);
  const gitLines = (text.startsWith(byteOrderMark) ? text.slice(1) : text).split("\n");
  // What follows the last line feed isn't a line.
  if (gitLines.at(-1) === "") gitLines.pop();
  const gitLineIndexes = isUtf16 ? countLineFeedBytes(bytes, gitLines) : undefined;
  const blamed = { lines: [] as string[], hashes: [] as (string | undefined)[] };
  for (const [index, gitLine] of gitLines.entries()) {
    const hash = hashes[gitLineIndexes?.[index] ?? index];
    // In an editor, a carriage return ends a line, too.
    for (const line of gitLine.endsWith("\r") ? gitLine.slice(0, -1).split("\r") : gitLine.split("\r")) {
      blamed.lines.push(line);
      blamed.hashes.push(hash);
    }
  }
  return blamed;
}

/** Before each line of a text in UTF-16. There, other characters may have the byte of a line feed, too. */
function countLineFeedBytes(bytes: Buffer, lines: readonly string[]): Int32Array {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  let lineStart = mark === 0xfeff || mark === 0xfffe ? 2 : 0;
  let count = 0;
  let lineFeed = bytes.indexOf(lineFeedByte);
  return Int32Array.from(lines, ({ length }) => {
    while (lineFeed !== -1 && lineFeed < lineStart) {
      count += 1;
      lineFeed = bytes.indexOf(lineFeedByte, lineFeed + 1);
    }
    lineStart += 2 * (length + 1);
    return count;
  });
}

interface CommitParents {
  readonly kind: "parents";
  readonly count: number;
  /** Its parents are missing in a shallow clone, so that it also has the lines of all older commits. */
  readonly isCutOff: boolean;
}

export async function readCommitParents(
  repository: GitPathAndFolder,
  hash: string,
): Promise<CommitParents | GitFailure> {
  const answer = await runGit(repository, ["rev-parse", "--is-shallow-repository", `${hash}^@`]);
  if (answer.kind !== "answered") return answer;
  const [isShallow, ...parents] = answer.text.trimEnd().split("\n");
  return {
    kind: "parents",
    count: parents.length,
    isCutOff: isShallow === "true" && parents.length === 0,
  };
}
