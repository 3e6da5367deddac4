import type { SimulatedClock } from "../clock.ts";
import type { Files } from "./files.ts";
import type { FileDescription } from "./value.ts";

/** Since the last chunk; a daily job deletes expired files. */
const retentionMs = 3 * 24 * 60 * 60 * 1000;

export const maxChunkBytes = 1_048_576;

interface TemporaryFile {
  readonly file: FileDescription;
  readonly parts: Buffer[];
  modifiedAt: number;
}

/** The older way to upload: files are sent in numbered chunks and can then be attached to any file field. */
export class TemporaryFiles {
  /** In bytes, for all temporary files of a user. */
  readonly quota: number;
  readonly #files: Files;
  readonly #clock: SimulatedClock;
  readonly #temporaryFiles = new Map<number, TemporaryFile>();

  constructor(files: Files, clock: SimulatedClock, quota: number) {
    this.#files = files;
    this.#clock = clock;
    this.quota = quota;
  }

  create(file: Omit<FileDescription, "id" | "size">, first: Buffer): FileDescription {
    const id = this.#files.reserveId();
    const created = { ...file, id, size: first.length };
    this.#temporaryFiles.set(id, { file: created, parts: [first], modifiedAt: this.#clock.now() });
    return created;
  }

  /** The number of the next chunk. */
  getNextChunkNumber(id: number): number {
    return (this.#removeExpired().get(id)?.parts.length ?? 0) + 1;
  }

  append(id: number, chunk: Buffer): FileDescription {
    const temporaryFile = this.#removeExpired().get(id);
    if (temporaryFile === undefined) throw new Error(`There is no temporary file ${id}`);
    const parts = [...temporaryFile.parts, chunk];
    const file = { ...temporaryFile.file, size: temporaryFile.file.size + chunk.length };
    this.#temporaryFiles.set(id, { file, parts, modifiedAt: this.#clock.now() });
    return file;
  }

  find(id: number): FileDescription | undefined {
    return this.#removeExpired().get(id)?.file;
  }

  getContent(id: number): Buffer {
    return Buffer.concat(this.#removeExpired().get(id)?.parts ?? []);
  }

  getFilesOfUser(userId: number): readonly FileDescription[] {
    return [...this.#removeExpired().values()]
      .map(({ file }) => file)
      .filter(({ submittedBy }) => submittedBy === userId);
  }

  getDiskUsage(userId: number | undefined): number {
    return userId === undefined ? 0 : this.getFilesOfUser(userId).reduce((sum, { size }) => sum + size, 0);
  }

  remove(id: number): void {
    this.#temporaryFiles.delete(id);
  }

  attach(id: number, artifactId: number): void {
    const file = this.find(id);
    if (file === undefined) return;
    const content = this.getContent(id);
    this.#temporaryFiles.delete(id);
    this.#files.addUploaded(file, content, artifactId);
  }

  #removeExpired(): ReadonlyMap<number, TemporaryFile> {
    for (const [id, { modifiedAt }] of this.#temporaryFiles) {
      if (this.#clock.now() - modifiedAt >= retentionMs) this.#temporaryFiles.delete(id);
    }
    return this.#temporaryFiles;
  }
}
