// Downloads that were cut off, to be gone on with: by whoever asks for the same file in the same folder, in any session.
import { dirname } from "node:path";
import type { FileDescription } from "../../model/value.ts";
import type { Memory } from "../memory.ts";

export interface BegunDownload {
  readonly siteApi: string;
  /** Undefined for one who is nobody to the server. */
  readonly accountId: string | undefined;
  readonly file: FileDescription;
}

/**
 * A file never changes on a server: one of the same site, id and size is the same. Who may have it is the server's to say, for
 * each account anew.
 */
function memoryKey({ siteApi, accountId, file: { id, size } }: BegunDownload): string {
  return `begunDownload ${siteApi} ${accountId ?? "anonymous"} ${id} ${size}`;
}

export class BegunDownloads {
  readonly #memory: Memory;
  /** Two must not fill the same part. */
  readonly #held = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The part that nobody here is at now, if there is one in the folder. It is held from now on. */
  hold(download: BegunDownload, folder: string): string | undefined {
    const path = this.#paths(download).find((each) => dirname(each) === folder && !this.#held.has(each));
    if (path !== undefined) this.#held.add(path);
    return path;
  }

  async note(download: BegunDownload, path: string): Promise<void> {
    this.#held.add(path);
    // Nothing tells whether two files of an unknown size are the same.
    if (download.file.size === 0) return;
    const others = this.#paths(download).filter((each) => each !== path);
    await this.#memory.update(memoryKey(download), [...others, path]);
  }

  /** Somebody may go on with it. */
  release(path: string): void {
    this.#held.delete(path);
  }

  /** It is no longer there, or not what it was. */
  async forget(download: BegunDownload, path: string): Promise<void> {
    this.#held.delete(path);
    const paths = this.#paths(download);
    const others = paths.filter((each) => each !== path);
    if (others.length === paths.length) return;
    await this.#memory.update(memoryKey(download), others.length === 0 ? undefined : others);
  }

  #paths(download: BegunDownload): readonly string[] {
    const kept = this.#memory.get(memoryKey(download));
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  }
}
