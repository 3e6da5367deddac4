// Uploads that were cut off, or that hang on no artifact yet: to be gone on with, in any session.
import type { BegunUpload, NewFile } from "../../model/upload.ts";
import type { Memory } from "../pins.ts";

/** What an upload is for. Site and account are part of it: nobody else may go on with it. */
export interface UploadPlace {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  readonly fieldId: number;
  readonly path: string;
}

export interface KeptUpload {
  /** As it was announced. */
  readonly file: NewFile;
  /** Of the file when it was begun, in nanoseconds. */
  readonly modifiedAt: string;
  readonly upload: BegunUpload;
}

function memoryKey({ siteApi, accountId, fieldId, path }: UploadPlace): string {
  return `begunUpload ${siteApi} ${accountId ?? "anonymous"} ${fieldId} ${path}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isKept(value: unknown): value is KeptUpload {
  if (!isObject(value) || !isObject(value["upload"]) || !isObject(value["file"])) return false;
  const { id, size, href } = value["upload"];
  const isUpload = typeof id === "number" && typeof size === "number";
  return (
    isUpload && (href === undefined || typeof href === "string") && typeof value["modifiedAt"] === "string"
  );
}

export class BegunUploads {
  readonly #memory: Memory;
  /** What is kept changes in the order in which it was told. */
  #kept: Promise<void> = Promise.resolve();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  find(place: UploadPlace): KeptUpload | undefined {
    const kept = this.#memory.get(memoryKey(place));
    return isKept(kept) ? kept : undefined;
  }

  note(place: UploadPlace, kept: KeptUpload): Promise<void> {
    return this.#update(place, kept);
  }

  forget(place: UploadPlace): Promise<void> {
    return this.#update(place, undefined);
  }

  #update(place: UploadPlace, value: KeptUpload | undefined): Promise<void> {
    this.#kept = this.#kept.then(() => this.#memory.update(memoryKey(place), value));
    return this.#kept;
  }
}
