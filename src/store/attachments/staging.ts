// Bytes that have no place on a disk of their own yet: a pasted picture that comes in pieces, a file of a virtual workspace.
// They wait in the extension's own storage, where only their owner may read them.
import { type FileHandle, lstat, mkdtemp, open, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { safeFileName } from "../../model/fileName.ts";
import { makePrivateFolder } from "../drafts.ts";
import { codeOf } from "./fileSystem.ts";

export interface StagedFile {
  readonly path: string;
  /** Bytes that it holds. */
  readonly size: number;
  /** In the order of the calls, whether they are waited for or not. After one that failed all others fail, and so does the end. */
  append(bytes: Uint8Array): Promise<void>;
  /** It is whole; nothing can be appended any more. */
  finish(): Promise<void>;
  /** With its folder, finished or not; a second time does no harm. */
  remove(): Promise<void>;
}

/** What is called otherwise was put there by others. */
const prefix = "staged-";

/** Another window may be at it for hours. In milliseconds. */
const longestWork = 24 * 60 * 60 * 1000;

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
  }
}

class Staged implements StagedFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #removeFolder: () => Promise<void>;
  #size = 0;
  #work: Promise<void> = Promise.resolve();
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
    this.#work = this.#work.then(async () => {
      await writeAll(this.#handle, bytes);
      this.#size += bytes.length;
    });
    // Who appends is told, and who finishes.
    this.#work.catch(() => undefined);
    return this.#work;
  }

  async finish(): Promise<void> {
    await this.#close();
    await this.#work;
  }

  async remove(): Promise<void> {
    await this.#close();
    await this.#removeFolder();
  }

  /** Once what was appended is written, or could not be. */
  #close(): Promise<void> {
    this.#closing ??= this.#work.catch(() => undefined).then(() => this.#handle.close());
    return this.#closing;
  }
}

/** When something in a folder was last written; undefined where the folder is gone, or is none. */
async function lastWritten(folder: string): Promise<number | undefined> {
  try {
    const found = await lstat(folder);
    if (!found.isDirectory()) return undefined;
    const files = (await readdir(folder)).map((name) => lstat(join(folder, name)));
    const times = (await Promise.all(files)).map(({ mtimeMs }) => mtimeMs);
    return Math.max(found.mtimeMs, ...times);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

export class Staging {
  readonly #folder: string;
  readonly #now: () => number;
  /** Names of the folders that this process has made and not removed. */
  readonly #held = new Set<string>();

  /** The time is that of the disk, in milliseconds. */
  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  /** An empty file of that name, or of the nearest that every system takes, in a folder of its own. */
  async begin(name: string): Promise<StagedFile> {
    await makePrivateFolder(this.#folder);
    // The system gives it to its owner alone.
    const own = await mkdtemp(join(this.#folder, prefix));
    this.#held.add(basename(own));
    const removeFolder = async (): Promise<void> => {
      await rm(own, { recursive: true, force: true });
      this.#held.delete(basename(own));
    };
    try {
      const path = join(own, safeFileName(name));
      return new Staged(path, await open(path, "wx", 0o600), removeFolder);
    } catch (error) {
      await removeFolder();
      throw error;
    }
  }

  /** A folder that several share, for what is begun and gone on with later; it is swept like the others. */
  sharedFolder(name: string): string {
    return join(this.#folder, `${prefix}${name}`);
  }

  /** Removes what a crash has left: what nobody has written to for a day, and is not held here. */
  async sweep(): Promise<void> {
    for (const name of await this.#names()) {
      const folder = join(this.#folder, name);
      const written = await lastWritten(folder);
      const isLeft = written !== undefined && this.#now() - written > longestWork;
      if (isLeft && !this.#held.has(name)) await rm(folder, { recursive: true, force: true });
    }
  }

  async #names(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => name.startsWith(prefix));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    }
  }
}
