// The .part file of a download: it has a name of its own until it is complete.
import { constants, type Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { Client } from "../../api/client.ts";
import { isFailure, isRetryable, NotUnderstood } from "../../model/failure.ts";
import type { FileDescription } from "../../model/value.ts";
import type { OwnTime } from "../clock.ts";
import { codeOf, type Disk, readFully } from "./fileSystem.ts";

/** Not through a link: what it points at is none of our business. Windows has no such flag; nothing is none there. */
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

// A file on its way: under a name of its own until it is whole.

/**
 * Pieces are gathered, since every write is a trip to another thread, and copied: a piece that lives as long as a write
 * takes costs more to be collected afterwards than to be copied. While some buffers are written another one fills.
 */
const bufferBytes = 1024 * 1024;

/** Enough for most files; a large buffer for each of thousands would keep the collector busy. */
const smallBytes = 16 * 1024;

/** A disk takes its time now and then; as much as this may arrive meanwhile. */
const mostBuffers = 6;

/** How disks that have no second names for a file say so. */
const noLinks = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "EINVAL", "UNKNOWN"]);

function identityOf({ dev, ino }: Stats): string {
  return `${dev} ${ino}`;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

export class PartFile {
  readonly path: string;
  readonly #disk: Disk;
  readonly #handle: FileHandle;
  readonly #identity: string;
  /** Of what is written, or is on its way to be. */
  #written: number;
  /** Made when there is something to put in. */
  #filling: Uint8Array | undefined;
  #filled = 0;
  readonly #free: Uint8Array[] = [];
  /** Each begins after the one before, and fails with it: the file never has a hole. */
  #writing: Promise<void> = Promise.resolve();
  /** Those that were not waited for yet, the oldest first. */
  readonly #underWay: Promise<void>[] = [];

  private constructor(disk: Disk, path: string, handle: FileHandle, found: Stats) {
    this.#disk = disk;
    this.path = path;
    this.#handle = handle;
    this.#identity = identityOf(found);
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

  /** With what is gathered and not written yet. */
  get length(): number {
    return this.#written + this.#filled;
  }

  /** What the writes before have come to is told here, or at the end. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let taken = 0; taken < bytes.length;) {
      const filling = this.#bufferFor(bytes.length - taken);
      const piece = bytes.subarray(taken, taken + filling.length - this.#filled);
      filling.set(piece, this.#filled);
      this.#filled += piece.length;
      taken += piece.length;
      if (this.#filled < filling.length) continue;
      this.#write();
      if (this.#underWay.length === mostBuffers) await this.#underWay.shift();
    }
  }

  /** Whether these bytes are there. */
  async holds(offset: number, bytes: Uint8Array): Promise<boolean> {
    await this.#flush();
    return Buffer.from(bytes).equals(await readFully(this.#handle, offset, bytes.length));
  }

  /** Nothing is left in it. */
  async clear(): Promise<void> {
    await this.#flush();
    await this.#handle.truncate(0);
    this.#written = 0;
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

  /** One that takes as much more as it may; what was gathered in a small one goes along. */
  #bufferFor(more: number): Uint8Array {
    const wanted = this.#filled + more <= smallBytes ? smallBytes : bufferBytes;
    const filling = this.#filling;
    if (filling !== undefined && filling.length >= wanted) return filling;
    const larger = this.#free.pop() ?? Buffer.allocUnsafeSlow(wanted);
    if (filling !== undefined) larger.set(filling.subarray(0, this.#filled));
    this.#filling = larger;
    return larger;
  }

  #write(): void {
    const buffer = this.#filling;
    if (buffer === undefined) return;
    const [full, from] = [buffer.subarray(0, this.#filled), this.#written];
    this.#written += full.length;
    this.#filled = 0;
    this.#filling = undefined;
    this.#writing = this.#writing.then(async () => {
      await writeAll(this.#handle, full, from);
      if (buffer.length === bufferBytes) this.#free.push(buffer);
    });
    // Whoever comes next is told of it.
    this.#writing.catch(() => undefined);
    this.#underWay.push(this.#writing);
  }

  async #flush(): Promise<void> {
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

// The bytes of an attachment into its part: what is missing, over every cut on the way.

export interface Filling {
  readonly client: Pick<Client, "download">;
  readonly file: FileDescription;
}

export interface DownloadWatch {
  readonly signal: AbortSignal;
  /** Bytes of the file that are there, and how many of them came in this call. */
  readonly onProgress: (there: number, arrived: number) => void;
}

/** Before each further try after one in vain. The client has already tried several times by then. */
const pauses = [1_000, 4_000];

/** At the end of a part that seems to be whole, so many bytes or fewer are compared: a request brings no more. */
const tailBytes = 1024 * 1024;

/**
 * Whether the server still gives the file out, and has the same at its end. That a part has as many bytes as the file does
 * not make it the file: anybody may have written to it.
 */
async function isConfirmed({ client, file }: Filling, part: PartFile, signal: AbortSignal): Promise<boolean> {
  let at = Math.floor((file.size - 1) / tailBytes) * tailBytes;
  const { bytes } = await client.download(file, { from: at, signal });
  for await (const piece of bytes) {
    if (!(await part.holds(at, piece))) return false;
    at += piece.length;
  }
  return at === file.size;
}

/** One part on its way to be whole. */
class PartFiller {
  readonly #filling: Filling;
  readonly #part: PartFile;
  readonly #watch: DownloadWatch;
  /** What was there before. */
  #start: number;
  #isAnew = false;

  constructor(filling: Filling, part: PartFile, watch: DownloadWatch) {
    this.#filling = filling;
    this.#part = part;
    this.#watch = watch;
    this.#start = part.length;
  }

  tell(): void {
    const { length } = this.#part;
    this.#watch.onProgress(length, length - this.#start);
  }

  /** The size that the server tells. */
  async fill(): Promise<number> {
    const { client, file } = this.#filling;
    const { signal } = this.#watch;
    if (file.size > 0 && this.#part.length === file.size) {
      if (await isConfirmed(this.#filling, this.#part, signal)) return file.size;
      await this.#beginAnew();
    }
    const { bytes, size } = await client.download(file, { from: this.#part.length, signal });
    // Not stream.pipeline: a piece counts once it is in the file, which is where the next attempt continues.
    for await (const piece of bytes) {
      await this.#part.append(piece);
      this.tell();
    }
    return size;
  }

  async #beginAnew(): Promise<void> {
    const { id } = this.#filling.file;
    // A server that gives out something else each time has no right bytes.
    if (this.#isAnew) throw new NotUnderstood({ method: "GET", url: `artifact_files/${id}` }, "length");
    this.#isAnew = true;
    await this.#part.clear();
    this.#start = 0;
    this.tell();
  }
}

/** Goes on where a connection was cut, until some tries in a row have brought nothing. The size that the server tells. */
export async function fillPart(
  filling: Filling,
  part: PartFile,
  watch: DownloadWatch,
  pause: OwnTime["pause"],
): Promise<number> {
  const { signal } = watch;
  const filler = new PartFiller(filling, part, watch);
  for (let inVain = 0; ;) {
    const before = part.length;
    filler.tell();
    try {
      return await filler.fill();
    } catch (thrown) {
      if (!isFailure(thrown) || !isRetryable(thrown, "transfer") || signal.aborted) throw thrown;
      inVain = part.length > before ? 0 : inVain + 1;
      const wait = inVain === 0 ? 0 : pauses[inVain - 1];
      if (wait === undefined) throw thrown;
      if (wait > 0) await pause(wait, signal);
    }
  }
}
