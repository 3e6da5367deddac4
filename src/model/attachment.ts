// Files that hang on artifacts.
import type { FieldEntry } from "./artifact.ts";
import type { Unreadable } from "./page.ts";
import type { FileDescription } from "./value.ts";

/** With the field that holds it: an artifact can have several of those. */
export interface Attachment {
  readonly fieldId: number;
  readonly file: FileDescription;
}

/** Larger ones are not read for something so small as a preview. */
const largestPreview = 5 * 1024 * 1024;
const picture = /^image\/(?:png|jpe?g|gif|webp|svg\+xml|bmp|avif)$/i;

export function hasPreview({ type, size }: FileDescription): boolean {
  return picture.test(type) && size <= largestPreview;
}

export function attachmentsIn(values: readonly (FieldEntry | Unreadable)[]): readonly Attachment[] {
  return values.flatMap((entry) =>
    entry.kind === "entry" && entry.value.kind === "files"
      ? entry.value.files.map((file) => ({ fieldId: entry.fieldId, file }))
      : [],
  );
}

// A file on its way to a server, before it hangs on an artifact.

export interface NewFile {
  readonly name: string;
  readonly size: number;
  /** Its media type. */
  readonly type: string;
  readonly description: string;
}

/** All that it takes to go on with an upload later, in another session too, or to give it up. Plain data. */
export interface BegunUpload {
  /** Of the file: what a file field is changed to hold. */
  readonly id: number;
  readonly size: number;
  /** Where its bytes go, on the site's own pages; undefined where they go through the API, or there are none. */
  readonly href: string | undefined;
}

export type UploadOutcome =
  | { readonly kind: "uploaded"; readonly id: number }
  /** The server takes no files. */
  | { readonly kind: "noUploads" }
  /** The source holds more or less than was announced. What had been sent is given up. */
  | { readonly kind: "sourceChanged" };
