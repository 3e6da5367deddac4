import { readdir, readFile } from "node:fs/promises";

interface Known {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

async function read(id: number): Promise<Known | undefined> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${id}/stat`, "utf8"),
      readFile(`/proc/${id}/cmdline`, "utf8"),
    ]);
    // The name of the program, in brackets, may hold anything.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return { id, parent, command };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** The extension hosts below a process, oldest first. Works where the system tells by /proc. */
export async function extensionHosts(root: number | undefined): Promise<readonly number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const known = (await Promise.all(ids.map(read))).filter((each) => each !== undefined);
  const parents = new Map(known.map(({ id, parent }) => [id, parent]));
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id);
    return id === root || (parent !== undefined && isBelow(parent));
  };
  return known
    .filter(({ id, command }) => command.includes("--type=extensionHost") && isBelow(id))
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}
