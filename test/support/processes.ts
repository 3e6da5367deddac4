import { spawn } from "node:child_process";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { onExit } from "./cleanup.ts";

interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
  /** Time to terminate before the process is killed. */
  readonly terminationTimeoutMs?: number;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Resolves when the process has exited or was stopped; never rejects. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const groups = new Set<number>();

// The last resort if nothing can be awaited: a forced exit or an uncaught exception.
process.on("exit", () => {
  for (const group of groups) signalGroup(group, "SIGKILL");
});

/** Starts a process as the leader of a new process group, so that its children are stopped with it. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): RunningProcess {
  const { terminationTimeoutMs = 5_000, ...spawnOptions } = options;
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...spawnOptions, detached: true });
  const group = child.pid;
  if (group !== undefined) groups.add(group);
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
  const stop = onExit(async () => {
    if (group === undefined) return;
    const end = performance.now() + terminationTimeoutMs;
    // Waits for the whole group: other processes of the group may have children of their own to stop.
    for (let isAlive = signalGroup(group, "SIGTERM"); isAlive && performance.now() < end;) {
      await pause(20);
      isAlive = signalGroup(group, 0);
    }
    signalGroup(group, "SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    groups.delete(group);
  });
  return { child, ended, stop };
}

/** Runs a command until it exits; an error includes its output. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<string> {
  const running = startProcess(command, args, options);
  const output = collectOutput(running.child);
  const failure = new Promise<Error>((resolve) => running.child.once("error", resolve));
  const outcome = await Promise.race([failure, running.ended]);
  await running.stop();
  if (outcome instanceof Error) throw outcome;
  if (running.child.exitCode !== 0) {
    const reason = running.child.signalCode ?? `code ${running.child.exitCode}`;
    throw new Error(`${[command, ...args].join(" ")} ended with ${reason}:\n${output()}`);
  }
  return output();
}

/** Collects the last part of a process's output, for error messages. */
export function collectOutput(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-20_000);
    });
  }
  return () => text;
}

/** Returns whether any process of the group is left. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
