import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { onExit } from "../cleanup.ts";
import { runCommand } from "../processes.ts";
import { repositoryRoot } from "../repositoryRoot.ts";

/** The VS Code versions that the extension is tested with: the oldest supported one and the newest. */
export type VSCodeRelease = "newest" | "oldest";

export interface VSCodeInstallation {
  readonly version: string;
  /** The Node version that this VS Code was built for. */
  readonly node: string;
  /** VS Code's server alone. */
  readonly server: string;
  /** The program around that server, which also installs extensions and stores secrets. */
  readonly program: string;
}

interface ReleaseInfo {
  readonly version: string;
  readonly node: "repository" | "own";
}

const releases: Readonly<Record<VSCodeRelease, ReleaseInfo>> = {
  newest: { version: "1.139.1", node: "repository" },
  oldest: { version: "1.112.0", node: "own" },
};

/**
 * The folder of the package.json and package-lock.json that a VS Code is installed with; `server` has those of its
 * server.
 */
export function getLockfileFolder(release: VSCodeRelease): string {
  return join(import.meta.dirname, "vscode", release);
}

export function getVscodeVersion(release: VSCodeRelease): string {
  return releases[release].version;
}

/**
 * VS Code from npm, installed on first use. It isn't a dev dependency because its install scripts compile native
 * modules that need system headers; it also runs without them.
 */
export async function installVSCode(release: VSCodeRelease): Promise<VSCodeInstallation> {
  const { version, node } = releases[release];
  const folder = join(repositoryRoot, ".vscode-test", `npm-${version}`);
  if (!existsSync(folder)) {
    console.error(`Installing VS Code ${version} from npm, once…`);
    await installInto(folder, release);
  }
  const root = join(folder, "node_modules", "code-server");
  return {
    version,
    node: node === "repository" ? process.execPath : join(folder, "node_modules", ".bin", "node"),
    server: join(root, "lib", "vscode", "out", "server-main.js"),
    program: join(root, "out", "node", "entry.js"),
  };
}

/** Installs next to the folder and renames, so that the folder is either complete or absent. */
async function installInto(folder: string, release: VSCodeRelease): Promise<void> {
  const temporary = `${folder}-${randomUUID()}`;
  const remove = onExit(() => rm(temporary, { recursive: true, force: true, maxRetries: 5 }));
  await installFromLockfile(getLockfileFolder(release), temporary);
  const server = join(temporary, "node_modules", "code-server", "lib", "vscode");
  // Replaces the file of the package, which lacks a dependency that `npm ci` needs.
  await copyFile(
    join(getLockfileFolder(release), "server", "package-lock.json"),
    join(server, "npm-shrinkwrap.json"),
  );
  await runNpmCi(server);
  try {
    await rename(temporary, folder);
  } catch (error) {
    // Another run was faster; its folder is equivalent.
    if (!existsSync(folder)) throw error;
  }
  await remove();
}

/** Installs the lockfile of a folder; npm rejects a package with another hash. */
export async function installFromLockfile(
  packages: string,
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    await copyFile(join(packages, name), join(folder, name));
  }
  await runNpmCi(folder, env);
}

async function runNpmCi(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  await runCommand("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    env,
  });
}
