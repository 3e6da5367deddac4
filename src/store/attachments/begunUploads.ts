// Uploads that were cut off, or that hang on no artifact yet: to be gone on with, in any session.
import type { BegunUpload, NewFile } from "../../model/attachment.ts";
import type { Memory } from "../mementos.ts";

/** What an upload is for. Site and account are part of it: nobody else may go on with it. */
export interface UploadPlace {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  readonly artifactId: number;
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

/** For how long what was begun can be gone on with. */
export type Lasting = "always" | "session" | "never";

function memoryKey({ siteApi, accountId, artifactId, fieldId, path }: UploadPlace): string {
  return `begunUpload ${siteApi} ${accountId ?? "anonymous"} ${artifactId} ${fieldId} ${path}`;
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

type Shelf = Pick<Memory, "get" | "update">;

function newShelf(): Shelf {
  const kept = new Map<string, unknown>();
  return {
    get: (key) => kept.get(key),
    update: (key, value) => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, value);
      return Promise.resolve();
    },
  };
}

/** An upload in the hands of one who is at it. Nobody else goes on with it, or gives it up, before it is released. */
export class HeldUpload {
  readonly lasting: Lasting;
  readonly release: () => void;
  readonly #shelf: Shelf;
  readonly #key: string;
  /** What is kept changes in the order in which it was told. */
  #updated: Promise<void> = Promise.resolve();

  constructor(lasting: Lasting, shelf: Shelf, key: string, release: () => void) {
    this.lasting = lasting;
    this.release = release;
    this.#shelf = shelf;
    this.#key = key;
  }

  get kept(): KeptUpload | undefined {
    const kept = this.#shelf.get(this.#key);
    return isKept(kept) ? kept : undefined;
  }

  note(kept: KeptUpload): Promise<void> {
    return this.#update(kept);
  }

  forget(): Promise<void> {
    return this.#update(undefined);
  }

  #update(value: KeptUpload | undefined): Promise<void> {
    this.#updated = this.#updated.then(() => this.#shelf.update(this.#key, value));
    return this.#updated;
  }
}

export class BegunUploads {
  readonly #memory: Memory;
  readonly #session = newShelf();
  readonly #held = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** What was begun there. Who comes while another one is at it begins one of its own, which ends with it. */
  hold(place: UploadPlace, lasting: Lasting): HeldUpload {
    const key = memoryKey(place);
    if (lasting === "never" || this.#held.has(key)) {
      return new HeldUpload("never", newShelf(), key, () => undefined);
    }
    this.#held.add(key);
    const shelf = lasting === "always" ? this.#memory : this.#session;
    return new HeldUpload(lasting, shelf, key, () => void this.#held.delete(key));
  }
}
