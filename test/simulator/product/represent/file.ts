import type { JsonObject } from "../../http/json.ts";
import type { FileDescription } from "../../state/value.ts";

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
