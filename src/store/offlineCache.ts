// The last responses of a site for one account, on disk with limited size.
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResponseCache, CachedResponse } from "../api/network/responseCache.ts";
import { createPrivateFolder } from "./draftStore.ts";

// One folder per site; file names start with the account's prefix.

export interface OfflineCachePaths {
  readonly folder: string;
  /** Prefix of the account's file names. */
  readonly prefix: string;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function getAccountPrefix(accountId: string | undefined): string {
  return `${accountId === undefined ? "nobody" : digest(accountId)}-`;
}

/** Digests, because others may see file names. */
export function getOfflineCachePaths(
  root: string,
  api: string,
  accountId: string | undefined,
): OfflineCachePaths {
  return { folder: join(root, digest(api)), prefix: getAccountPrefix(accountId) };
}

export function getCacheFile({ folder, prefix }: OfflineCachePaths, key: string): string {
  return join(folder, `${prefix}${digest(key)}.json`);
}

/** Removes the responses of accounts that aren't signed in. Those without an account stay. */
export async function removeOtherAccountsCache(
  root: string,
  api: string,
  signedIn: readonly string[],
): Promise<void> {
  const { folder } = getOfflineCachePaths(root, api, undefined);
  const prefixes = [undefined, ...signedIn].map(getAccountPrefix);
  const names = await readdir(folder).catch(() => []);
  const otherNames = names.filter((name) => !prefixes.some((prefix) => name.startsWith(prefix)));
  await Promise.all(otherNames.map((name) => rm(join(folder, name), { force: true })));
}

export async function removeSiteCache(root: string, api: string): Promise<void> {
  await rm(getOfflineCachePaths(root, api, undefined).folder, { recursive: true, force: true });
}

const megabyte = 1024 * 1024;

/** In bytes. */
export interface OfflineCacheLimits {
  /** Of a site, for all accounts. */
  readonly maxBytes: number;
  /** Evicts down to this size, so that not every response evicts. */
  readonly bytesAfterEviction: number;
  /** Larger responses would evict too many others. */
  readonly maxResponseBytes: number;
}

const defaultCacheLimits: OfflineCacheLimits = {
  maxBytes: 50 * megabyte,
  bytesAfterEviction: 40 * megabyte,
  maxResponseBytes: 4 * megabyte,
};

interface CachedFile {
  readonly path: string;
  readonly bytes: number;
  readonly writtenAt: number;
}

function isCachedResponse(value: unknown): value is CachedResponse {
  if (typeof value !== "object" || value === null) return false;
  const { at, headers } = value as Readonly<Record<string, unknown>>;
  return typeof at === "number" && typeof headers === "object" && headers !== null;
}

export class OfflineCache implements ResponseCache {
  readonly #paths: OfflineCachePaths;
  readonly #limits: OfflineCacheLimits;
  readonly #onError: (error: unknown) => void;
  /** Size of the folder as known in this window; `undefined` until it is measured. */
  #bytes: number | undefined;
  /** Runs one operation at a time, so that the last response wins. */
  #work: Promise<void>;
  #writeCount = 0;
  #isClosed = false;

  constructor(paths: OfflineCachePaths, onError: (error: unknown) => void, limits = defaultCacheLimits) {
    this.#paths = paths;
    this.#limits = limits;
    this.#onError = onError;
    // Only once, so that nothing is created again after a sign-out.
    this.#work = createPrivateFolder(paths.folder).catch(onError);
  }

  set(key: string, response: CachedResponse): void {
    const text = JSON.stringify(response);
    // Remove an older response, which would look current.
    if (Buffer.byteLength(text) > this.#limits.maxResponseBytes) this.delete(key);
    else this.#enqueue(() => this.#write(getCacheFile(this.#paths, key), text));
  }

  async get(key: string): Promise<CachedResponse | undefined> {
    await this.#work;
    try {
      const stored: unknown = JSON.parse(await readFile(getCacheFile(this.#paths, key), "utf8"));
      return isCachedResponse(stored) ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  delete(key: string): void {
    this.#enqueue(() => rm(getCacheFile(this.#paths, key), { force: true }));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#work;
  }

  #enqueue(work: () => Promise<void>): void {
    if (this.#isClosed) return;
    this.#work = this.#work.then(work).catch(this.#onError);
  }

  async #write(path: string, text: string): Promise<void> {
    this.#bytes ??= sumBytes(await this.#listFiles());
    this.#writeCount += 1;
    const partPath = `${path}.${process.pid}.${this.#writeCount}.part`;
    const previousSize = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    try {
      await writeFile(partPath, text, { mode: 0o600 });
      await rename(partPath, path);
    } catch (error) {
      await rm(partPath, { force: true });
      // The folder was removed by a sign-out.
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
      throw error;
    }
    this.#bytes += Buffer.byteLength(text) - previousSize;
    if (this.#bytes > this.#limits.maxBytes) await this.#evict();
  }

  /** Evicts the oldest responses of all accounts. */
  async #evict(): Promise<void> {
    const files = (await this.#listFiles()).toSorted((one, other) => one.writtenAt - other.writtenAt);
    let bytes = sumBytes(files);
    // Another window may have evicted already.
    for (const file of bytes > this.#limits.maxBytes ? files : []) {
      if (bytes <= this.#limits.bytesAfterEviction) break;
      await rm(file.path, { force: true });
      bytes -= file.bytes;
    }
    this.#bytes = bytes;
  }

  async #listFiles(): Promise<readonly CachedFile[]> {
    const { folder } = this.#paths;
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        // The file may be removed meanwhile.
        const stats = await stat(path).catch(() => undefined);
        return stats === undefined ? [] : [{ path, bytes: stats.size, writtenAt: stats.mtimeMs }];
      }),
    );
    return files.flat();
  }
}

export interface OfflineCacheOptions {
  readonly root: string;
  readonly api: string;
  readonly accountId: string | undefined;
  readonly onError: (error: unknown) => void;
}

export function openOfflineCache({ root, api, accountId, onError }: OfflineCacheOptions): ResponseCache {
  return new OfflineCache(getOfflineCachePaths(root, api, accountId), onError);
}

function sumBytes(files: readonly CachedFile[]): number {
  return files.reduce((all, { bytes }) => all + bytes, 0);
}
