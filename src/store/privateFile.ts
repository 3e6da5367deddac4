// Files that only their owner may read, and that are whole or not there at all.
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

let written = 0;

/** Whoever reads meanwhile sees the old content or the new one, and so does who comes after a crash. */
export async function writePrivately(path: string, text: string): Promise<void> {
  written += 1;
  const unfinished = `${path}.${process.pid}.${written}.part`;
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** A renamed file is sure to be found again once its folder is on disk too; not every system can do that. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.datasync().finally(() => handle.close());
  } catch {
    return;
  }
}
