// Files of new artifacts. They are uploaded before the artifact is created. If that fails, the uploads are kept for the
// next attempt; if it is canceled or the draft is discarded, they are deleted on the server.
import type { Client } from "../../api/client.ts";
import type { PendingAttachment, UploadFailure, UploadOutcome } from "../../model/attachment.ts";
import { isFailure } from "../../model/failure.ts";
import { type Draft, getAllPendingAttachments, getPendingAttachments } from "../../model/form/draft.ts";
import type { FormSubject } from "../../model/form/formSubject.ts";
import type { PendingFile } from "../../model/valueTypes.ts";
import { mapConcurrent } from "../concurrency.ts";
import { abandonUpload, FileUpload, isUploadGone, SourceFile } from "./attachFile.ts";
import { toDiskFailure } from "./fileSystem.ts";
import type { ResumableUploads, UploadHandle } from "./resumableUploads.ts";
import type { StagedFiles } from "./stagedFiles.ts";

export type NewArtifactSubject = Extract<FormSubject, { kind: "new" }>;

/** IDs of uploaded files by field. */
export type FileIdsByField = ReadonlyMap<number, readonly number[]>;

export type PendingUploadsOutcome =
  | { readonly kind: "uploaded"; readonly fileIds: FileIdsByField }
  /** All uploads are deleted. */
  | { readonly kind: "canceled" }
  /** The first file that failed; no more uploads were started then, and complete ones are kept. */
  | { readonly kind: "failed"; readonly attachment: PendingAttachment; readonly failure: UploadFailure };

/** Bytes of all files. */
export interface PendingUploadsProgress {
  readonly bytes: number;
  readonly total: number;
}

export interface PendingUploadsOptions {
  /** The maximum size of a file in a field. */
  readonly getMaxBytes: (fieldId: number) => number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PendingUploadsProgress) => void;
}

interface PendingAttachmentsDependencies {
  readonly resumableUploads: ResumableUploads;
  readonly stagedFiles: StagedFiles;
  /** Fails if another account is signed in. */
  readonly connect: (subject: FormSubject) => Promise<Pick<Client, "upload" | "cancelUpload">>;
  readonly runInBackground: (title: string, work: () => Promise<void>) => void;
}

type FileOutcome =
  { readonly kind: "uploaded"; readonly id: number } | { readonly kind: "skipped" } | UploadFailure;

type FileCheck = { readonly kind: "checked"; readonly size: number } | UploadFailure;

const maxConcurrentUploads = 3;

function toFileIds(
  attachments: readonly PendingAttachment[],
  outcomes: readonly FileOutcome[],
): FileIdsByField {
  const fileIds = new Map<number, readonly number[]>();
  for (const [index, { fieldId }] of attachments.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind === "uploaded") fileIds.set(fieldId, [...(fileIds.get(fieldId) ?? []), outcome.id]);
  }
  return fileIds;
}

export class PendingAttachments {
  readonly #options: PendingAttachmentsDependencies;
  #cleanup: Promise<void> = Promise.resolve();

  constructor(options: PendingAttachmentsDependencies) {
    this.#options = options;
  }

  /** Uploads that are complete from an earlier attempt aren't sent again, unless the server has deleted them. */
  async upload(
    subject: NewArtifactSubject,
    attachments: readonly PendingAttachment[],
    options: PendingUploadsOptions,
  ): Promise<PendingUploadsOutcome> {
    const { signal, getMaxBytes } = options;
    // A server returns the upload that is being deleted for a file of the same name and size.
    await this.#cleanup.catch(() => undefined);
    // What can't be read or is too large fails before anything is sent.
    const checks = await mapConcurrent(
      attachments,
      maxConcurrentUploads,
      ({ fieldId, file }): Promise<FileCheck> =>
        withSource(file, getMaxBytes(fieldId), ({ size }) => Promise.resolve({ kind: "checked", size })),
    );
    const sizes = checks.map((check) => (check.kind === "checked" ? check.size : 0));
    const rejection = findFailure(attachments, checks);
    if (rejection !== undefined) return rejection;
    const client = await this.#options.connect(subject);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const sentBytes = sizes.map(() => 0);
    let hasFailed = false;
    const outcomes = await mapConcurrent(
      attachments,
      maxConcurrentUploads,
      async ({ fieldId, file }, index): Promise<FileOutcome> => {
        if (hasFailed || signal.aborted) return { kind: "skipped" };
        const onProgress = (bytes: number): void => {
          sentBytes[index] = bytes;
          options.onProgress({ bytes: sentBytes.reduce((sum, each) => sum + each, 0), total });
        };
        const outcome = await withSource(file, getMaxBytes(fieldId), (source) =>
          this.#upload(subject, { client, fieldId, file, source, signal, onProgress }),
        );
        hasFailed ||= outcome.kind !== "uploaded";
        return outcome;
      },
    );
    if (signal.aborted) {
      this.abandon(subject, attachments);
      return { kind: "canceled" };
    }
    return (
      findFailure(attachments, outcomes) ?? { kind: "uploaded", fileIds: toFileIds(attachments, outcomes) }
    );
  }

