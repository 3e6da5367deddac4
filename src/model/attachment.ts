// Files that hang on artifacts.
import type { Unreadable } from "./page.ts";
import type { FieldEntry, FileDescription } from "./value.ts";

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
