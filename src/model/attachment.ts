// Attachments of artifacts and files to upload.
import type { FieldWithValue } from "./artifact.ts";
import type { UnreadableItem } from "./collectionPage.ts";
import type { FileDescription } from "./valueTypes.ts";

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
