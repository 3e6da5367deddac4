// Runs git without anything that a repository's configuration could start.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";
import { Readable } from "node:stream";

export interface GitPathAndFolder {
  /** The absolute path that the git extension reports, so that no folder can provide another git. */
  readonly gitPath: string;
  /** Absolute path of any folder of the repository or one of its worktrees. */
  readonly folder: string;
}

export type GitFailure =
  | { readonly kind: "gitMissing" | "notARepository" | "canceled" }
  /** It is owned by another user, and git refuses to use it (`safe.directory`). */
  | { readonly kind: "unsafeRepository" }
  /** There is no such commit, or the ref is invalid. */
  | { readonly kind: "refUnknown"; readonly ref: string }
  /** The output is too long. */
  | { readonly kind: "tooMuch" }
  /** Any other failure, with git's English message in one line. */
  | { readonly kind: "failed"; readonly message: string };

/** Where the user's own config is, and how far git searches for a repository. */
const keptVariables = new Set([
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CEILING_DIRECTORIES",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
]);

/** The path of a file from the root of the repository, with slashes; empty for the root. */
export function toRepositoryPath({ folder }: GitPathAndFolder, file: string): string {
  return relative(folder, file).split(sep).join("/");
}

const gitVariables: Readonly<Record<string, string>> = {
  // Failures are recognized by git's English messages.
  LC_ALL: "C",
  // Reading must never write to the repository.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  // A repository can name a program that fetches missing objects. GIT_ALLOW_PROTOCOL is for older git versions: no
  // protocol has this name.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

/** Drops variables that redirect git (`GIT_DIR`, `GIT_CONFIG_COUNT`, `GIT_SSH`…). */
export function createGitEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => {
    const upperName = name.toUpperCase();
    return !upperName.startsWith("GIT_") || keptVariables.has(upperName);
  });
  return { ...Object.fromEntries(kept), ...gitVariables };
}

/** Command line settings override any config file. */
const gitSettings = [
  "core.fsmonitor=false",
  // An empty folder: no hooks.
  "core.hooksPath=/dev/null",
  "log.showSignature=false",
  "log.mailmap=false",
  // An invalid value would make git fail.
  "log.date=default",
  "color.ui=false",
  "submodule.recurse=false",
];

function createGitArguments(folder: string, args: readonly string[]): readonly string[] {
  return ["--no-pager", ...gitSettings.flatMap((setting) => ["-c", setting]), "-C", folder, ...args];
}

/**
 * The absolute path of a program. The git extension may report just `git`, which is searched here on the PATH, but only
 * in absolute folders: relative ones depend on the current directory.
 */
export function findProgram(program: string, path = process.env["PATH"] ?? ""): string {
  if (isAbsolute(program) || /[/\\]/.test(program)) return program;
  const candidates = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, program));
  return candidates.find(isExecutable) ?? program;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Git uses one exit code for nearly everything, so failures are recognized by message. */
const knownFailures: readonly (readonly [RegExp, GitFailure])[] = [
  [/^fatal: (not a git repository|cannot change to )/m, { kind: "notARepository" }],
  [/^fatal: (detected dubious ownership|unsafe repository)/m, { kind: "unsafeRepository" }],
];

const maxLineLength = 500;

export function toGitFailure(stderr: string): GitFailure {
  for (const [pattern, failure] of knownFailures) if (pattern.test(stderr)) return failure;
  return { kind: "failed", message: getErrorLine(stderr) };
}

