// The .part file of a download, which gets its final name when it is complete.
import { constants, type Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { Client } from "../../api/client.ts";
import { isFailure, isRetryable, UnexpectedResponse } from "../../model/failure.ts";
import type { FileDescription } from "../../model/valueTypes.ts";
import type { MonotonicClock } from "../monotonicClock.ts";
import { getSystemErrorCode, type FileSystem, readFileRange } from "./fileSystem.ts";

/** Links aren't followed. Windows has no O_NOFOLLOW; `undefined` is treated as 0. */
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

/**
 * Chunks are collected, since every write is handed to another thread, and copied, because a chunk that lives until its
 * write ends costs more in garbage collection than a copy. One buffer fills while others are written.
 */
const bufferBytes = 1024 * 1024;

/** Enough for most files; a large buffer for each of thousands would keep the garbage collector busy. */
const smallBufferBytes = 16 * 1024;

/** Bounds the data received while a write is slow. */
const maxBuffers = 6;

/** Error codes of file systems without hard links. */
const linkUnsupportedCodes = new Set([
  "EPERM",
  "ENOSYS",
  "ENOTSUP",
  "EOPNOTSUPP",
  "EMLINK",
  "EINVAL",
  "UNKNOWN",
]);

function getFileIdentity({ dev, ino }: Stats): string {
  return `${dev} ${ino}`;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let writtenBytes = 0; writtenBytes < bytes.length;) {
    writtenBytes += (
      await handle.write(bytes, writtenBytes, bytes.length - writtenBytes, position + writtenBytes)
    ).bytesWritten;
  }
}

export class PartFile {
  readonly path: string;
  readonly #fileSystem: FileSystem;
  readonly #handle: FileHandle;
  readonly #identity: string;
  /** Bytes written or queued. */
  #written: number;
  /** Created on demand. */
  #buffer: Uint8Array | undefined;
  #bufferedBytes = 0;
  readonly #free: Uint8Array[] = [];
  /** Writes run one after the other, and fail with the previous one, so that the file never has a gap. */
  #writing: Promise<void> = Promise.resolve();
  /** Writes not yet awaited, oldest first. */
  readonly #pendingWrites: Promise<void>[] = [];

  private constructor(fileSystem: FileSystem, path: string, handle: FileHandle, stats: Stats) {
    this.#fileSystem = fileSystem;
    this.path = path;
    this.#handle = handle;
    this.#identity = getFileIdentity(stats);
    this.#written = stats.size;
  }

  /** `undefined` if the path exists. */
  static async create(fileSystem: FileSystem, path: string): Promise<PartFile | undefined> {
    try {
      const handle = await fileSystem.open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, 0o644);
      return new PartFile(fileSystem, path, handle, await handle.stat());
    } catch (error) {
      if (getSystemErrorCode(error) === "EEXIST") return undefined;
      throw error;
    }
  }

  /** `undefined` if it is gone, not a plain file, or larger than `size`. */
  static async resume(fileSystem: FileSystem, path: string, size: number): Promise<PartFile | undefined> {
    const handle = await fileSystem.open(path, O_NOFOLLOW | O_RDWR).catch(() => undefined);
    if (handle === undefined) return undefined;
    const stats = await handle.stat();
    const isLink = (await fileSystem.lstat(path)).isSymbolicLink();
    // Writing to a hard link would change the other file.
    if (!isLink && stats.isFile() && stats.nlink === 1 && stats.size <= size) {
      return new PartFile(fileSystem, path, handle, stats);
    }
    await handle.close();
    return undefined;
  }

  /** Includes buffered bytes. */
  get length(): number {
    return this.#written + this.#bufferedBytes;
  }

  /** Rejects if an earlier write failed. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let offset = 0; offset < bytes.length;) {
      const buffer = this.#getBuffer(bytes.length - offset);
      const chunk = bytes.subarray(offset, offset + buffer.length - this.#bufferedBytes);
      buffer.set(chunk, this.#bufferedBytes);
      this.#bufferedBytes += chunk.length;
      offset += chunk.length;
      if (this.#bufferedBytes < buffer.length) continue;
      this.#write();
      if (this.#pendingWrites.length === maxBuffers) await this.#pendingWrites.shift();
    }
  }

  async contains(offset: number, bytes: Uint8Array): Promise<boolean> {
    await this.#flush();
    return Buffer.from(bytes).equals(await readFileRange(this.#handle, offset, bytes.length));
  }

  async clear(): Promise<void> {
    await this.#flush();
    await this.#handle.truncate(0);
    this.#written = 0;
  }

  /** Writes the buffered bytes, closes the file and returns its size. */
  async finish(): Promise<number> {
    await this.#flush();
    const { size } = await this.#handle.stat();
    await this.#handle.close();
    return size;
  }

  /** Returns false, without changes, if the path exists. */
  async tryRename(path: string): Promise<boolean> {
    try {
      await this.#fileSystem.link(this.path, path);
    } catch (error) {
      const code = getSystemErrorCode(error) ?? "";
      if (code === "EEXIST") return false;
      if (!linkUnsupportedCodes.has(code)) throw error;
      return this.#renameToReserved(path);
    }
    await this.#removeIfSame();
    return true;
  }

  /** Replaces whatever exists at the path, as confirmed by the user. A link is replaced, not followed. */
  async replaceFile(path: string): Promise<void> {
    await this.#fileSystem.rename(this.path, path);
  }

  /** Closes the file so that it can be resumed. */
  async suspend(): Promise<void> {
    try {
      await this.#flush();
    } finally {
      await this.#handle.close();
    }
  }

  async remove(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#handle.close();
    await this.#removeIfSame();
  }

  /** A parent folder may have been replaced by a link, so the file's identity is checked. */
  async #removeIfSame(): Promise<void> {
    const stats = await this.#fileSystem.lstat(this.path).catch(() => undefined);
    const isSameFile = stats !== undefined && getFileIdentity(stats) === this.#identity;
    if (isSameFile) await this.#fileSystem.rm(this.path, { force: true });
  }

  /** Returns a buffer with space left. The content of a small buffer is copied to a larger one. */
  #getBuffer(additionalBytes: number): Uint8Array {
    const capacity =
      this.#bufferedBytes + additionalBytes <= smallBufferBytes ? smallBufferBytes : bufferBytes;
    const current = this.#buffer;
    if (current !== undefined && current.length >= capacity) return current;
    const larger = this.#free.pop() ?? Buffer.allocUnsafeSlow(capacity);
    if (current !== undefined) larger.set(current.subarray(0, this.#bufferedBytes));
    this.#buffer = larger;
    return larger;
  }

  #write(): void {
    const buffer = this.#buffer;
    if (buffer === undefined) return;
    const [full, from] = [buffer.subarray(0, this.#bufferedBytes), this.#written];
    this.#written += full.length;
    this.#bufferedBytes = 0;
    this.#buffer = undefined;
    this.#writing = this.#writing.then(async () => {
      await writeAll(this.#handle, full, from);
      if (buffer.length === bufferBytes) this.#free.push(buffer);
    });
    // The next call reports the error.
    this.#writing.catch(() => undefined);
    this.#pendingWrites.push(this.#writing);
  }

  async #flush(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  /** Without hard links, an empty file reserves the name and is then replaced. */
  async #renameToReserved(path: string): Promise<boolean> {
    try {
      const reserved = await this.#fileSystem.open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, 0o644);
      await reserved.close();
    } catch (error) {
      if (getSystemErrorCode(error) === "EEXIST") return false;
      throw error;
    }
    try {
      await this.#fileSystem.rename(this.path, path);
      return true;
    } catch (error) {
      await this.#fileSystem.rm(path, { force: true });
      throw error;
    }
  }
}

