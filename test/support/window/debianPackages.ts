import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "../processes.ts";

/** Whether packages can be installed: on Debian and its relatives, as root. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && findOnPath(["apt-get"]) !== undefined;
}

export async function installPackages(...names: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runCommand("apt-get", ["update"], { env });
  await runCommand("apt-get", ["install", "--yes", ...names], { env });
}

/** The first of these programs that is on the PATH. */
export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
