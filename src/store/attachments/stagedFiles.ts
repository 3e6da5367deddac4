// Copies of files that aren't on this disk, such as pasted images or files of virtual workspaces, in the extension's
// storage with access for the owner only. Those of a new artifact are kept as long as its draft.
import { createHash } from "node:crypto";
import { type FileHandle, lstat, mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { toSafeFileName } from "../../model/fileName.ts";
import { createPrivateFolder } from "../draftStore.ts";
import { getSystemErrorCode } from "./fileSystem.ts";

export interface StagedFile {
  readonly path: string;
  readonly size: number;
  /** Chunks are written in call order, awaited or not. After a failure all later calls fail, including `finish`. */
  append(bytes: Uint8Array): Promise<void>;
  /** No more appends are possible. */
  finish(): Promise<void>;
  /** Removes the file and its folder. Can be called more than once. */
  remove(): Promise<void>;
}

/** Other names aren't ours to delete. */
const folderPrefix = "staged-";
const draftFolderPrefix = "draft-";

/** The key may come from a page, so it isn't used as a path. */
function getDraftFolderName(draftKey: string): string {
  return `${draftFolderPrefix}${createHash("sha256").update(draftKey).digest("hex").slice(0, 40)}`;
}

/** Other windows may use a file for hours. */
const maxAgeMs = 24 * 60 * 60 * 1000;

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    offset += (await handle.write(bytes, offset, bytes.length - offset)).bytesWritten;
  }
}

class StagedFileOnDisk implements StagedFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #removeFolder: () => Promise<void>;
  #size = 0;
  #writes: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(path: string, handle: FileHandle, removeFolder: () => Promise<void>) {
    this.path = path;
    this.#handle = handle;
    this.#removeFolder = removeFolder;
  }

  get size(): number {
    return this.#size;
  }

  append(bytes: Uint8Array): Promise<void> {
    if (this.#closing !== undefined) return Promise.reject(new Error(`${this.path} is finished.`));
    this.#writes = this.#writes.then(async () => {
      await writeAll(this.#handle, bytes);
      this.#size += bytes.length;
    });
    // Callers of `append` and `finish` receive the error.
    this.#writes.catch(() => undefined);
    return this.#writes;
  }

  async finish(): Promise<void> {
    await this.#close();
    await this.#writes;
  }

  async remove(): Promise<void> {
    await this.#close();
    await this.#removeFolder();
  }

  /** Waits for pending writes, whether they succeed or not. */
  #close(): Promise<void> {
    this.#closing ??= this.#writes.catch(() => undefined).then(() => this.#handle.close());
    return this.#closing;
  }
}

/** Time of the last write in a folder; `undefined` if it isn't a folder or no longer exists. */
async function getLastWriteTime(folder: string): Promise<number | undefined> {
  try {
    const stats = await lstat(folder);
    if (!stats.isDirectory()) return undefined;
    const files = (await readdir(folder)).map((name) => lstat(join(folder, name)));
    const times = (await Promise.all(files)).map(({ mtimeMs }) => mtimeMs);
    return Math.max(stats.mtimeMs, ...times);
  } catch (error) {
    if (getSystemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

export class StagedFiles {
  readonly #folder: string;
  readonly #now: () => number;
  /** Names of folders that this process created and hasn't removed. */
  readonly #inUse = new Set<string>();

  /** `now` is comparable to file times, in milliseconds. */
  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Creates an empty file in its own folder, with a name that is valid on every system. */
  async create(name: string): Promise<StagedFile> {
    await createPrivateFolder(this.#folder);
    // `mkdtemp` restricts access to the owner.
    const ownFolder = await mkdtemp(join(this.#folder, folderPrefix));
    this.#inUse.add(basename(ownFolder));
    const removeFolder = async (): Promise<void> => {
      await rm(ownFolder, { recursive: true, force: true });
      this.#inUse.delete(basename(ownFolder));
    };
    try {
      const path = join(ownFolder, toSafeFileName(name));
      return new StagedFileOnDisk(path, await open(path, "wx", 0o600), removeFolder);
    } catch (error) {
      await removeFolder();
      throw error;
    }
  }

  /** Moves a copy to the folder of a draft, where it stays until the draft is removed. Returns its new path. */
  async moveToDraft(path: string, draftKey: string): Promise<string> {
    const draftFolder = join(this.#folder, getDraftFolderName(draftKey));
    await createPrivateFolder(draftFolder);
    const movedPath = join(await mkdtemp(join(draftFolder, folderPrefix)), basename(path));
    await rename(path, movedPath);
    return movedPath;
  }

  /** Removes all copies of a draft. */
  async removeDraftFolder(draftKey: string): Promise<void> {
    await rm(join(this.#folder, getDraftFolderName(draftKey)), { recursive: true, force: true });
  }

  /** A folder for files that are reused later; it is cleaned up like the others. */
  getSharedFolder(name: string): string {
    return join(this.#folder, `${folderPrefix}${name}`);
  }

  /** Removes what a crash left: folders not written to for a day, not in use here, and not of a draft. */
  async removeAbandoned(draftKeys: readonly string[]): Promise<void> {
    const draftFolders = new Set(draftKeys.map(getDraftFolderName));
    for (const name of await this.#listFolders()) {
      if (draftFolders.has(name)) continue;
      const folder = join(this.#folder, name);
      const lastWriteAt = await getLastWriteTime(folder);
      const isAbandoned = lastWriteAt !== undefined && this.#now() - lastWriteAt > maxAgeMs;
      if (isAbandoned && !this.#inUse.has(name)) await rm(folder, { recursive: true, force: true });
    }
  }

  async #listFolders(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#folder)).filter(
        (name) => name.startsWith(folderPrefix) || name.startsWith(draftFolderPrefix),
      );
    } catch (error) {
      if (getSystemErrorCode(error) === "ENOENT") return [];
      throw error;
    }
  }
}
