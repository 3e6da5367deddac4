import { type ChildProcessByStdio, spawn } from "node:child_process";
import { isAbsolute } from "node:path";
import { Readable } from "node:stream";
import { gitArguments, gitEnvironment } from "./gitEnvironment.ts";
import { gitFailure } from "./gitFailure.ts";
import type { GitFailure, Repository } from "./repository.ts";

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** It came to its end by itself; what the code means is up to the command. */
interface GitEnd {
  readonly kind: "ended";
  readonly code: number;
  readonly stderr: string;
}

export interface RunningGit {
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
