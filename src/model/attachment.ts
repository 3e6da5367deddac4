// Attachments of artifacts and files to upload.
import type { FieldWithValue } from "./artifact.ts";
import type { UnreadableItem } from "./collectionPage.ts";
import type { Failure } from "./failure.ts";
import type { FileDescription, PendingFile } from "./valueTypes.ts";

/** An artifact can have several file fields. */
export interface Attachment {
  readonly fieldId: number;
  readonly file: FileDescription;
}

/** Larger images aren't downloaded for a preview. */
const maxPreviewBytes = 5 * 1024 * 1024;
const previewableType = /^image\/(?:png|jpe?g|gif|webp|svg\+xml|bmp|avif)$/i;

export function hasPreview({ type, size }: FileDescription): boolean {
  return previewableType.test(type) && size <= maxPreviewBytes;
}

export function findAttachments(values: readonly (FieldWithValue | UnreadableItem)[]): readonly Attachment[] {
  return values.flatMap((entry) =>
    entry.kind === "entry" && entry.value.kind === "files"
      ? entry.value.files.map((file) => ({ fieldId: entry.fieldId, file }))
      : [],
  );
}

// Uploads, before the file is attached.

export interface NewFile {
  readonly name: string;
  readonly size: number;
  /** Media type. */
  readonly type: string;
  readonly description: string;
}

export interface PendingAttachment {
  readonly fieldId: number;
  readonly file: PendingFile;
}

/** Serializable state to resume or cancel an upload, also in another session. */
export interface ResumableUpload {
  /** Id of the file, as sent in the file field. */
  readonly id: number;
  readonly size: number;
  /** Upload path on the site; undefined if the bytes are sent through the API or the file is empty. */
  readonly href: string | undefined;
}

export type UploadOutcome =
  | { readonly kind: "uploaded"; readonly id: number }
  /** The server doesn't support uploads. */
  | { readonly kind: "notSupported" }
  /** The source's size differs from the announced size; the upload is discarded. */
  | { readonly kind: "sourceChanged" };

export type DiskFailure =
  | { readonly kind: "noSpace" | "noPermission"; readonly path: string }
  /** A link or something else where a folder is expected: files would be written elsewhere. */
  | { readonly kind: "outside"; readonly path: string }
  /** A folder, a device or a virtual file. */
  | { readonly kind: "notAFile"; readonly path: string }
  /** Any other system error. */
  | { readonly kind: "disk"; readonly path: string; readonly code: string };

/** Why a file of this machine couldn't be uploaded. */
export type UploadFailure =
  /** The server doesn't support uploads. */
  | { readonly kind: "noUploads" }
  | { readonly kind: "tooLarge"; readonly size: number; readonly limit: number }
  /** The file changed during the upload. */
  | { readonly kind: "changed" }
  | { readonly kind: "disk"; readonly diskFailure: DiskFailure }
  | { readonly kind: "failed"; readonly failure: Failure };
