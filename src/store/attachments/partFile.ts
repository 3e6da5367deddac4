// A file on its way: under a name of its own until it is whole.
import { constants, type Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { codeOf, type Disk } from "./disk.ts";

/** Not through a link: what it points at is none of our business. Windows has no such flag; nothing is none there. */
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

/** Pieces are gathered, since every write is a trip to another thread; while one is under way the next are gathered. */
const gathered = 1024 * 1024;

/** How disks that have no second names for a file say so. */
const noLinks = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "EINVAL", "UNKNOWN"]);

function identityOf({ dev, ino }: Stats): string {
  return `${dev} ${ino}`;
}

async function writeAll(
  handle: FileHandle,
  pieces: readonly Uint8Array[],
  position: number,
): Promise<number> {
  let at = position;
  let left = pieces;
  while (left.length > 0) {
    let { bytesWritten } = await handle.writev(left, at);
    at += bytesWritten;
    const whole = left.findIndex((piece) => {
      if (piece.length > bytesWritten) return true;
      bytesWritten -= piece.length;
      return false;
    });
    const [first, ...others] = whole === -1 ? [] : left.slice(whole);
    left = first === undefined ? [] : [first.subarray(bytesWritten), ...others];
  }
  return at;
}

export class PartFile {
  readonly path: string;
  readonly #disk: Disk;
  readonly #handle: FileHandle;
  readonly #identity: string;
  /** With what is gathered and not written yet. */
  #length: number;
  #written: number;
  #pieces: Uint8Array[] = [];
  #writing: Promise<void> = Promise.resolve();

  private constructor(disk: Disk, path: string, handle: FileHandle, found: Stats) {
    this.#disk = disk;
    this.path = path;
    this.#handle = handle;
    this.#identity = identityOf(found);
    this.#length = found.size;
    this.#written = found.size;
  }

  /** A new one; undefined where there is something of that name. */
  static async begin(disk: Disk, path: string): Promise<PartFile | undefined> {
    try {
      const handle = await disk.open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, 0o644);
      return new PartFile(disk, path, handle, await handle.stat());
    } catch (error) {
      if (codeOf(error) === "EEXIST") return undefined;
      throw error;
    }
  }

  /** One that was begun before; undefined where it is gone, or is no file of that many bytes at most. */
  static async goOn(disk: Disk, path: string, size: number): Promise<PartFile | undefined> {
    const handle = await disk.open(path, O_NOFOLLOW | O_RDWR).catch(() => undefined);
    if (handle === undefined) return undefined;
    const found = await handle.stat();
    const isLink = (await disk.lstat(path)).isSymbolicLink();
    // A second name of a file that is somewhere else would have that one written to.
    if (!isLink && found.isFile() && found.nlink === 1 && found.size <= size) {
      return new PartFile(disk, path, handle, found);
    }
    await handle.close();
    return undefined;
  }

  get length(): number {
    return this.#length;
  }

  /** What the write before has come to is told here, or at the end. */
  async append(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    const isEnough = this.#length - this.#written >= gathered;
    if (!isEnough) return;
    await this.#writing;
    this.#write();
  }

  /** All that was gathered is written then. How many bytes the file has. */
  async complete(): Promise<number> {
    await this.#flush();
    const { size } = await this.#handle.stat();
    await this.#handle.close();
    return size;
  }

  /** Gives it a name that is free; false where it is not, and nothing has happened then. */
  async takeName(path: string): Promise<boolean> {
    try {
      await this.#disk.link(this.path, path);
    } catch (error) {
      const code = codeOf(error) ?? "";
      if (code === "EEXIST") return false;
      if (!noLinks.has(code)) throw error;
      return this.#takeReserved(path);
    }
    await this.#removeOwn();
    return true;
  }

  /** Takes the place of whatever has the name: the person has said so. A link of that name goes, and not what it points at. */
  async replace(path: string): Promise<void> {
    await this.#disk.rename(this.path, path);
  }

  /** Leaves it for another time. */
  async leave(): Promise<void> {
    try {
      await this.#flush();
    } finally {
      await this.#handle.close();
    }
  }

  async remove(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#handle.close();
    await this.#removeOwn();
  }

  /** A folder on the way there may have become a link to another one by now. */
  async #removeOwn(): Promise<void> {
    const there = await this.#disk.lstat(this.path).catch(() => undefined);
    const isOwn = there !== undefined && identityOf(there) === this.#identity;
    if (isOwn) await this.#disk.rm(this.path, { force: true });
  }

  #write(): void {
    const pieces = this.#pieces;
    const from = this.#written;
    this.#pieces = [];
    this.#written = this.#length;
    this.#writing = writeAll(this.#handle, pieces, from).then(() => undefined);
    // Whoever comes next is told of it.
    this.#writing.catch(() => undefined);
  }

  async #flush(): Promise<void> {
    await this.#writing;
    this.#write();
    await this.#writing;
  }

  /** Nobody else can take the name once there is an empty file of it, and that one is ours to replace. */
  async #takeReserved(path: string): Promise<boolean> {
    try {
      const reserved = await this.#disk.open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, 0o644);
      await reserved.close();
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
    try {
      await this.#disk.rename(this.path, path);
      return true;
    } catch (error) {
      await this.#disk.rm(path, { force: true });
      throw error;
    }
  }
}
