// Downloads that were cut off, to be gone on with: by whoever asks for the same file in the same folder, in any session.
import { dirname } from "node:path";
import type { FileDescription } from "../../model/value.ts";
import type { Memory } from "../pins.ts";

/** A file never changes on a server: one of the same site, id and size is the same. */
function memoryKey(siteApi: string, { id, size }: FileDescription): string {
  return `begunDownload ${siteApi} ${id} ${size}`;
}

export class BegunDownloads {
  readonly #memory: Memory;
  /** Two must not fill the same part. */
  readonly #held = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The part that nobody here is at now, if there is one in the folder. It is held from now on. */
  hold(siteApi: string, file: FileDescription, folder: string): string | undefined {
    const path = this.#paths(siteApi, file).find((each) => dirname(each) === folder && !this.#held.has(each));
    if (path !== undefined) this.#held.add(path);
    return path;
  }

  async note(siteApi: string, file: FileDescription, path: string): Promise<void> {
    this.#held.add(path);
    // Nothing tells whether two files of an unknown size are the same.
    if (file.size === 0) return;
    const others = this.#paths(siteApi, file).filter((each) => each !== path);
    await this.#memory.update(memoryKey(siteApi, file), [...others, path]);
  }

  /** Somebody may go on with it. */
  release(path: string): void {
    this.#held.delete(path);
  }

  /** It is no longer there, or not what it was. */
  async forget(siteApi: string, file: FileDescription, path: string): Promise<void> {
    this.#held.delete(path);
    const paths = this.#paths(siteApi, file);
    const others = paths.filter((each) => each !== path);
    if (others.length === paths.length) return;
    await this.#memory.update(memoryKey(siteApi, file), others.length === 0 ? undefined : others);
  }

  #paths(siteApi: string, file: FileDescription): readonly string[] {
    const kept = this.#memory.get(memoryKey(siteApi, file));
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  }
}
