// Folders that stay where they are said to be, whatever links somebody has put there.
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { codeOf, type Disk, OutsideFolder } from "./disk.ts";

/** The steps from a folder down to another one; undefined where that is not below it. */
function stepsTo(root: string, folder: string): readonly string[] | undefined {
  const way = relative(resolve(root), resolve(folder));
  if (way === "") return [];
  const steps = way.split(sep);
  return steps.includes("..") || isAbsolute(way) ? undefined : steps;
}

/** One step at a time: making all of them at once would follow a link that leads elsewhere. */
async function makeStep(disk: Disk, path: string): Promise<void> {
  try {
    await disk.mkdir(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    const there = await disk.lstat(path);
    if (!there.isDirectory()) throw new OutsideFolder(path);
  }
}

/** Where the person has said; that may be a folder that is not there yet, or a link to another one. */
async function realRoot(disk: Disk, root: string): Promise<string> {
  try {
    return await disk.realpath(root);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    await disk.mkdir(root, { recursive: true });
    return disk.realpath(root);
  }
}

/** Makes a folder below another one, which the person has chosen, and says where it really is. */
export async function makeFolderBelow(disk: Disk, root: string, folder: string): Promise<string> {
  const steps = stepsTo(root, folder);
  if (steps === undefined) throw new OutsideFolder(folder);
  let path = await realRoot(disk, root);
  for (const step of steps) {
    path = join(path, step);
    await makeStep(disk, path);
  }
  // By its own name: a disk that tells no case apart may have it in another one.
  return disk.realpath(path);
}

/** A folder may have become a link since it was made. */
export async function refuseMoved(disk: Disk, folder: string): Promise<void> {
  if ((await disk.realpath(folder)) !== folder) throw new OutsideFolder(folder);
}
