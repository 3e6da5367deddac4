import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { atEnd } from "../ending.ts";
import { runCommand } from "../processes.ts";
import { repository } from "../repository.ts";

/** The VS Code versions the extension is held against: the oldest one it says it supports, and the newest. */
export type VSCodeAge = "newest" | "oldest";

export interface VSCodeInstallation {
  readonly version: string;
  /** The Node that this VS Code was built for. */
  readonly node: string;
  /** VS Code's server, without anything around it. */
  readonly server: string;
  /** The program around that server, which also installs extensions and keeps secrets. */
  readonly program: string;
}

interface Release {
  readonly version: string;
  readonly node: "repository" | "own";
}

const releases: Readonly<Record<VSCodeAge, Release>> = {
  newest: { version: "1.139.1", node: "repository" },
  oldest: { version: "1.112.0", node: "own" },
};

/** The package.json and package-lock.json that a VS Code is installed by; `server` has those of its server. */
export function lockedPackages(age: VSCodeAge): string {
  return join(import.meta.dirname, "vscode", age);
}

export function vscodeVersion(age: VSCodeAge): string {
  return releases[age].version;
}

/**
 * VS Code as npm delivers it, installed on first use. It is no dev dependency because its install scripts
 * compile native modules that need system headers; without them it runs as well.
 */
export async function installVSCode(age: VSCodeAge): Promise<VSCodeInstallation> {
  const release = releases[age];
  const folder = join(repository, ".vscode-test", `npm-${release.version}`);
  if (!existsSync(folder)) {
    console.error(`Installing VS Code ${release.version} from npm, once…`);
    await installInto(folder, age);
  }
  const root = join(folder, "node_modules", "code-server");
  return {
    version: release.version,
    node: release.node === "repository" ? process.execPath : join(folder, "node_modules", ".bin", "node"),
    server: join(root, "lib", "vscode", "out", "server-main.js"),
    program: join(root, "out", "node", "entry.js"),
  };
}

/** Installs beside the folder and renames, so that the folder is either complete or absent. */
async function installInto(folder: string, age: VSCodeAge): Promise<void> {
  const beside = `${folder}-${randomUUID()}`;
  const remove = atEnd(() => rm(beside, { recursive: true, force: true, maxRetries: 5 }));
  await installLocked(lockedPackages(age), beside);
  const server = join(beside, "node_modules", "code-server", "lib", "vscode");
  // In place of the one in the package, which lacks a dependency that `npm ci` then misses.
  await copyFile(
    join(lockedPackages(age), "server", "package-lock.json"),
    join(server, "npm-shrinkwrap.json"),
  );
  await npmCi(server);
  try {
    await rename(beside, folder);
  } catch (error) {
    // Another run was faster: its folder is as good as ours.
    if (!existsSync(folder)) throw error;
  }
  await remove();
}

/** Installs what the lockfile of a folder names; npm refuses a package whose hash is another. */
export async function installLocked(
  packages: string,
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    await copyFile(join(packages, name), join(folder, name));
  }
  await npmCi(folder, env);
}

async function npmCi(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  await runCommand("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    env,
  });
}
