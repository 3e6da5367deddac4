import type { SimulatedClock } from "../clock.ts";
import type { Files } from "./files.ts";
import type { FileDescription } from "./value.ts";

const lifetime = 4 * 60 * 60 * 1000;

export interface NewUpload {
  readonly fieldId: number;
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
  readonly description: string;
  readonly submittedBy: number;
}

/** A file that is announced; its bytes come later, one after the other. */
export interface Upload {
  readonly file: FileDescription;
  /** How many of its bytes are here. */
  readonly offset: number;
}

interface Slot extends Upload {
  readonly fieldId: number;
  readonly expiresAt: number;
  readonly parts: Buffer[];
  offset: number;
}

/** Files on their way to a field of a form, each in a slot of its own that lives four hours, or until it is attached. */
export class Uploads {
  /** The largest file that may be announced, in bytes. */
  readonly limit: number;
  readonly #files: Files;
  readonly #clock: SimulatedClock;
  readonly #slots = new Map<number, Slot>();
  readonly #locked = new Set<number>();

  constructor(files: Files, clock: SimulatedClock, limit: number) {
    this.#files = files;
    this.#clock = clock;
    this.limit = limit;
  }

  /**
   * Whoever announces a file of the same name and size once more gets the slot that they have, whatever is in it already;
   * everybody else gets none while it lives.
   */
  begin({ fieldId, ...upload }: NewUpload): FileDescription | "taken" {
    const { name, size, submittedBy } = upload;
    const same = this.#living().find(
      (slot) => slot.fieldId === fieldId && slot.file.name === name && slot.file.size === size,
    );
    if (same !== undefined) return same.file.submittedBy === submittedBy ? same.file : "taken";
    const file: FileDescription = { id: this.#files.reserveId(), ...upload };
    this.#slots.set(file.id, {
      file,
      fieldId,
      expiresAt: this.#clock.now() + lifetime,
      parts: [],
      offset: 0,
    });
    return file;
  }

  /** For those who began it only. */
  find(id: number, personId: number | undefined): Upload | undefined {
    const slot = this.#slot(id);
    return slot?.file.submittedBy === personId ? slot : undefined;
  }

  /** What is more than announced is dropped in silence. Returns the bytes that are there now. */
  append(id: number, bytes: Buffer): number {
    const slot = this.#slot(id);
    if (slot === undefined) throw new Error(`There is no upload ${id}`);
    const taken = bytes.subarray(0, slot.file.size - slot.offset);
    slot.parts.push(taken);
    slot.offset += taken.length;
    return slot.offset;
  }

  cancel(id: number): void {
    this.#slots.delete(id);
  }

  /** As while another request writes to it. Returns what ends that. */
  lock(id: number): () => void {
    this.#locked.add(id);
    return () => void this.#locked.delete(id);
  }

  isLocked(id: number): boolean {
    return this.#locked.has(id);
  }

  /** A file that is all there, for the person who sent it and the field that it was announced for. */
  complete(id: number, personId: number, fieldId: number): FileDescription | undefined {
    const slot = this.#slot(id);
    const isTheirs = slot?.file.submittedBy === personId && slot.fieldId === fieldId;
    return isTheirs && slot.offset === slot.file.size ? slot.file : undefined;
  }

  attach(id: number, artifactId: number): void {
    const slot = this.#slot(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#files.keep(slot.file, Buffer.concat(slot.parts), artifactId);
  }

  #slot(id: number): Slot | undefined {
    return this.#living().find(({ file }) => file.id === id);
  }

  #living(): readonly Slot[] {
    for (const [id, { expiresAt }] of this.#slots) {
      if (this.#clock.now() >= expiresAt) this.#slots.delete(id);
    }
    return [...this.#slots.values()];
  }
}