/** Skips warnings before the error line. */
function getErrorLine(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((text) => /^(fatal|error): /.test(text)) ?? lines[0] ?? "";
  const message = line.replace(/^(fatal|error): /, "").slice(0, maxLineLength);
  // A URL may contain credentials.
  return message.replaceAll(/\/\/[^\s/@]*@/g, "//");
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** It ended normally; the meaning of the code depends on the command. */
interface GitExit {
  readonly kind: "ended";
  readonly code: number;
  readonly stderr: string;
}

interface GitProcess {
  /** Can be read once. Ends early when git is stopped. */
  readonly output: AsyncIterable<Buffer>;
  /** Resolves when the output was read to the end, or git was stopped. */
  readonly exited: Promise<GitExit | GitFailure>;
  /** Resolves when the process has exited. */
  stop(): Promise<void>;
}

const maxStderrBytes = 16 * 1024;
/** Git removes its lock files on SIGTERM, but not on SIGKILL. */
const killDelayMs = 2_000;

/** Starts git without a shell. `environment` has variables of our own. */
export function startGit(
  repository: GitPathAndFolder,
  args: readonly string[],
  signal?: AbortSignal,
  environment: NodeJS.ProcessEnv = {},
): GitProcess {
  if (signal?.aborted === true) return createFailedProcess({ kind: "canceled" });
  // A bare name would be searched, on some systems in the repository first.
  if (!isAbsolute(repository.gitPath)) return createFailedProcess({ kind: "gitMissing" });
  if (!isAbsolute(repository.folder)) return createFailedProcess({ kind: "notARepository" });
  const child = spawn(repository.gitPath, createGitArguments(repository.folder, args), {
    env: { ...createGitEnvironment(process.env), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  // Without a process there may be no streams.
  if (child.pid === undefined) return createFailedProcess(waitForStartFailure(child));
  const stop = (): Promise<void> => stopProcess(child);
  const cancel = (): void => void stop();
  signal?.addEventListener("abort", cancel, { once: true });
  const exited = waitForExit(child, signal).finally(() => signal?.removeEventListener("abort", cancel));
  return { output: readOutput(child), exited, stop };
}

function createFailedProcess(failure: GitFailure | Promise<GitFailure>): GitProcess {
  return { output: Readable.from([]), exited: Promise.resolve(failure), stop: () => Promise.resolve() };
}

function waitForStartFailure(child: Child): Promise<GitFailure> {
  return new Promise((resolve) => {
    child.once("error", ({ code = "" }: NodeJS.ErrnoException) =>
      resolve(isMissingCode(code) ? { kind: "gitMissing" } : { kind: "failed", message: code }),
    );
  });
}

function isMissingCode(code: string): boolean {
  return code === "ENOENT" || code === "EACCES" || code === "ENOTDIR";
}

async function* readOutput(child: Child): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
  } catch (error) {
    // `exited` reports the end; ignore errors of a closed stream.
    if (!child.stdout.destroyed) throw error;
  }
}

function waitForExit(child: Child, signal: AbortSignal | undefined): Promise<GitExit | GitFailure> {
  const stderr: Buffer[] = [];
  let length = 0;
  child.stderr.on("data", (chunk: Buffer) => {
    if (length < maxStderrBytes) stderr.push(chunk);
    length += chunk.length;
  });
  return new Promise((resolve) => {
    // Ignore signals that couldn't be sent; `close` fires anyway.
    child.on("error", () => undefined);
    child.once("close", (code) => {
      const stderrText = Buffer.concat(stderr).toString("utf8", 0, maxStderrBytes);
      if (signal?.aborted === true) resolve({ kind: "canceled" });
      else resolve(code === null ? toGitFailure(stderrText) : { kind: "ended", code, stderr: stderrText });
    });
  });
}

async function stopProcess(child: Child): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (isRunning) {
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const killTimer = setTimeout(() => child.kill("SIGKILL"), killDelayMs);
    // If git is a wrapper, the wrapped process ends because its output is closed.
    child.stdout.destroy();
    await exited;
    clearTimeout(killTimer);
  }
  child.stdout.destroy();
  child.stderr.destroy();
}

interface RunGitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that aren't failures. */
  readonly acceptedExitCodes?: readonly number[];
  /** Variables in addition to those of the user. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** `latin1` has a character for each byte, for contents of files. */
  readonly encoding?: "utf8" | "latin1";
}

export interface GitOutput {
  readonly kind: "answered";
  readonly exitCode: number;
  readonly text: string;
}

const maxOutputBytes = 32 * 1024 * 1024;

/** Runs git and returns its output. */
export async function runGit(
  repository: GitPathAndFolder,
  args: readonly string[],
  { signal, acceptedExitCodes = [0], environment, encoding = "utf8" }: RunGitOptions = {},
): Promise<GitOutput | GitFailure> {
  const git = startGit(repository, args, signal, environment);
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of git.output) {
      length += chunk.length;
      if (length > maxOutputBytes) return { kind: "tooMuch" };
      chunks.push(chunk);
    }
    const end = await git.exited;
    if (end.kind !== "ended") return end;
    if (!acceptedExitCodes.includes(end.code)) return toGitFailure(end.stderr);
    return { kind: "answered", exitCode: end.code, text: Buffer.concat(chunks).toString(encoding) };
  } finally {
    await git.stop();
  }
}

/** The git folder of this working tree, with its message file. Worktrees and submodules have their own. */
export async function findDotGitFolder(
  repository: GitPathAndFolder,
  signal?: AbortSignal,
): Promise<{ readonly kind: "folder"; readonly folder: string } | GitFailure> {
  const answer = await runGit(repository, ["rev-parse", "--absolute-git-dir"], { signal });
  if (answer.kind !== "answered") return answer;
  return { kind: "folder", folder: answer.text.replace(/\r?\n$/, "") };
}

/**
 * Files and folders that exist, aren't tracked, and are ignored, relative to the root of the repository. Folders end with a
 * slash, and what is in them isn't listed. `paths` are files or folders to list alone; without any, everything is listed.
 * Empty if git fails.
 */
export async function listIgnoredPaths(
  repository: GitPathAndFolder,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  // Unlike `check-ignore`, this doesn't fail at files behind links or in submodules.
  const args = ["--literal-pathspecs", "ls-files", "-z", "--others", "--ignored", "--exclude-standard"];
  const answer = await runGit(repository, [...args, "--directory", "--", ...paths], { signal });
  if (answer.kind !== "answered") return [];
  const listed = answer.text.split("\0").filter((path) => path !== "");
  // A folder that isn't ignored itself, but has only ignored files, is listed before them.
  return listed.filter((path, at) => !path.endsWith("/") || listed[at + 1]?.startsWith(path) !== true);
}

export interface GitConfigEntry {
  /** `system` and `global` belong to the user, `local` and `worktree` to the repository. */
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** Config entries with a matching key, in git's order. */
export async function readGitConfig(
  repository: GitPathAndFolder,
  keys: RegExp,
  signal?: AbortSignal,
): Promise<{ readonly kind: "entries"; readonly entries: readonly GitConfigEntry[] } | GitFailure> {
  const args = ["config", "--null", "--show-scope", "--get-regexp", keys.source];
  // 1: there is no entry.
  const answer = await runGit(repository, args, { signal, acceptedExitCodes: [0, 1] });
  if (answer.kind !== "answered") return answer;
  const fields = answer.text.split("\0");
  const entries: GitConfigEntry[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [scope = "", entry = ""] = fields.slice(index, index + 2);
    const [key = "", ...value] = entry.split("\n");
    entries.push({ scope, key, value: value.join("\n") });
  }
  return { kind: "entries", entries };
}
