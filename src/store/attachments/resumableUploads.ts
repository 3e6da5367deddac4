// Interrupted uploads, and uploads that aren't attached yet, which can be resumed in any session.
import type { ResumableUpload, NewFile } from "../../model/attachment.ts";
import type { Memento } from "../mementos.ts";

/** Identifies an upload. Site and account are part of it, so that no other account resumes it. */
export interface UploadKey {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  /** The key of a new artifact. */
  readonly artifactId: number | string;
  readonly fieldId: number;
  readonly path: string;
}

export interface StoredUpload {
  /** As it was announced to the server. */
  readonly file: NewFile;
  /** Modification time of the file when the upload started, in nanoseconds. */
  readonly modifiedAt: string;
  readonly upload: ResumableUpload;
}

/** How long an upload can be resumed. */
export type UploadRetention = "always" | "session" | "never";

function getMementoKey({ siteApi, accountId, artifactId, fieldId, path }: UploadKey): string {
  return `begunUpload ${siteApi} ${accountId ?? "anonymous"} ${artifactId} ${fieldId} ${path}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isStoredUpload(value: unknown): value is StoredUpload {
  if (!isObject(value) || !isObject(value["upload"]) || !isObject(value["file"])) return false;
  const { id, size, href } = value["upload"];
  const isUpload = typeof id === "number" && typeof size === "number";
  return (
    isUpload && (href === undefined || typeof href === "string") && typeof value["modifiedAt"] === "string"
  );
}

type UploadStorage = Pick<Memento, "get" | "update">;

function createMemoryStorage(): UploadStorage {
  const values = new Map<string, unknown>();
  return {
    get: (key) => values.get(key),
    update: (key, value) => {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      return Promise.resolve();
    },
  };
}

/** Exclusive access to an upload until it is released. */
export class UploadHandle {
  readonly retention: UploadRetention;
  readonly release: () => void;
  readonly #storage: UploadStorage;
  readonly #key: string;
  /** Updates are stored in call order. */
  #updated: Promise<void> = Promise.resolve();

  constructor(retention: UploadRetention, storage: UploadStorage, key: string, release: () => void) {
    this.retention = retention;
    this.release = release;
    this.#storage = storage;
    this.#key = key;
  }

  get stored(): StoredUpload | undefined {
    const stored = this.#storage.get(this.#key);
    return isStoredUpload(stored) ? stored : undefined;
  }

  store(upload: StoredUpload): Promise<void> {
    return this.#update(upload);
  }

  clear(): Promise<void> {
    return this.#update(undefined);
  }

  #update(value: StoredUpload | undefined): Promise<void> {
    this.#updated = this.#updated.then(() => this.#storage.update(this.#key, value));
    return this.#updated;
  }
}

export class ResumableUploads {
  readonly #memento: Memento;
  readonly #session = createMemoryStorage();
  readonly #inUse = new Set<string>();

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** If the upload is in use, the caller gets a separate one that isn't stored. */
  acquire(uploadKey: UploadKey, retention: UploadRetention): UploadHandle {
    const key = getMementoKey(uploadKey);
    if (retention === "never" || this.#inUse.has(key)) {
      return new UploadHandle("never", createMemoryStorage(), key, () => undefined);
    }
    this.#inUse.add(key);
    const storage = retention === "always" ? this.#memento : this.#session;
    return new UploadHandle(retention, storage, key, () => void this.#inUse.delete(key));
  }
}
