import type { SimulatedClock } from "../clock.ts";
import type { Files } from "./files.ts";
import type { FileDescription } from "./value.ts";

const uploadLifetimeMs = 4 * 60 * 60 * 1000;

export interface NewUpload {
  readonly fieldId: number;
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
  readonly description: string;
  readonly submittedBy: number;
}

/** A file whose upload was created; its bytes follow. */
export interface Upload {
  readonly file: FileDescription;
  /** Number of bytes received. */
  readonly offset: number;
}

interface UploadSlot extends Upload {
  readonly fieldId: number;
  readonly expiresAt: number;
  readonly parts: Buffer[];
  offset: number;
}

/** Uploads to file fields, each valid for four hours or until it is attached. */
export class Uploads {
  /** The maximum size of a file in bytes. */
  readonly limit: number;
  readonly #files: Files;
  readonly #clock: SimulatedClock;
  readonly #slots = new Map<number, UploadSlot>();
  readonly #locked = new Set<number>();

  constructor(files: Files, clock: SimulatedClock, limit: number) {
    this.#files = files;
    this.#clock = clock;
    this.limit = limit;
  }

  /**
   * Creating an upload again with the same name and size returns the user's existing upload, whatever its offset; other
   * users get a conflict while it is valid.
   */
  begin({ fieldId, ...upload }: NewUpload): FileDescription | "conflict" {
    const { name, size, submittedBy } = upload;
    const existing = this.#getValidSlots().find(
      (slot) => slot.fieldId === fieldId && slot.file.name === name && slot.file.size === size,
    );
    if (existing !== undefined) return existing.file.submittedBy === submittedBy ? existing.file : "conflict";
    const file: FileDescription = { id: this.#files.reserveId(), ...upload };
    this.#slots.set(file.id, {
      file,
      fieldId,
      expiresAt: this.#clock.now() + uploadLifetimeMs,
      parts: [],
      offset: 0,
    });
    return file;
  }

  /** Only for the user who created it. */
  find(id: number, userId: number | undefined): Upload | undefined {
    const slot = this.#findSlot(id);
    return slot?.file.submittedBy === userId ? slot : undefined;
  }

  /** Excess bytes are dropped without an error. Returns the new offset. */
  append(id: number, bytes: Buffer): number {
    const slot = this.#findSlot(id);
    if (slot === undefined) throw new Error(`There is no upload ${id}`);
    const accepted = bytes.subarray(0, slot.file.size - slot.offset);
    slot.parts.push(accepted);
    slot.offset += accepted.length;
    return slot.offset;
  }

  cancel(id: number): void {
    this.#slots.delete(id);
  }

  /** Locks the upload as if another request were writing to it. Returns a function that unlocks it. */
  lock(id: number): () => void {
    this.#locked.add(id);
    return () => void this.#locked.delete(id);
  }

  isLocked(id: number): boolean {
    return this.#locked.has(id);
  }

  /** A complete upload of this user for this field. */
  findComplete(id: number, userId: number, fieldId: number): FileDescription | undefined {
    const slot = this.#findSlot(id);
    const isOwn = slot?.file.submittedBy === userId && slot.fieldId === fieldId;
    return isOwn && slot.offset === slot.file.size ? slot.file : undefined;
  }

  attach(id: number, artifactId: number): void {
    const slot = this.#findSlot(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#files.addUploaded(slot.file, Buffer.concat(slot.parts), artifactId);
  }

  #findSlot(id: number): UploadSlot | undefined {
    return this.#getValidSlots().find(({ file }) => file.id === id);
  }

  #getValidSlots(): readonly UploadSlot[] {
    for (const [id, { expiresAt }] of this.#slots) {
      if (this.#clock.now() >= expiresAt) this.#slots.delete(id);
    }
    return [...this.#slots.values()];
  }
}
