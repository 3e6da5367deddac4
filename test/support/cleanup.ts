import { mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Cleanup = () => Promise<void> | void;

const cleanups = new Set<Cleanup>();

/**
 * Registers a cleanup to run before this process exits, whether it succeeds, fails or is interrupted. The returned
 * function runs it earlier; it never runs twice.
 */
export function onExit(cleanup: Cleanup): () => Promise<void> {
  cleanups.add(cleanup);
  return async () => {
    if (cleanups.delete(cleanup)) await cleanup();
  };
}

const folders = new Set<string>();

/** A folder that only this process uses, so that parallel runs don't share one. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "artifacts-"));
  if (folders.size === 0) process.once("exit", removeFolders);
  folders.add(folder);
  // rm retries because a process that was just stopped may still be writing its last file.
  onExit(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The last resort if the process exits without running the cleanups. */
function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Latest first, because later ones may use earlier ones; an error doesn't prevent the others from running. */
async function runCleanups(): Promise<void> {
  for (let cleanup = [...cleanups].at(-1); cleanup !== undefined; cleanup = [...cleanups].at(-1)) {
    cleanups.delete(cleanup);
    try {
      await cleanup();
    } catch (error) {
      console.error(error);
    }
  }
}

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Calls back when the parent process has exited; npm may exit without a signal to its children. */
function onParentExit(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
}

/**
 * Runs a script's main function and then all cleanups, also after an error, on a signal and when the parent process
 * exits; a main function with many steps checks the abort signal between them. The exit code is set instead of calling
 * `process.exit`, which would cut off buffered output.
 */
export async function runScript(main: (interruption: AbortSignal) => Promise<number>): Promise<void> {
  const interruption = new AbortController();
  const interrupt = (code: number): void => {
    interruption.abort();
    void runCleanups().then(() => process.exit(code));
  };
  for (const [signal, code] of Object.entries(exitCodes)) process.on(signal, () => interrupt(code));
  onParentExit(() => interrupt(exitCodes.SIGHUP));
  try {
    process.exitCode = await main(interruption.signal);
  } catch (error) {
    process.exitCode = 1;
    // After an interruption, errors of stopped processes are not reported.
    if (!interruption.signal.aborted) console.error(error instanceof UserError ? error.message : error);
  } finally {
    await runCleanups();
    if (!interruption.signal.aborted) reportOpenHandles();
  }
}

/** A test that leaves a server or a timer open would keep the process alive forever. */
function reportOpenHandles(): void {
  const report = (): never => {
    const open = [...new Set(process.getActiveResourcesInfo())].join(", ");
    console.error(`The script is done, but something is still open: ${open}.`);
    process.exit(1);
  };
  // Unreferenced, so it only fires if something else keeps the process alive.
  setTimeout(report, 5_000).unref();
}

/** An error whose message is enough for the user; shown without a stack trace. */
export class UserError extends Error {}
