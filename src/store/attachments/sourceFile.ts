// A file to be sent, read piece by piece, and whether it still is the one that it was.
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { UploadSource } from "../../api/sendInPieces.ts";
import { NotAFile } from "./disk.ts";
import { readFully } from "./readFully.ts";

/** Editors write a file anew under its name: then it is another one, though it may look the same. */
function stampOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(" ");
}

export class SourceFile implements UploadSource {
  readonly path: string;
  readonly size: number;
  /** In nanoseconds. */
  readonly modifiedAt: string;
  readonly #handle: FileHandle;
  readonly #stamp: string;

  private constructor(path: string, handle: FileHandle, found: BigIntStats) {
    this.path = path;
    this.#handle = handle;
    this.size = Number(found.size);
    this.modifiedAt = String(found.mtimeNs);
    this.#stamp = stampOf(found);
  }

  static async open(path: string): Promise<SourceFile> {
    // What is no file, such as a pipe that nobody writes to, must not be waited for.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await handle.stat({ bigint: true });
      if (!found.isFile()) throw new NotAFile(path);
      // What the system makes up while it is read has no size of its own. And what can't be read says so now.
      const isMadeUp = (await readFully(handle, 0, 1)).length > 0 && found.size === 0n;
      if (isMadeUp) throw new NotAFile(path);
      return new SourceFile(path, handle, found);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    return readFully(this.#handle, offset, length);
  }

  async isUnchanged(): Promise<boolean> {
    const now = await stat(this.path, { bigint: true }).catch(() => undefined);
    return now !== undefined && stampOf(now) === this.#stamp;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
