import type { SimulatedClock } from "../clock.ts";
import type { Files } from "./files.ts";
import type { FileDescription } from "./value.ts";

/** Counted from the last chunk; swept away by a daily job. */
const retention = 3 * 24 * 60 * 60 * 1000;

export const largestChunk = 1_048_576;

interface Temporary {
  readonly file: FileDescription;
  readonly parts: Buffer[];
  touchedAt: number;
}

/** The older way of uploading: files that grow by numbered chunks and wait for an artifact, in any file field. */
export class TemporaryFiles {
  /** For all that a person has waiting, in bytes. */
  readonly quota: number;
  readonly #files: Files;
  readonly #clock: SimulatedClock;
  readonly #waiting = new Map<number, Temporary>();

  constructor(files: Files, clock: SimulatedClock, quota: number) {
    this.#files = files;
    this.#clock = clock;
    this.quota = quota;
  }

  create(file: Omit<FileDescription, "id" | "size">, first: Buffer): FileDescription {
    const id = this.#files.reserveId();
    const created = { ...file, id, size: first.length };
    this.#waiting.set(id, { file: created, parts: [first], touchedAt: this.#clock.now() });
    return created;
  }

  /** The number that its next chunk has to have. */
  nextChunk(id: number): number {
    return (this.#living().get(id)?.parts.length ?? 0) + 1;
  }

  append(id: number, chunk: Buffer): FileDescription {
    const temporary = this.#living().get(id);
    if (temporary === undefined) throw new Error(`There is no temporary file ${id}`);
    const parts = [...temporary.parts, chunk];
    const file = { ...temporary.file, size: temporary.file.size + chunk.length };
    this.#waiting.set(id, { file, parts, touchedAt: this.#clock.now() });
    return file;
  }

  find(id: number): FileDescription | undefined {
    return this.#living().get(id)?.file;
  }

  contentOf(id: number): Buffer {
    return Buffer.concat(this.#living().get(id)?.parts ?? []);
  }

  of(personId: number): readonly FileDescription[] {
    return [...this.#living().values()]
      .map(({ file }) => file)
      .filter(({ submittedBy }) => submittedBy === personId);
  }

  diskUsage(personId: number | undefined): number {
    return personId === undefined ? 0 : this.of(personId).reduce((sum, { size }) => sum + size, 0);
  }

  remove(id: number): void {
    this.#waiting.delete(id);
  }

  attach(id: number, artifactId: number): void {
    const file = this.find(id);
    if (file === undefined) return;
    const content = this.contentOf(id);
    this.#waiting.delete(id);
    this.#files.keep(file, content, artifactId);
  }

  #living(): ReadonlyMap<number, Temporary> {
    for (const [id, { touchedAt }] of this.#waiting) {
      if (this.#clock.now() - touchedAt >= retention) this.#waiting.delete(id);
    }
    return this.#waiting;
  }
}
