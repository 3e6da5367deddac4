import { isObject } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { HttpError, withErrorHeaders } from "../../http/httpError.ts";
import { requireViewer } from "../../http/route.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { canReadField, canReadTracker, canSubmit, canUpdate, getProjectAccess } from "../../state/access.ts";
import type { Field } from "../../state/field.ts";
import { requireText } from "../bodyParameters.ts";
import { getUploadHref } from "../tus.ts";

const allow = "OPTIONS, POST";

/** Creates an upload. */
export const fieldFileRoutes: readonly Route[] = [
  { method: "POST", path: "/tracker_fields/{id}/files", allow, credentials: "required", handle: beginUpload },
];

function beginUpload(call: RouteCall): RouteResponse {
  const name = requireText(call, "name");
  const size = requireFileSize(call);
  const mimeType = requireText(call, "file_type");
  const description = requireText(call, "description", "");
  const { uploads } = call.server;
  return withErrorHeaders([["Allow", allow]], () => {
    const { id: fieldId } = requireFileField(call, call.getNumberParameter("id"));
    if (size > uploads.limit) {
      throw new HttpError(400, `A file may have ${uploads.limit} bytes at most, and this one has ${size}`);
    }
    const submittedBy = requireViewer(call).id;
    const file = uploads.begin({ fieldId, name, size, mimeType, description, submittedBy });
    if (file === "conflict") throw new HttpError(409, "Somebody else is uploading such a file right now");
    return createDataResponse(
      {
        id: file.id,
        download_href: `/plugins/tracker/attachments/${file.id}-${encodeURIComponent(name)}`,
        // An empty file has no content to upload.
        upload_href: size === 0 ? null : getUploadHref(file.id),
      },
      ["Allow", allow],
    );
  });
}

function requireFileSize({ body }: RouteCall): number {
  const size = isObject(body) ? body["file_size"] : undefined;
  if (size === undefined || size === null) throw new HttpError(400, "`file_size` is required.");
  const value = Number(size);
  if (typeof size === "boolean" || !Number.isSafeInteger(value) || value < 0) {
    throw new HttpError(400, "Invalid value specified for `file_size`. Expecting integer value");
  }
  return value;
}

/** Requires the permissions to submit and to update the field. */
function requireFileField({ server, viewer }: RouteCall, id: number): Field {
  for (const tracker of server.trackers.values()) {
    const field = tracker.fields.find((each) => each.id === id);
    if (field === undefined) continue;
    if (!canReadTracker(viewer, tracker)) throw new HttpError(404);
    const access = getProjectAccess(viewer, tracker.project);
    if (access === "suspended") throw new HttpError(403, "This project is suspended");
    if (access === "private") throw new HttpError(404);
    if (field.kind !== "file") throw new HttpError(400, "This field takes no files");
    const isAllowed =
      canReadField(viewer, field, tracker.project) &&
      canSubmit(viewer, tracker) &&
      canUpdate(viewer, tracker);
    if (!isAllowed) throw new HttpError(403);
    return field;
  }
  throw new HttpError(404, "There is no such field");
}
