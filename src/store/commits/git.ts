// Running git, without anything that a repository's configuration could start.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { Readable } from "node:stream";

/** Where git is asked, and which one. */
export interface Repository {
  /** The program, as the git extension names it: a whole path, so that no folder can put another one in its place. */
  readonly program: string;
  /** Any folder of the repository or of one of its worktrees, as a whole path. */
  readonly folder: string;
}

export type GitFailure =
  | { readonly kind: "gitMissing" | "notARepository" | "cancelled" }
  /** It belongs to somebody else, and git will not touch it until the person says so (`safe.directory`). */
  | { readonly kind: "unsafeRepository" }
  /** There is no such commit, or what names it is no name. */
  | { readonly kind: "refUnknown"; readonly ref: string }
  /** More than anybody could look at. */
  | { readonly kind: "tooMuch" }
  /** Anything else, in git's own words: one line, English. */
  | { readonly kind: "failed"; readonly said: string };

// What git is run with, so that nothing in a repository, its config or our own environment makes it run anything else.

/** Where the person's own config is, and how far git looks for a repository. */
const kept = new Set([
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CEILING_DIRECTORIES",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
]);

const own: Readonly<Record<string, string>> = {
  // Failures are told apart by what git says.
  LC_ALL: "C",
  // To look at a repository is never to write into it.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  // A repository can say that its missing objects are to be fetched, by a program that it names. The second one is for
  // a git that does not know the first: no protocol has this name.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

/** Those variables of the caller's that lead git elsewhere (`GIT_DIR`, `GIT_CONFIG_COUNT`, `GIT_SSH`…) stay behind. */
export function gitEnvironment(callers: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(callers).filter(([name]) => {
    const known = name.toUpperCase();
    return !known.startsWith("GIT_") || kept.has(known);
  });
  return { ...Object.fromEntries(others), ...own };
}

/** Said on the command line, which no config can gainsay. */
const settings = [
  "core.fsmonitor=false",
  // A path that has nothing below it: no hooks.
  "core.hooksPath=/dev/null",
  "log.showSignature=false",
  "log.mailmap=false",
  // One that can't be read would keep git from telling anything.
  "log.date=default",
  "color.ui=false",
  "submodule.recurse=false",
];

function gitArguments(folder: string, args: readonly string[]): readonly string[] {
  return ["--no-pager", ...settings.flatMap((setting) => ["-c", setting]), "-C", folder, ...args];
}

/**
 * The whole path of a program. The git extension names a bare `git` where that is found on the PATH; it is found here by
 * the same rules, but for folders that are not whole paths: those would be looked for wherever one happens to be.
 */
export function programPath(named: string, path = process.env["PATH"] ?? ""): string {
  if (isAbsolute(named) || /[/\\]/.test(named)) return named;
  const places = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, named));
  return places.find(isProgram) ?? named;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Git has one exit code for nearly everything; its English words are what tells failures apart. */
const known: readonly (readonly [RegExp, GitFailure])[] = [
  [/^fatal: (not a git repository|cannot change to )/m, { kind: "notARepository" }],
  [/^fatal: (detected dubious ownership|unsafe repository)/m, { kind: "unsafeRepository" }],
];

const longestLine = 500;

export function gitFailure(stderr: string): GitFailure {
  for (const [words, failure] of known) if (words.test(stderr)) return failure;
  return { kind: "failed", said: firstWords(stderr) };
}

