// A file from the disk onto an artifact.
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Client } from "../../api/client.ts";
import type { UploadSource } from "../../api/sendInPieces.ts";
import type { Artifact } from "../../model/artifact.ts";
import type { NewFile, UploadOutcome } from "../../model/attachment.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import type { BegunUploads, HeldUpload, KeptUpload, Lasting } from "./begunUploads.ts";
import { type FieldOutcome, holdsFile } from "./fileField.ts";
import { type DiskTrouble, NotAFile, readFully, troubleOf } from "./fileSystem.ts";

// A file to be sent, read piece by piece, and whether it still is the one that it was.

/** Editors write a file anew under its name: then it is another one, though it may look the same. */
function stampOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(" ");
}

class SourceFile implements UploadSource {
  readonly path: string;
  readonly size: number;
  /** In nanoseconds. */
  readonly modifiedAt: string;
  readonly #handle: FileHandle;
  readonly #stamp: string;

  private constructor(path: string, handle: FileHandle, found: BigIntStats) {
    this.path = path;
    this.#handle = handle;
    this.size = Number(found.size);
    this.modifiedAt = String(found.mtimeNs);
    this.#stamp = stampOf(found);
  }

  static async open(path: string): Promise<SourceFile> {
    // What is no file, such as a pipe that nobody writes to, must not be waited for.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await handle.stat({ bigint: true });
      if (!found.isFile()) throw new NotAFile(path);
      // What the system makes up while it is read has no size of its own. And what can't be read says so now.
      const isMadeUp = (await readFully(handle, 0, 1)).length > 0 && found.size === 0n;
      if (isMadeUp) throw new NotAFile(path);
      return new SourceFile(path, handle, found);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    return readFully(this.#handle, offset, length);
  }

  async isUnchanged(): Promise<boolean> {
    const now = await stat(this.path, { bigint: true }).catch(() => undefined);
    return now !== undefined && stampOf(now) === this.#stamp;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Where a file is to hang. */
export interface AttachmentPlace {
  readonly siteApi: string;
  readonly accountId: string | undefined;
  readonly client: Pick<Client, "artifact" | "update" | "upload" | "abandonUpload">;
  readonly artifactId: number;
  readonly field: {
    readonly id: number;
    readonly maxUploadBytes: number | undefined;
    /**
     * Whether the tracker's structure says that this account may read the field. Without that an artifact that tells nothing
     * of it is not changed: it may hold files that are not shown, and a change would erase them.
     */
    readonly isReadable?: boolean;
  };
}

export interface NewAttachment extends Omit<NewFile, "size"> {
  /** Of its bytes on this machine. */
  readonly path: string;
  /** It is a copy that will be gone: no other session can go on with it. */
  readonly isTemporary?: boolean;
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

interface AttachingOptions {
  readonly begun: BegunUploads;
  /** Makes the field hold the file, under the revision that was just read. */
  readonly hang: (fileId: number, signal: AbortSignal) => Promise<FieldOutcome>;
}

/** Whether the server no longer knows what was begun there. */
function isOver({ kind, request: { status } }: Failure): boolean {
  return kind === "notFound" || status === 410;
}

/** Those after which the same upload may well be hung there by another try. */
const passing: ReadonlySet<Failure["kind"]> = new Set([
  "unreachable",
  "timedOut",
  "serverTrouble",
  "quotaReached",
  "signedOut",
  "conflict",
  "outcomeUnknown",
] as const);

function lastingOf({ isTemporary = false }: NewAttachment, { size }: SourceFile): Lasting {
  // There is nothing to go on with, and nothing to ask whether the server still has it.
  if (size === 0) return "never";
  return isTemporary ? "session" : "always";
}

/** One attachment on its way. */
class Attaching {
  readonly #place: AttachmentPlace;
  readonly #world: AttachingOptions;
  readonly #held: HeldUpload;
  readonly #file: NewFile;
  readonly #source: SourceFile;
  readonly #options: AttachOptions;

  constructor(
    world: AttachingOptions,
    place: AttachmentPlace,
    attachment: NewAttachment,
    source: SourceFile,
    options: AttachOptions,
  ) {
    this.#place = place;
    this.#world = world;
    const { name, type, description } = attachment;
    this.#file = { name, type, description, size: source.size };
    this.#source = source;
    this.#options = options;
    const { siteApi, accountId, artifactId, field } = place;
    const uploadPlace = { siteApi, accountId, artifactId, fieldId: field.id, path: source.path };
    this.#held = world.begun.hold(uploadPlace, lastingOf(attachment, source));
  }

  async run(): Promise<AttachOutcome> {
    const { signal } = this.#options;
    try {
      return await this.#sendAndHang(await this.#earlier());
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (!signal.aborted) return await this.#failed({ kind: "failed", failure });
      await this.#abandon();
      return { kind: "cancelled" };
    } finally {
      this.#held.release();
    }
  }

  async #sendAndHang(resume: KeptUpload | undefined): Promise<AttachOutcome> {
    const uploaded = await this.#upload(resume);
    if (uploaded.kind === "noUploads") return uploaded;
    if (uploaded.kind === "sourceChanged") {
      await this.#held.forget();
      return { kind: "changed" };
    }
    if (!(await this.#source.isUnchanged())) {
      await this.#abandon();
      return { kind: "changed" };
    }
    const outcome = await this.#world.hang(uploaded.id, this.#options.signal);
    if (uploaded.id !== resume?.upload.id || !(await this.#mayBeTheFile(outcome))) {
      return this.#settle(uploaded.id, outcome);
    }
    await this.#dropRefused(resume);
    return this.#sendAndHang(undefined);
  }

  async #upload(resume: KeptUpload | undefined): Promise<UploadOutcome> {
    try {
      return await this.#send(resume);
    } catch (failure) {
      if (resume === undefined || !isFailure(failure) || !isOver(failure)) throw failure;
      const { id } = resume.upload;
      // It is over as well where it hangs there, and only the answer that said so was lost.
      const artifact = await this.#artifact();
      if (artifact !== undefined && holdsFile(artifact, this.#place.field.id, id)) {
        return { kind: "uploaded", id };
      }
      await this.#held.forget();
      return this.#send(undefined);
    }
  }

  /** What was begun for this very file; what was begun for an earlier state of it is of no use. */
  async #earlier(): Promise<KeptUpload | undefined> {
    const { kept } = this.#held;
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
          noted = this.#held.note({ file, modifiedAt, upload });
        },
      });
    } finally {
      await noted;
    }
  }

