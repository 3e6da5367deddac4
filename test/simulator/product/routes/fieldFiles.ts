import { isObject } from "../../http/json.ts";
import { ok } from "../../http/message.ts";
import type { Answer } from "../../http/message.ts";
import { Refusal, announcing } from "../../http/refusal.ts";
import { writerOf } from "../../http/route.ts";
import type { Call, Route } from "../../http/route.ts";
import { canReadField, canReadTracker, canSubmit, canUpdate, projectAccess } from "../../state/access.ts";
import type { Field } from "../../state/field.ts";
import { textOf } from "../bodyMembers.ts";
import { uploadHref } from "../tus.ts";

const allow = "OPTIONS, POST";

/** Where the upload of a file begins. */
export const fieldFileRoutes: readonly Route[] = [
  { method: "POST", path: "/tracker_fields/{id}/files", allow, credentials: "required", handle: begin },
];

function begin(call: Call): Answer {
  const name = textOf(call, "name");
  const size = sizeOf(call);
  const mimeType = textOf(call, "file_type");
  const description = textOf(call, "description", "");
  const { uploads } = call.world;
  return announcing([["Allow", allow]], () => {
    const { id: fieldId } = requireFileField(call, call.id("id"));
    if (size > uploads.limit) {
      throw new Refusal(400, `A file may have ${uploads.limit} bytes at most, and this one has ${size}`);
    }
    const submittedBy = writerOf(call).id;
    const file = uploads.begin({ fieldId, name, size, mimeType, description, submittedBy });
    if (file === "taken") throw new Refusal(409, "Somebody else is uploading such a file right now");
    return ok(
      {
        id: file.id,
        download_href: `/plugins/tracker/attachments/${file.id}-${encodeURIComponent(name)}`,
        // There is nothing to send of an empty file.
        upload_href: size === 0 ? null : uploadHref(file.id),
      },
      ["Allow", allow],
    );
  });
}

function sizeOf({ body }: Call): number {
  const size = isObject(body) ? body["file_size"] : undefined;
  if (size === undefined || size === null) throw new Refusal(400, "`file_size` is required.");
  const value = Number(size);
  if (typeof size === "boolean" || !Number.isSafeInteger(value) || value < 0) {
    throw new Refusal(400, "Invalid value specified for `file_size`. Expecting integer value");
  }
  return value;
}

/** One has to be allowed both to submit and to change it. */
function requireFileField({ world, viewer }: Call, id: number): Field {
  for (const tracker of world.trackers.values()) {
    const field = tracker.fields.find((each) => each.id === id);
    if (field === undefined) continue;
    if (!canReadTracker(viewer, tracker)) throw new Refusal(404);
    const access = projectAccess(viewer, tracker.project);
    if (access === "suspended") throw new Refusal(403, "This project is suspended");
    if (access === "private") throw new Refusal(404);
    if (field.kind !== "file") throw new Refusal(400, "This field takes no files");
    const isAllowed =
      canReadField(viewer, field, tracker.project) &&
      canSubmit(viewer, tracker) &&
      canUpdate(viewer, tracker);
    if (!isAllowed) throw new Refusal(403);
    return field;
  }
  throw new Refusal(404, "There is no such field");
}
