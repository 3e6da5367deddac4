import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { programPath } from "./programPath.ts";

/** It reads a file of the working copy and asks no server. */
const longestMs = 5_000;
const mostBytes = 64 * 1024;

/** Most folders are none: no program is started for them. */
async function isWorkingCopy(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const isThere = await access(join(at, ".svn")).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
    if (at === dirname(at)) return false;
  }
}

function ask(program: string, folder: string): Promise<string | undefined> {
  const args = ["info", "--non-interactive", "--show-item", "url", "."];
  const options = {
    cwd: folder,
    timeout: longestMs,
    killSignal: "SIGKILL",
    maxBuffer: mostBytes,
    windowsHide: true,
  } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (failure, printed) => {
      resolve(failure === null && printed.trim() !== "" ? printed.trim() : undefined);
    });
  });
}

/** Where a folder was checked out from by Subversion. Undefined where it was not, and where there is no svn to tell it. */
export async function svnAddressOf(
  folder: string,
  program: string = programPath("svn"),
): Promise<string | undefined> {
  // A bare name would be looked for, on some systems in the folder first.
  if (!isAbsolute(program) || !isAbsolute(folder) || !(await isWorkingCopy(folder))) return undefined;
  return ask(program, folder);
}
