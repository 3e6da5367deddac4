import type { JsonObject } from "../../http/json.ts";
import type { FileDescription } from "../../state/value.ts";

/** One that waits for an artifact has no address yet. */
export function temporaryFile(description: FileDescription): JsonObject {
  return { ...file(description), html_url: null, html_preview_url: null };
}

export function file({ id, name, description, mimeType, size, submittedBy }: FileDescription): JsonObject {
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
