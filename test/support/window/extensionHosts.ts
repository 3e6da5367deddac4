import { readdir, readFile } from "node:fs/promises";

interface ProcessInfo {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

async function readProcess(id: number): Promise<ProcessInfo | undefined> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${id}/stat`, "utf8"),
      readFile(`/proc/${id}/cmdline`, "utf8"),
    ]);
    // The program name, in parentheses, can contain any character.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return { id, parent, command };
  } catch {
    // The process has exited in the meantime.
    return undefined;
  }
}

/** The extension hosts below a process, oldest first. Only works on systems with /proc. */
export async function findExtensionHosts(root: number | undefined): Promise<readonly number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = (await Promise.all(ids.map(readProcess))).filter((each) => each !== undefined);
  const parents = new Map(processes.map(({ id, parent }) => [id, parent]));
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id);
    return id === root || (parent !== undefined && isBelow(parent));
  };
  return processes
    .filter(({ id, command }) => command.includes("--type=extensionHost") && isBelow(id))
    .map(({ id }) => id)
    .toSorted((first, second) => first - second);
}
