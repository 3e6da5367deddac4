import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { configEntries, programPath, type Repository } from "../commits/git.ts";

// Addresses of Subversion, as far as they tell whether a working copy is of a repository.

interface Address {
  readonly scheme: string;
  /** In lower case. */
  readonly host: string;
  readonly port: string;
  readonly path: readonly string[];
}

const longestAddress = 2_000;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function addressIn(text: string): Address | undefined {
  if (text.length > longestAddress || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(text);
  if (hostname === "") return undefined;
  const path = pathname.split("/").filter((part) => part !== "");
  return { scheme: protocol, host: hostname.toLowerCase(), port, path: path.map(decoded) };
}

/** The parts of the path, for who looks for a name in it. */
export function svnPath(address: string): readonly string[] {
  return addressIn(address)?.path ?? [];
}

/** Whether one is at the other, or below. The same repository may be reached by several schemes, each with its port. */
export function liesUnder(address: string, repository: string): boolean {
  const [inner, outer] = [addressIn(address), addressIn(repository)];
  if (inner === undefined || outer === undefined || inner.host !== outer.host) return false;
  if (inner.scheme === outer.scheme && inner.port !== outer.port) return false;
  return outer.path.length > 0 && outer.path.every((part, at) => inner.path[at] === part);
}

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

/** The addresses that git-svn commits to, as the config tells them; it takes no git-svn to read that. */
export async function gitSvnAddresses(repository: Repository): Promise<readonly string[]> {
  const told = await configEntries(repository, /^svn-remote\..*\.url$/);
  if (told.kind !== "entries") return [];
  return [...new Set(told.entries.map(({ value }) => value).filter((value) => value !== ""))];
}