/** Warnings come first; what went wrong is the line that says so. */
function firstWords(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((each) => /^(fatal|error): /.test(each)) ?? lines[0] ?? "";
  const said = line.replace(/^(fatal|error): /, "").slice(0, longestLine);
  // An address may carry somebody's key.
  return said.replaceAll(/\/\/[^\s/@]*@/g, "//");
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** It came to its end by itself; what the code means is up to the command. */
interface GitEnd {
  readonly kind: "ended";
  readonly code: number;
  readonly stderr: string;
}

interface RunningGit {
  /** Can be read once. Ends early when git is stopped. */
  readonly output: AsyncIterable<Buffer>;
  /** Comes when the output was read to its end, or git was stopped. */
  readonly ended: Promise<GitEnd | GitFailure>;
  /** Ends the process if it is still there; when this comes back, it is gone. */
  stop(): Promise<void>;
}

const mostStderr = 16 * 1024;
/** Git takes its lock files away when it is asked to end, but not when it is killed. */
const patienceMs = 2_000;

/** Starts git with a list of arguments; there is never a shell. */
export function startGit(repository: Repository, args: readonly string[], signal?: AbortSignal): RunningGit {
  if (signal?.aborted === true) return notStarted({ kind: "cancelled" });
  // A bare name would be looked for, on some systems in the repository first.
  if (!isAbsolute(repository.program)) return notStarted({ kind: "gitMissing" });
  if (!isAbsolute(repository.folder)) return notStarted({ kind: "notARepository" });
  const child = spawn(repository.program, gitArguments(repository.folder, args), {
    env: gitEnvironment(process.env),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  // Without a process there may be no streams either.
  if (child.pid === undefined) return notStarted(startFailure(child));
  const stop = (): Promise<void> => stopChild(child);
  const cancel = (): void => void stop();
  signal?.addEventListener("abort", cancel, { once: true });
  const ended = endOf(child, signal).finally(() => signal?.removeEventListener("abort", cancel));
  return { output: outputOf(child), ended, stop };
}

function notStarted(failure: GitFailure | Promise<GitFailure>): RunningGit {
  return { output: Readable.from([]), ended: Promise.resolve(failure), stop: () => Promise.resolve() };
}

function startFailure(child: Child): Promise<GitFailure> {
  return new Promise((resolve) => {
    child.once("error", ({ code = "" }: NodeJS.ErrnoException) =>
      resolve(isMissing(code) ? { kind: "gitMissing" } : { kind: "failed", said: code }),
    );
  });
}

function isMissing(code: string): boolean {
  return code === "ENOENT" || code === "EACCES" || code === "ENOTDIR";
}

async function* outputOf(child: Child): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
  } catch (error) {
    // Its end is told by `ended`; a stream that was closed on the way has nothing to add.
    if (!child.stdout.destroyed) throw error;
  }
}

function endOf(child: Child, signal: AbortSignal | undefined): Promise<GitEnd | GitFailure> {
  const stderr: Buffer[] = [];
  let length = 0;
  child.stderr.on("data", (chunk: Buffer) => {
    if (length < mostStderr) stderr.push(chunk);
    length += chunk.length;
  });
  return new Promise((resolve) => {
    // A signal that could not be sent; the end of the process is told all the same.
    child.on("error", () => undefined);
    child.once("close", (code) => {
      const said = Buffer.concat(stderr).toString("utf8", 0, mostStderr);
      if (signal?.aborted === true) resolve({ kind: "cancelled" });
      else resolve(code === null ? gitFailure(said) : { kind: "ended", code, stderr: said });
    });
  });
}

async function stopChild(child: Child): Promise<void> {
  const isThere = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (isThere) {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const impatience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    // Where git is a wrapper around another process, that one ends because nobody reads any more.
    child.stdout.destroy();
    await gone;
    clearTimeout(impatience);
  }
  child.stdout.destroy();
  child.stderr.destroy();
}

interface Reading {
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are answers. */
  readonly answers?: readonly number[];
}

export interface GitAnswer {
  readonly kind: "answered";
  readonly code: number;
  readonly text: string;
}

const mostText = 32 * 1024 * 1024;

/** Runs git to its end and hands over what it printed. */
export async function readGit(
  repository: Repository,
  args: readonly string[],
  { signal, answers = [0] }: Reading = {},
): Promise<GitAnswer | GitFailure> {
  const git = startGit(repository, args, signal);
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of git.output) {
      length += chunk.length;
      if (length > mostText) return { kind: "tooMuch" };
      chunks.push(chunk);
    }
    const end = await git.ended;
    if (end.kind !== "ended") return end;
    if (!answers.includes(end.code)) return gitFailure(end.stderr);
    return { kind: "answered", code: end.code, text: Buffer.concat(chunks).toString("utf8") };
  } finally {
    await git.stop();
  }
}

/** Where git keeps what is of this working tree alone: its message file among it. Worktrees and submodules have one of their own. */
export async function gitFolderOf(
  repository: Repository,
  signal?: AbortSignal,
): Promise<{ readonly kind: "folder"; readonly folder: string } | GitFailure> {
  const answer = await readGit(repository, ["rev-parse", "--absolute-git-dir"], { signal });
  if (answer.kind !== "answered") return answer;
  return { kind: "folder", folder: answer.text.replace(/\r?\n$/, "") };
}

export interface ConfigEntry {
  /** Whose it is: `system` and `global` are the person's, `local` and `worktree` came with the repository. */
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** The entries of all config files whose key fits, in the order in which git reads them. */
export async function configEntries(
  repository: Repository,
  keys: RegExp,
  signal?: AbortSignal,
): Promise<{ readonly kind: "entries"; readonly entries: readonly ConfigEntry[] } | GitFailure> {
  const args = ["config", "--null", "--show-scope", "--get-regexp", keys.source];
  // 1: there is none.
  const answer = await readGit(repository, args, { signal, answers: [0, 1] });
  if (answer.kind !== "answered") return answer;
  const fields = answer.text.split("\0");
  const entries: ConfigEntry[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = "", entry = ""] = fields.slice(at, at + 2);
    const [key = "", ...value] = entry.split("\n");
    entries.push({ scope, key, value: value.join("\n") });
  }
  return { kind: "entries", entries };
}
