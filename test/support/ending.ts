import { mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Ending = () => Promise<void> | void;

const endings = new Set<Ending>();

/**
 * Registers what has to be ended before this process ends, whether it comes to its end, fails or is
 * interrupted. The returned function ends it earlier; it is never ended twice.
 */
export function atEnd(ending: Ending): () => Promise<void> {
  endings.add(ending);
  return async () => {
    if (endings.delete(ending)) await ending();
  };
}

const folders = new Set<string>();

/** A folder of this process's own; runs side by side never meet in one. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "artifacts-"));
  if (folders.size === 0) process.once("exit", removeFolders);
  folders.add(folder);
  // A process that was just ended may still be writing its last file, hence the retries of rm.
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The last resort, when the process ends without coming to `endAll`. */
function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Latest first, as what came later may use what came before; a failure keeps no other from being ended. */
async function endAll(): Promise<void> {
  for (let ending = [...endings].at(-1); ending !== undefined; ending = [...endings].at(-1)) {
    endings.delete(ending);
    try {
      await ending();
    } catch (error) {
      console.error(error);
    }
  }
}

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Calls back when the process that started this one has ended, as npm may without a signal to its children. */
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
 * Runs a script's main function and ends everything that was registered with it, also on a failure, on a
 * signal and when the parent process ends; a main function of many steps asks between them whether it was
 * interrupted. The exit code is set rather than forced, because `process.exit` cuts off what is still on its
 * way to a pipe.
 */
export async function runScript(main: (interruption: AbortSignal) => Promise<number>): Promise<void> {
  const interruption = new AbortController();
  const interrupt = (code: number): void => {
    interruption.abort();
    void endAll().then(() => process.exit(code));
  };
  for (const [signal, code] of Object.entries(exitCodes)) process.on(signal, () => interrupt(code));
  onParentExit(() => interrupt(exitCodes.SIGHUP));
  try {
    process.exitCode = await main(interruption.signal);
  } catch (error) {
    process.exitCode = 1;
    // What fails because its processes were ended under it is no news.
    if (!interruption.signal.aborted) console.error(error instanceof ExpectedFailure ? error.message : error);
  } finally {
    await endAll();
    if (!interruption.signal.aborted) complainOfWhatIsOpen();
  }
}

/** A test that leaves a server or a timer behind would keep the process, and whoever waits for it, forever. */
function complainOfWhatIsOpen(): void {
  const complain = (): never => {
    const open = [...new Set(process.getActiveResourcesInfo())].join(", ");
    console.error(`All is done, yet something was left open: ${open}.`);
    process.exit(1);
  };
  // Unreferenced, it fires only where something else keeps the process alive.
  setTimeout(complain, 5_000).unref();
}

/** A failure whose message says all that a person needs; it is shown without a stack. */
export class ExpectedFailure extends Error {}
