import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { readGitConfig, findProgram, type GitPathAndFolder } from "../commits/git.ts";

// Subversion URLs, and the working copies they belong to.

interface SvnUrl {
  readonly scheme: string;
  /** In lower case. */
  readonly host: string;
  readonly port: string;
  readonly path: readonly string[];
}

const maxUrlLength = 2_000;

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parseSvnUrl(text: string): SvnUrl | undefined {
  if (text.length > maxUrlLength || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(text);
  if (hostname === "") return undefined;
  const path = pathname.split("/").filter((part) => part !== "");
  return { scheme: protocol, host: hostname.toLowerCase(), port, path: path.map(decodePart) };
}

export function getSvnPathParts(address: string): readonly string[] {
  return parseSvnUrl(address)?.path ?? [];
}

/**
 * Whether `address` is at or below `repository`. A repository may be available with several schemes, each with its own
 * port.
 */
export function isSvnUrlBelow(address: string, repository: string): boolean {
  const [inner, outer] = [parseSvnUrl(address), parseSvnUrl(repository)];
  if (inner === undefined || outer === undefined || inner.host !== outer.host) return false;
  if (inner.scheme === outer.scheme && inner.port !== outer.port) return false;
  return outer.path.length > 0 && outer.path.every((part, index) => inner.path[index] === part);
}

/** `svn info` reads the working copy without contacting a server. */
const timeoutMs = 5_000;
const maxOutputBytes = 64 * 1024;

/** Avoids starting svn for folders that aren't working copies. */
async function isWorkingCopy(folder: string): Promise<boolean> {
  for (let current = folder; ; current = dirname(current)) {
    const hasSvnFolder = await access(join(current, ".svn")).then(
      () => true,
      () => false,
    );
    if (hasSvnFolder) return true;
    if (current === dirname(current)) return false;
  }
}

function runSvnInfo(program: string, folder: string): Promise<string | undefined> {
  const args = ["info", "--non-interactive", "--show-item", "url", "."];
  const options = {
    cwd: folder,
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: maxOutputBytes,
    windowsHide: true,
  } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (failure, output) => {
      resolve(failure === null && output.trim() !== "" ? output.trim() : undefined);
    });
  });
}

/** The URL of a working copy; `undefined` if it isn't one, or svn isn't installed. */
export async function findSvnUrl(
  folder: string,
  program: string = findProgram("svn"),
): Promise<string | undefined> {
  // A bare name would be searched, on some systems in the folder first.
  if (!isAbsolute(program) || !isAbsolute(folder) || !(await isWorkingCopy(folder))) return undefined;
  return runSvnInfo(program, folder);
}

/** The URLs of git-svn, from the git config. */
export async function listGitSvnUrls(repository: GitPathAndFolder): Promise<readonly string[]> {
  const config = await readGitConfig(repository, /^svn-remote\..*\.url$/);
  if (config.kind !== "entries") return [];
  return [...new Set(config.entries.map(({ value }) => value).filter((value) => value !== ""))];
}
