// The bytes of attachments that are read in place: in an editor, as a preview. A file never changes on a server, so what
// was read once is at hand for a while.
import type { Client } from "../../api/client.ts";
import { Cancelled, type FailedRequest, NotUnderstood } from "../../model/failure.ts";
import type { FileDescription } from "../../model/value.ts";
import { SharedWork } from "../concurrency.ts";

/** Bytes at hand, up to so many of them; what was not asked for the longest goes first. */
export class RecentBytes {
  readonly #most: number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Uint8Array>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Uint8Array | undefined {
    const bytes = this.#kept.get(key);
    if (bytes === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, bytes);
    return bytes;
  }

  /** What is larger than half of all is not kept: it would drive out nearly everything else. */
  keep(key: string, bytes: Uint8Array): void {
    this.drop(key);
    if (bytes.length > this.#most / 2) return;
    for (const oldest of this.#kept.keys()) {
      if (this.#size + bytes.length <= this.#most) break;
      this.drop(oldest);
    }
    this.#kept.set(key, bytes);
    this.#size += bytes.length;
  }

  drop(key: string): void {
    this.#size -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }

  dropWhere(isOld: (key: string) => boolean): void {
    for (const key of this.#kept.keys()) if (isOld(key)) this.drop(key);
  }
}

export interface ContentsPlace {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  readonly client: Pick<Client, "download">;
}

interface ContentsOptions {
  /** Bytes at hand, in all. */
  readonly mostKept?: number;
  /** Of one file. */
  readonly mostBytes?: number;
}

const mebibyte = 1024 * 1024;

function requestFor({ id }: FileDescription): FailedRequest {
  return { method: "GET", url: `artifact_files/${id}` };
}

/** Who may see a file is the server's to say, for each account anew. */
function keyOf({ siteApi, accountId }: ContentsPlace, { id, size }: FileDescription): string {
  return JSON.stringify([siteApi, accountId ?? null, id, size]);
}

function isOf(siteApi: string): (key: string) => boolean {
  const start = `[${JSON.stringify(siteApi)},`;
  return (key) => key.startsWith(start);
}

async function fetchWhole(
  { client }: ContentsPlace,
  file: FileDescription,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { bytes, size, giveUp } = await client.download(file, { signal, isUrgent: true });
  if (size > mostBytes) {
    giveUp();
    throw new NotUnderstood(requestFor(file), "tooLarge");
  }
  const whole = new Uint8Array(size);
  let filled = 0;
  for await (const piece of bytes) {
    if (filled + piece.length > size) throw new NotUnderstood(requestFor(file), "length");
    whole.set(piece, filled);
    filled += piece.length;
  }
  if (filled !== size) throw new NotUnderstood(requestFor(file), "length");
  return whole;
}

export class Contents {
  readonly #kept: RecentBytes;
  readonly #mostBytes: number;
  readonly #underWay = new Map<string, SharedWork<Uint8Array>>();

  constructor({ mostKept = 64 * mebibyte, mostBytes = 256 * mebibyte }: ContentsOptions = {}) {
    this.#kept = new RecentBytes(mostKept);
    this.#mostBytes = mostBytes;
  }

  /** Bytes at hand now. */
  get size(): number {
    return this.#kept.size;
  }

  /** All bytes of a file, or a failure. Others may get the same ones: they are not to be changed. */
  async read(place: ContentsPlace, file: FileDescription, signal: AbortSignal): Promise<Uint8Array> {
    if (file.size > this.#mostBytes) throw new NotUnderstood(requestFor(file), "tooLarge");
    if (signal.aborted) throw new Cancelled(requestFor(file));
    const key = keyOf(place, file);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const running = this.#underWay.get(key);
    const download = running === undefined || running.isAbandoned ? this.#begin(key, place, file) : running;
    return download.join(signal, () => new Cancelled(requestFor(file)));
  }

  /** So many bytes from the beginning of a file, or all that there are; the rest is not read. */
  async readStart(
    place: ContentsPlace,
    file: FileDescription,
    length: number,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const known = this.#kept.get(keyOf(place, file));
    if (known !== undefined) return known.subarray(0, length);
    const { bytes } = await place.client.download(file, { signal, isUrgent: true, atOnce: 1 });
    const pieces: Uint8Array[] = [];
    let count = 0;
    for await (const piece of bytes) {
      pieces.push(piece);
      count += piece.length;
      if (count >= length) break;
    }
    return Buffer.concat(pieces).subarray(0, length);
  }

  /** Whoever asks next may be someone else. What is on its way reaches those who wait for it, and is not kept. */
  forget(siteApi: string): void {
    const isForgotten = isOf(siteApi);
    this.#kept.dropWhere(isForgotten);
    for (const key of this.#underWay.keys()) if (isForgotten(key)) this.#underWay.delete(key);
  }

  #begin(key: string, place: ContentsPlace, file: FileDescription): SharedWork<Uint8Array> {
    const download = new SharedWork<Uint8Array>(async (signal) => {
      // Begun in the next moment, when it is known as the one under way.
      await Promise.resolve();
      const isCurrent = (): boolean => this.#underWay.get(key) === download;
      try {
        const bytes = await fetchWhole(place, file, this.#mostBytes, signal);
        // Nothing tells whether two files of an unknown size are the same.
        if (isCurrent() && file.size > 0) this.#kept.keep(key, bytes);
        return bytes;
      } finally {
        if (isCurrent()) this.#underWay.delete(key);
      }
    });
    this.#underWay.set(key, download);
    return download;
  }
}