  /** Deletes uploads on the server; if that fails, the server deletes them later. */
  abandon(subject: NewArtifactSubject, attachments: readonly PendingAttachment[]): void {
    const cancelUpload: Client["cancelUpload"] = async (upload) =>
      (await this.#options.connect(subject)).cancelUpload(upload);
    this.#runInBackground(async () => {
      for (const attachment of attachments) {
        await this.#withHandle(subject, attachment, (handle) => abandonUpload(handle, { cancelUpload }));
      }
    });
  }

  /** The artifact was created with the files that were sent. Other uploads of its draft are deleted. */
  finish(subject: NewArtifactSubject, sent: Draft, draft: Draft): void {
    const attached = getPendingAttachments(sent);
    const isAttached = ({ fieldId, file }: PendingAttachment): boolean =>
      attached.some((each) => each.fieldId === fieldId && each.file.path === file.path);
    this.#forget(subject, attached);
    this.abandon(
      subject,
      getAllPendingAttachments(draft).filter((attachment) => !isAttached(attachment)),
    );
    this.#removeCopies(subject);
  }

  /** The draft was discarded. After a creation with unknown outcome, an artifact may have its files. */
  discard(subject: NewArtifactSubject, draft: Draft, isOutcomeUnknown: boolean): void {
    const all = getAllPendingAttachments(draft);
    if (isOutcomeUnknown) this.#forget(subject, all);
    else this.abandon(subject, all);
    this.#removeCopies(subject);
  }

  #forget(subject: NewArtifactSubject, attachments: readonly PendingAttachment[]): void {
    this.#runInBackground(async () => {
      for (const attachment of attachments) {
        await this.#withHandle(subject, attachment, (handle) => handle.clear());
      }
    });
  }

  #removeCopies({ key }: NewArtifactSubject): void {
    this.#runInBackground(() => this.#options.stagedFiles.removeDraftFolder(key));
  }

  /** One after the other. */
  #runInBackground(work: () => Promise<void>): void {
    const cleanup = this.#cleanup.catch(() => undefined).then(work);
    this.#cleanup = cleanup;
    this.#options.runInBackground("clean up uploads", () => cleanup);
  }

  async #upload(
    subject: NewArtifactSubject,
    options: ConstructorParameters<typeof FileUpload>[0] & { readonly file: PendingFile },
  ): Promise<FileOutcome> {
    const { fieldId, file, source } = options;
    return this.#withHandle(subject, { fieldId, file }, async (handle) => {
      const upload = new FileUpload(options, handle);
      const uploaded = await sendOrRestart(upload, handle);
      if (uploaded.kind === "notSupported") return { kind: "noUploads" };
      if (uploaded.kind === "sourceChanged") {
        await handle.clear();
        return { kind: "changed" };
      }
      if (await source.isUnchanged()) return uploaded;
      await upload.abandon();
      return { kind: "changed" };
    });
  }

  async #withHandle<T>(
    { siteApi, accountId, key }: NewArtifactSubject,
    { fieldId, file }: PendingAttachment,
    work: (handle: UploadHandle) => Promise<T>,
  ): Promise<T> {
    const uploadKey = { siteApi, accountId, artifactId: key, fieldId, path: file.path };
    // An empty file has nothing to resume.
    const handle = this.#options.resumableUploads.acquire(uploadKey, file.size === 0 ? "never" : "always");
    try {
      return await work(handle);
    } finally {
      handle.release();
    }
  }
}

/** Servers delete unused uploads after some time. */
async function sendOrRestart(upload: FileUpload, handle: UploadHandle): Promise<UploadOutcome> {
  const resume = await upload.findResumable();
  try {
    return await upload.send(resume);
  } catch (failure) {
    if (resume === undefined || !isFailure(failure) || !isUploadGone(failure)) throw failure;
    await handle.clear();
    return upload.send(undefined);
  }
}

async function withSource<T>(
  { path }: PendingFile,
  limit: number | undefined,
  work: (source: SourceFile) => Promise<T>,
): Promise<T | UploadFailure> {
  let source: SourceFile | undefined;
  try {
    source = await SourceFile.open(path);
    const { size } = source;
    if (limit !== undefined && size > limit) return { kind: "tooLarge", size, limit };
    return await work(source);
  } catch (error) {
    return isFailure(error)
      ? { kind: "failed", failure: error }
      : { kind: "disk", diskFailure: toDiskFailure(error, path) };
  } finally {
    await source?.close();
  }
}

function findFailure(
  attachments: readonly PendingAttachment[],
  outcomes: readonly (FileOutcome | FileCheck)[],
): Extract<PendingUploadsOutcome, { kind: "failed" }> | undefined {
  for (const [index, attachment] of attachments.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined && isUploadFailure(outcome)) {
      return { kind: "failed", attachment, failure: outcome };
    }
  }
  return undefined;
}

function isUploadFailure(outcome: FileOutcome | FileCheck): outcome is UploadFailure {
  return outcome.kind !== "uploaded" && outcome.kind !== "skipped" && outcome.kind !== "checked";
}
