// Contents of attachments for editors and previews. A file never changes on the server, so contents are cached.
import type { Client } from "../../api/client.ts";
import { Canceled, type RequestInfo, UnexpectedResponse } from "../../model/failure.ts";
import type { FileDescription } from "../../model/valueTypes.ts";
import { SharedTask } from "../concurrency.ts";

/** An LRU cache limited by total bytes. */
export class ByteCache {
  readonly #maxBytes: number;
  /** In order of last use. */
  readonly #entries = new Map<string, Uint8Array>();
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Uint8Array | undefined {
    const bytes = this.#entries.get(key);
    if (bytes === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, bytes);
    return bytes;
  }

  /** A file larger than half of the limit isn't cached: it would evict nearly everything else. */
  set(key: string, bytes: Uint8Array): void {
    this.delete(key);
    if (bytes.length > this.#maxBytes / 2) return;
    for (const oldest of this.#entries.keys()) {
      if (this.#size + bytes.length <= this.#maxBytes) break;
      this.delete(oldest);
    }
    this.#entries.set(key, bytes);
    this.#size += bytes.length;
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.length ?? 0;
    this.#entries.delete(key);
  }

  deleteWhere(shouldDelete: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (shouldDelete(key)) this.delete(key);
  }
}

export interface AttachmentConnection {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  readonly client: Pick<Client, "download">;
}

interface AttachmentContentsOptions {
  /** Limit of the cache. */
  readonly maxCacheBytes?: number;
  /** Limit for a single file. */
  readonly maxFileBytes?: number;
}

const mebibyte = 1024 * 1024;

function toFailedRequest({ id }: FileDescription): RequestInfo {
  return { method: "GET", url: `artifact_files/${id}` };
}

/** Access is checked by the server for each account, so the account is part of the key. */
function getContentKey({ siteApi, accountId }: AttachmentConnection, { id, size }: FileDescription): string {
  return JSON.stringify([siteApi, accountId ?? null, id, size]);
}

function createSiteFilter(siteApi: string): (key: string) => boolean {
  const prefix = `[${JSON.stringify(siteApi)},`;
  return (key) => key.startsWith(prefix);
}

async function fetchContent(
  { client }: AttachmentConnection,
  file: FileDescription,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { bytes, size, abort } = await client.download(file, { signal, isUrgent: true });
  if (size > maxBytes) {
    abort();
    throw new UnexpectedResponse(toFailedRequest(file), "tooLarge");
  }
  const content = new Uint8Array(size);
  let receivedBytes = 0;
  for await (const chunk of bytes) {
    if (receivedBytes + chunk.length > size) throw new UnexpectedResponse(toFailedRequest(file), "length");
    content.set(chunk, receivedBytes);
    receivedBytes += chunk.length;
  }
  if (receivedBytes !== size) throw new UnexpectedResponse(toFailedRequest(file), "length");
  return content;
}

export class AttachmentContentCache {
  readonly #cache: ByteCache;
  readonly #maxFileBytes: number;
  readonly #inFlight = new Map<string, SharedTask<Uint8Array>>();

  constructor({
    maxCacheBytes = 64 * mebibyte,
    maxFileBytes = 256 * mebibyte,
  }: AttachmentContentsOptions = {}) {
    this.#cache = new ByteCache(maxCacheBytes);
    this.#maxFileBytes = maxFileBytes;
  }

  get cachedBytes(): number {
    return this.#cache.size;
  }

  /** Callers may share the same array and must not change it. */
  async load(source: AttachmentConnection, file: FileDescription, signal: AbortSignal): Promise<Uint8Array> {
    if (file.size > this.#maxFileBytes) throw new UnexpectedResponse(toFailedRequest(file), "tooLarge");
    if (signal.aborted) throw new Canceled(toFailedRequest(file));
    const key = getContentKey(source, file);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const running = this.#inFlight.get(key);
    const download =
      running === undefined || running.isCanceled ? this.#startDownload(key, source, file) : running;
    return download.join(signal, () => new Canceled(toFailedRequest(file)));
  }

  /** Loads up to `length` bytes from the start of a file; the rest isn't downloaded. */
  async loadStart(
    source: AttachmentConnection,
    file: FileDescription,
    length: number,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const cached = this.#cache.get(getContentKey(source, file));
    if (cached !== undefined) return cached.subarray(0, length);
    const { bytes } = await source.client.download(file, { signal, isUrgent: true, maxConcurrent: 1 });
    const chunks: Uint8Array[] = [];
    let receivedBytes = 0;
    for await (const chunk of bytes) {
      chunks.push(chunk);
      receivedBytes += chunk.length;
      if (receivedBytes >= length) break;
    }
    return Buffer.concat(chunks).subarray(0, length);
  }

  /** The site may have another account from now on. Downloads in flight still resolve but aren't cached. */
  forgetSite(siteApi: string): void {
    const isForgotten = createSiteFilter(siteApi);
    this.#cache.deleteWhere(isForgotten);
    for (const key of this.#inFlight.keys()) if (isForgotten(key)) this.#inFlight.delete(key);
  }

  #startDownload(key: string, source: AttachmentConnection, file: FileDescription): SharedTask<Uint8Array> {
    const download = new SharedTask<Uint8Array>(async (signal) => {
      // Start after the task is registered in `#inFlight`.
      await Promise.resolve();
      const isCurrent = (): boolean => this.#inFlight.get(key) === download;
      try {
        const bytes = await fetchContent(source, file, this.#maxFileBytes, signal);
        // Files of unknown size can't be told apart.
        if (isCurrent() && file.size > 0) this.#cache.set(key, bytes);
        return bytes;
      } finally {
        if (isCurrent()) this.#inFlight.delete(key);
      }
    });
    this.#inFlight.set(key, download);
    return download;
  }
}
