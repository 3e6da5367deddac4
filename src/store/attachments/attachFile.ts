// Uploads a file from disk and attaches it to an artifact.
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Client } from "../../api/client.ts";
import type { UploadSource } from "../../api/chunkedUpload.ts";
import type { Artifact } from "../../model/artifact.ts";
import type { NewFile, UploadFailure, UploadOutcome } from "../../model/attachment.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import type { ResumableUploads, UploadHandle, StoredUpload, UploadRetention } from "./resumableUploads.ts";
import { type FileFieldOutcome, hasFile } from "./fileField.ts";
import { NotAFileError, readFileRange, toDiskFailure } from "./fileSystem.ts";

/** Editors may replace a file under the same name, so the inode is compared too. */
function getFileStamp({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(" ");
}

export class SourceFile implements UploadSource {
  readonly path: string;
  readonly size: number;
  /** In nanoseconds. */
  readonly modifiedAt: string;
  readonly #handle: FileHandle;
  readonly #stamp: string;

  private constructor(path: string, handle: FileHandle, stats: BigIntStats) {
    this.path = path;
    this.#handle = handle;
    this.size = Number(stats.size);
    this.modifiedAt = String(stats.mtimeNs);
    this.#stamp = getFileStamp(stats);
  }

  static async open(path: string): Promise<SourceFile> {
    // Non-blocking, so that opening a pipe without a writer doesn't wait.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) throw new NotAFileError(path);
      // Reject virtual files that report size 0 but have content. Reading also reports missing permissions now.
      const isVirtual = (await readFileRange(handle, 0, 1)).length > 0 && stats.size === 0n;
      if (isVirtual) throw new NotAFileError(path);
      return new SourceFile(path, handle, stats);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    return readFileRange(this.#handle, offset, length);
  }

  async isUnchanged(): Promise<boolean> {
    const stats = await stat(this.path, { bigint: true }).catch(() => undefined);
    return stats !== undefined && getFileStamp(stats) === this.#stamp;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

export interface AttachmentFieldTarget {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  readonly client: Pick<Client, "artifact" | "updateArtifact" | "upload" | "cancelUpload">;
  readonly artifactId: number;
  readonly field: {
    readonly id: number;
    readonly maxUploadBytes: number | undefined;
    /**
     * Whether the tracker's structure says that this account may read the field. Otherwise an artifact that doesn't
     * report the field isn't changed: it may have hidden files, and a change would delete them.
     */
    readonly isReadable?: boolean;
  };
}

export interface NewAttachment extends Omit<NewFile, "size"> {
  readonly path: string;
  /** A temporary copy: the upload can't be resumed in another session. */
  readonly isTemporary?: boolean;
}

export type AttachOutcome =
  | { readonly kind: "attached"; readonly fileId: number }
  | UploadFailure
  | Exclude<FileFieldOutcome, { kind: "changed" }>;

export interface AttachOptions {
  readonly signal: AbortSignal;
  /** `bytes` is the number of bytes on the server. */
  readonly onProgress?: (bytes: number, size: number) => void;
}

interface AttachContext {
  readonly resumableUploads: ResumableUploads;
  /** Adds the file to the field, with the version that was just loaded as precondition. */
  readonly addToField: (fileId: number, signal: AbortSignal) => Promise<FileFieldOutcome>;
}

/** The server no longer has the upload, or an artifact has the file. */
export function isUploadGone({ kind, request: { status } }: Failure): boolean {
  return kind === "notFound" || status === 410;
}

/** Failures after which the same upload can be attached by a retry. */
const temporaryFailures: ReadonlySet<Failure["kind"]> = new Set([
  "unreachable",
  "timedOut",
  "serverError",
  "tooManyRequests",
  "signedOut",
  "conflict",
  "outcomeUnknown",
] as const);

function getRetention({ isTemporary = false }: NewAttachment, { size }: SourceFile): UploadRetention {
  // An empty file has nothing to resume.
  if (size === 0) return "never";
  return isTemporary ? "session" : "always";
}

interface FileUploadOptions {
  readonly client: Pick<Client, "upload" | "cancelUpload">;
  readonly fieldId: number;
  readonly file: Omit<NewFile, "size">;
  readonly source: SourceFile;
  readonly signal: AbortSignal;
  /** `bytes` is the number of bytes on the server. */
  readonly onProgress?: ((bytes: number, size: number) => void) | undefined;
}

/** The upload of a file from disk. It can be resumed as long as the file is the same. */
export class FileUpload {
  readonly #options: FileUploadOptions;
  readonly #file: NewFile;
  readonly #handle: UploadHandle;

  constructor(options: FileUploadOptions, handle: UploadHandle) {
    const { name, type, description } = options.file;
    this.#options = options;
    this.#file = { name, type, description, size: options.source.size };
    this.#handle = handle;
  }

  /** The stored upload if it is for the same file content. An upload of an earlier content is canceled. */
  async findResumable(): Promise<StoredUpload | undefined> {
    const { stored } = this.#handle;
    if (stored === undefined) return undefined;
    const isSameFile =
      isDeepStrictEqual(stored.file, this.#file) && stored.modifiedAt === this.#options.source.modifiedAt;
    if (isSameFile) return stored;
    await this.abandon();
    return undefined;
  }

  /** Stores what is needed to resume it. */
  async send(resume: StoredUpload | undefined): Promise<UploadOutcome> {
    const { client, fieldId, source, signal, onProgress } = this.#options;
    const file = this.#file;
    const { modifiedAt } = source;
    let stored: Promise<void> = Promise.resolve();
    try {
      return await client.upload(fieldId, file, source, {
        signal,
        resume: resume?.upload,
        onProgress: (bytes) => onProgress?.(bytes, file.size),
        onCreated: (upload) => {
          stored = this.#handle.store({ file, modifiedAt, upload });
        },
      });
    } finally {
      await stored;
    }
  }

  abandon(): Promise<void> {
    return abandonUpload(this.#handle, this.#options.client);
  }
}

/** If cancelling fails, the server removes the upload later. */
export async function abandonUpload(
  handle: UploadHandle,
  client: Pick<Client, "cancelUpload">,
): Promise<void> {
  const { stored } = handle;
  if (stored === undefined) return;
  await handle.clear();
  await client.cancelUpload(stored.upload).catch((failure: unknown) => {
    if (!isFailure(failure)) throw failure;
  });
}

class AttachTask {
  readonly #target: AttachmentFieldTarget;
  readonly #context: AttachContext;
  readonly #handle: UploadHandle;
  readonly #upload: FileUpload;
  readonly #source: SourceFile;
  readonly #options: AttachOptions;

  constructor(
    context: AttachContext,
    target: AttachmentFieldTarget,
    attachment: NewAttachment,
    source: SourceFile,
    options: AttachOptions,
  ) {
    this.#target = target;
    this.#context = context;
    this.#source = source;
    this.#options = options;
    const { siteApi, accountId, artifactId, client, field } = target;
    const fieldId = field.id;
    const uploadKey = { siteApi, accountId, artifactId, fieldId, path: source.path };
    this.#handle = context.resumableUploads.acquire(uploadKey, getRetention(attachment, source));
    this.#upload = new FileUpload({ ...options, client, fieldId, file: attachment, source }, this.#handle);
  }

  async run(): Promise<AttachOutcome> {
    const { signal } = this.#options;
    try {
      return await this.#uploadAndAttach(await this.#upload.findResumable());
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (!signal.aborted) return await this.#handleFailure({ kind: "failed", failure });
      await this.#upload.abandon();
      return { kind: "canceled" };
    } finally {
      this.#handle.release();
    }
  }

  async #uploadAndAttach(resume: StoredUpload | undefined): Promise<AttachOutcome> {
    const uploaded = await this.#send(resume);
    if (uploaded.kind === "notSupported") return { kind: "noUploads" };
    if (uploaded.kind === "sourceChanged") {
      await this.#handle.clear();
      return { kind: "changed" };
    }
    if (!(await this.#source.isUnchanged())) {
      await this.#upload.abandon();
      return { kind: "changed" };
    }
    const outcome = await this.#context.addToField(uploaded.id, this.#options.signal);
    if (uploaded.id !== resume?.upload.id || !(await this.#isFileRejected(outcome))) {
      return this.#finish(uploaded.id, outcome);
    }
    await this.#discardRejected(resume);
    return this.#uploadAndAttach(undefined);
  }

  async #send(resume: StoredUpload | undefined): Promise<UploadOutcome> {
    try {
      return await this.#upload.send(resume);
    } catch (failure) {
      if (resume === undefined || !isFailure(failure) || !isUploadGone(failure)) throw failure;
      const { id } = resume.upload;
      // The upload is also gone if the file is already attached and only that response was lost.
      const artifact = await this.#loadArtifact();
      if (artifact !== undefined && hasFile(artifact, this.#target.field.id, id)) {
        return { kind: "uploaded", id };
      }
      await this.#handle.clear();
      return this.#upload.send(undefined);
    }
  }

  async #finish(fileId: number, outcome: FileFieldOutcome): Promise<AttachOutcome> {
    switch (outcome.kind) {
      case "changed":
        await this.#handle.clear();
        return { kind: "attached", fileId };
      case "canceled":
      case "gone":
      case "noVersion":
        await this.#upload.abandon();
        return outcome;
      case "conflict":
      case "failed":
        return this.#handleFailure(outcome);
    }
  }

  /** `undefined` if the artifact no longer exists. */
  async #loadArtifact(): Promise<Artifact | undefined> {
    const { client, artifactId } = this.#target;
    try {
      return await client.artifact(artifactId, this.#options.signal);
    } catch (failure) {
      if (isFailure(failure) && failure.kind === "notFound") return undefined;
      throw failure;
    }
  }

  /**
   * Whether the server rejects the resumed file itself. It reports a deleted file like a deleted artifact, and a file
   * attached elsewhere as an error 500 with a message.
   */
  async #isFileRejected(outcome: FileFieldOutcome): Promise<boolean> {
    if (outcome.kind === "gone") return (await this.#loadArtifact()) !== undefined;
    if (outcome.kind !== "failed") return false;
    const { kind, request } = outcome.failure;
    return kind === "invalidRequest" || (request.status === 500 && request.serverMessage !== undefined);
  }

  /** Without an upload URL, the ID may belong to another artifact's file by now, which must not be deleted. */
  async #discardRejected({ upload }: StoredUpload): Promise<void> {
    await (upload.href === undefined ? this.#handle.clear() : this.#upload.abandon());
  }

  /** Keeps the upload if a retry can use it, so that the bytes aren't sent again. */
  async #handleFailure(
    outcome: Extract<FileFieldOutcome, { kind: "failed" | "conflict" }>,
  ): Promise<AttachOutcome> {
    const kind = outcome.kind === "failed" ? outcome.failure.kind : outcome.kind;
    const { retention } = this.#handle;
    const isReusable = retention === "always" || (retention === "session" && temporaryFailures.has(kind));
    // The file may already be attached.
    if (!isReusable && kind !== "outcomeUnknown") await this.#upload.abandon();
    return outcome;
  }
}

/** Failures are returned; only bugs are thrown. */
export async function attachFile(
  context: AttachContext,
  target: AttachmentFieldTarget,
  attachment: NewAttachment,
  options: AttachOptions,
): Promise<AttachOutcome> {
  const limit = target.field.maxUploadBytes;
  let source: SourceFile | undefined;
  try {
    source = await SourceFile.open(attachment.path);
    const { size } = source;
    if (limit !== undefined && size > limit) return { kind: "tooLarge", size, limit };
    return await new AttachTask(context, target, attachment, source, options).run();
  } catch (error) {
    return { kind: "disk", diskFailure: toDiskFailure(error, attachment.path) };
  } finally {
    await source?.close();
  }
}
