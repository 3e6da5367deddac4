// A file from the disk onto an artifact.
import { isDeepStrictEqual } from "node:util";
import type { Client } from "../../api/client.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import type { NewFile, UploadOutcome } from "../../model/upload.ts";
import type { BegunUploads, KeptUpload, UploadPlace } from "./begunUploads.ts";
import { type DiskTrouble, troubleOf } from "./disk.ts";
import type { FieldOutcome } from "./fileField.ts";
import { SourceFile } from "./sourceFile.ts";

/** Where a file is to hang. */
export interface AttachmentPlace {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  readonly client: Pick<Client, "artifact" | "update" | "upload" | "abandonUpload">;
  readonly artifactId: number;
  readonly field: { readonly id: number; readonly maxUploadBytes: number | undefined };
}

export interface NewAttachment extends Omit<NewFile, "size"> {
  /** Of its bytes on this machine. */
  readonly path: string;
}

export type AttachOutcome =
  | { readonly kind: "attached"; readonly fileId: number }
  /** The server takes no files. */
  | { readonly kind: "noUploads" }
  | { readonly kind: "tooLarge"; readonly size: number; readonly limit: number }
  /** The file was written to while it was sent. */
  | { readonly kind: "changed" }
  | { readonly kind: "disk"; readonly trouble: DiskTrouble }
  | Exclude<FieldOutcome, { kind: "changed" }>;

export interface AttachOptions {
  readonly signal: AbortSignal;
  /** The bytes that the server has. */
  readonly onProgress?: (bytes: number, size: number) => void;
}

export interface AttachWorld {
  readonly begun: BegunUploads;
  /** Makes the field hold the file, under the revision that was just read. */
  readonly hang: (fileId: number, signal: AbortSignal) => Promise<FieldOutcome>;
}

/** Whether the server no longer knows what was begun there. */
function isOver({ kind, request: { status } }: Failure): boolean {
  return kind === "notFound" || status === 410;
}

/** One attachment on its way. */
class Attaching {
  readonly #place: AttachmentPlace;
  readonly #world: AttachWorld;
  readonly #begun: BegunUploads;
  readonly #file: NewFile;
  readonly #source: SourceFile;
  readonly #options: AttachOptions;
  readonly #uploadPlace: UploadPlace;

  constructor(
    world: AttachWorld,
    place: AttachmentPlace,
    { name, type, description }: NewAttachment,
    source: SourceFile,
    options: AttachOptions,
  ) {
    this.#place = place;
    this.#world = world;
    this.#begun = world.begun;
    this.#file = { name, type, description, size: source.size };
    this.#source = source;
    this.#options = options;
    const { siteApi, accountId, field } = place;
    this.#uploadPlace = { siteApi, accountId, fieldId: field.id, path: source.path };
  }

  async run(): Promise<AttachOutcome> {
    const { signal } = this.#options;
    try {
      const uploaded = await this.#upload();
      if (uploaded.kind === "noUploads") return uploaded;
      if (uploaded.kind === "sourceChanged") {
        await this.#begun.forget(this.#uploadPlace);
        return { kind: "changed" };
      }
      if (!(await this.#source.isUnchanged())) {
        await this.#abandon();
        return { kind: "changed" };
      }
      return await this.#hang(uploaded.id);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (!signal.aborted) return { kind: "failed", failure };
      await this.#abandon();
      return { kind: "cancelled" };
    }
  }

  async #upload(): Promise<UploadOutcome> {
    const resume = await this.#earlier();
    try {
      return await this.#send(resume);
    } catch (failure) {
      if (resume === undefined || !isFailure(failure) || !isOver(failure)) throw failure;
      await this.#begun.forget(this.#uploadPlace);
      return this.#send(undefined);
    }
  }

  /** What was begun for this very file; what was begun for an earlier state of it is of no use. */
  async #earlier(): Promise<KeptUpload | undefined> {
    const kept = this.#begun.find(this.#uploadPlace);
    if (kept === undefined) return undefined;
    const isSame = isDeepStrictEqual(kept.file, this.#file) && kept.modifiedAt === this.#source.modifiedAt;
    if (isSame) return kept;
    await this.#abandon();
    return undefined;
  }

  async #send(resume: KeptUpload | undefined): Promise<UploadOutcome> {
    const { client, field } = this.#place;
    const file = this.#file;
    const { modifiedAt } = this.#source;
    const { signal, onProgress } = this.#options;
    let noted: Promise<void> = Promise.resolve();
    try {
      return await client.upload(field.id, file, this.#source, {
        signal,
        resume: resume?.upload,
        onProgress: (bytes) => onProgress?.(bytes, file.size),
        onBegun: (upload) => {
          noted = this.#begun.note(this.#uploadPlace, { file, modifiedAt, upload });
        },
      });
    } finally {
      await noted;
    }
  }

  /** A conflict, or a server in trouble, is no reason to send all the bytes again: what arrived is kept. */
  async #hang(fileId: number): Promise<AttachOutcome> {
    const outcome = await this.#world.hang(fileId, this.#options.signal);
    switch (outcome.kind) {
      case "changed":
        await this.#begun.forget(this.#uploadPlace);
        return { kind: "attached", fileId };
      case "cancelled":
      case "gone":
      case "noRevision":
        await this.#abandon();
        return outcome;
      case "conflict":
      case "failed":
        return outcome;
    }
  }

  /** What the server does not hear of it sweeps away by itself some day. */
  async #abandon(): Promise<void> {
    const kept = this.#begun.find(this.#uploadPlace);
    if (kept === undefined) return;
    await this.#begun.forget(this.#uploadPlace);
    await this.#place.client.abandonUpload(kept.upload).catch((failure: unknown) => {
      if (!isFailure(failure)) throw failure;
    });
  }
}

/** Whatever comes of it is a value; only mistakes of ours are thrown. */
export async function attach(
  world: AttachWorld,
  place: AttachmentPlace,
  attachment: NewAttachment,
  options: AttachOptions,
): Promise<AttachOutcome> {
  const limit = place.field.maxUploadBytes;
  let source: SourceFile | undefined;
  try {
    source = await SourceFile.open(attachment.path);
    const { size } = source;
    if (limit !== undefined && size > limit) return { kind: "tooLarge", size, limit };
    return await new Attaching(world, place, attachment, source, options).run();
  } catch (error) {
    return { kind: "disk", trouble: troubleOf(error, attachment.path) };
  } finally {
    await source?.close();
  }
}
