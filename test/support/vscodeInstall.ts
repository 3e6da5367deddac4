import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { atEnd } from "./ending.ts";
import { runCommand } from "./processes.ts";
import { repository } from "./repository.ts";

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
  readonly npmPackage: string;
  /** The npm package with the Node to run it with, where it isn't the one of the repository. */
  readonly nodePackage?: string;
}

const releases: Readonly<Record<VSCodeAge, Release>> = {
  newest: { version: "1.139.1", npmPackage: "code-server@4.139.1" },
  oldest: { version: "1.112.0", npmPackage: "code-server@4.112.0", nodePackage: "node@22.23.3" },
};

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
    await installInto(folder, release);
  }
  const root = join(folder, "node_modules", "code-server");
  return {
    version: release.version,
    node:
      release.nodePackage === undefined
        ? process.execPath
        : join(folder, "node_modules", "node", "bin", "node"),
    server: join(root, "lib", "vscode", "out", "server-main.js"),
    program: join(root, "out", "node", "entry.js"),
  };
}

/** Installs beside the folder and renames, so that the folder is either complete or absent. */
async function installInto(folder: string, release: Release): Promise<void> {
  const beside = `${folder}-${randomUUID()}`;
  const remove = atEnd(() => rm(beside, { recursive: true, force: true, maxRetries: 5 }));
  await mkdir(beside, { recursive: true });
  await writeFile(
    join(beside, "package.json"),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  );
  // First, and alone: its install script puts the binary in place, and no other script may run.
  if (release.nodePackage !== undefined) await npmInstall(beside, release.nodePackage);
  await npmInstall(beside, release.npmPackage, "--ignore-scripts");
  await npmInstall(
    join(beside, "node_modules", "code-server", "lib", "vscode"),
    "--omit=dev",
    "--ignore-scripts",
  );
  try {
    await rename(beside, folder);
  } catch (error) {
    // Another run was faster: its folder is as good as ours.
    if (!existsSync(folder)) throw error;
  }
  await remove();
}

async function npmInstall(folder: string, ...args: readonly string[]): Promise<void> {
  await runCommand("npm", ["install", "--no-audit", "--no-fund", ...args], { cwd: folder });
}