export interface DownloadSource {
  readonly client: Pick<Client, "download">;
  readonly file: FileDescription;
}

export interface TransferOptions {
  readonly signal: AbortSignal;
  /** `present` is the number of bytes in the part file, `received` those of this call. */
  readonly onProgress: (present: number, received: number) => void;
}

/** Delays after attempts without progress. The client itself has already retried by then. */
const retryDelaysMs = [1_000, 4_000];

/** Bytes that are compared at the end of a part file that seems complete; one request returns no more. */
const tailBytes = 1024 * 1024;

/**
 * Whether the server still returns the file, with the same bytes at the end. Equal size isn't enough: the part file may
 * have been changed by others.
 */
async function matchesServer(
  { client, file }: DownloadSource,
  part: PartFile,
  signal: AbortSignal,
): Promise<boolean> {
  let offset = Math.floor((file.size - 1) / tailBytes) * tailBytes;
  const { bytes } = await client.download(file, { offset, signal });
  for await (const chunk of bytes) {
    if (!(await part.contains(offset, chunk))) return false;
    offset += chunk.length;
  }
  return offset === file.size;
}

class PartDownloader {
  readonly #source: DownloadSource;
  readonly #part: PartFile;
  readonly #options: TransferOptions;
  /** Bytes that were present before this download. */
  #start: number;
  #hasRestarted = false;

  constructor(source: DownloadSource, part: PartFile, options: TransferOptions) {
    this.#source = source;
    this.#part = part;
    this.#options = options;
    this.#start = part.length;
  }

  reportProgress(): void {
    const { length } = this.#part;
    this.#options.onProgress(length, length - this.#start);
  }

  /** Returns the size that the server reports. */
  async download(): Promise<number> {
    const { client, file } = this.#source;
    const { signal } = this.#options;
    if (file.size > 0 && this.#part.length === file.size) {
      if (await matchesServer(this.#source, this.#part, signal)) return file.size;
      await this.#restart();
    }
    const { bytes, size } = await client.download(file, { offset: this.#part.length, signal });
    // Not stream.pipeline: a chunk counts once it is in the file, which is where the next attempt continues.
    for await (const chunk of bytes) {
      await this.#part.append(chunk);
      this.reportProgress();
    }
    return size;
  }

  async #restart(): Promise<void> {
    const { id } = this.#source.file;
    // A second mismatch means that the server returns different bytes each time.
    if (this.#hasRestarted) {
      throw new UnexpectedResponse({ method: "GET", url: `artifact_files/${id}` }, "length");
    }
    this.#hasRestarted = true;
    await this.#part.clear();
    this.#start = 0;
    this.reportProgress();
  }
}

/**
 * Resumes after interruptions, until several attempts in a row make no progress. Returns the size that the server
 * reports.
 */
export async function downloadToPartFile(
  source: DownloadSource,
  part: PartFile,
  options: TransferOptions,
  pause: MonotonicClock["pause"],
): Promise<number> {
  const { signal } = options;
  const downloader = new PartDownloader(source, part, options);
  for (let failedAttempts = 0; ;) {
    const before = part.length;
    downloader.reportProgress();
    try {
      return await downloader.download();
    } catch (thrown) {
      if (!isFailure(thrown) || !isRetryable(thrown, "transfer") || signal.aborted) throw thrown;
      failedAttempts = part.length > before ? 0 : failedAttempts + 1;
      const delayMs = failedAttempts === 0 ? 0 : retryDelaysMs[failedAttempts - 1];
      if (delayMs === undefined) throw thrown;
      if (delayMs > 0) await pause(delayMs, signal);
    }
  }
}
