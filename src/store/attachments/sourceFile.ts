// A file to be sent, read piece by piece, and whether it still is the one that it was.
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { UploadSource } from "../../api/sendInPieces.ts";

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
      // The system says what is wrong with a folder when it is read, and not before.
      await handle.read(new Uint8Array(1), 0, 1, 0);
      return new SourceFile(path, handle, found);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(bytes, filled, length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  async isUnchanged(): Promise<boolean> {
    const now = await stat(this.path, { bigint: true }).catch(() => undefined);
    return now !== undefined && stampOf(now) === this.#stamp;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