  async #settle(fileId: number, outcome: FieldOutcome): Promise<AttachOutcome> {
    switch (outcome.kind) {
      case "changed":
        await this.#held.forget();
        return { kind: "attached", fileId };
      case "cancelled":
      case "gone":
      case "noRevision":
        await this.#abandon();
        return outcome;
      case "conflict":
      case "failed":
        return this.#failed(outcome);
    }
  }

  /** Undefined where it is gone. */
  async #artifact(): Promise<Artifact | undefined> {
    const { client, artifactId } = this.#place;
    try {
      return await client.artifact(artifactId, this.#options.signal);
    } catch (failure) {
      if (isFailure(failure) && failure.kind === "notFound") return undefined;
      throw failure;
    }
  }

  /**
   * Whether the server may object to a file that was kept: one that is gone it tells as if the artifact were, and one that
   * hangs on another artifact as an error of its own, in words.
   */
  async #mayBeTheFile(outcome: FieldOutcome): Promise<boolean> {
    if (outcome.kind === "gone") return (await this.#artifact()) !== undefined;
    if (outcome.kind !== "failed") return false;
    const { kind, request } = outcome.failure;
    return kind === "invalid" || (request.status === 500 && request.said !== undefined);
  }

  /** In the older way it may be the file of another artifact by now, which is not ours to erase. */
  async #dropRefused({ upload }: KeptUpload): Promise<void> {
    await (upload.href === undefined ? this.#held.forget() : this.#abandon());
  }

  /** A conflict, or a server in trouble, is no reason to send all the bytes again: what another try can use is kept. */
  async #failed(outcome: Extract<FieldOutcome, { kind: "failed" | "conflict" }>): Promise<AttachOutcome> {
    const kind = outcome.kind === "failed" ? outcome.failure.kind : outcome.kind;
    const { lasting } = this.#held;
    const isOfUse = lasting === "always" || (lasting === "session" && passing.has(kind));
    // What may hang there by now stays.
    if (!isOfUse && kind !== "outcomeUnknown") await this.#abandon();
    return outcome;
  }

  /** What the server does not hear of it sweeps away by itself some day. */
  async #abandon(): Promise<void> {
    const { kept } = this.#held;
    if (kept === undefined) return;
    await this.#held.forget();
    await this.#place.client.abandonUpload(kept.upload).catch((failure: unknown) => {
      if (!isFailure(failure)) throw failure;
    });
  }
}

/** Whatever comes of it is a value; only mistakes of ours are thrown. */
export async function attach(
  world: AttachingOptions,
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
