import type { JsonObject } from "../../http/json.ts";
import type { FileDescription } from "../../state/value.ts";

/** A temporary file has no URL yet. */
export function representTemporaryFile(description: FileDescription): JsonObject {
  return { ...representFile(description), html_url: null, html_preview_url: null };
}

export function representFile({
  id,
  name,
  description,
  mimeType,
  size,
  submittedBy,
}: FileDescription): JsonObject {
  return {
    id,
    submitted_by: submittedBy,
    description,
    name,
    size,
    type: mimeType,
    html_url: `/plugins/tracker/attachments/${id}-${encodeURIComponent(name)}`,
    html_preview_url: mimeType.startsWith("image/")
      ? `/plugins/tracker/attachments/preview/${id}-${encodeURIComponent(name)}`
      : null,
    uri: `artifact_files/${id}`,
  };
}
