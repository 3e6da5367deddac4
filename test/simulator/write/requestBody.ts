import { isObject, scalarToText } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { HttpError } from "../http/httpError.ts";
import type { Comment } from "../state/changeset.ts";
import { parseTextFormat } from "./parseBasicValues.ts";
import { isJsonArray } from "./writeContext.ts";

const maxCommentBytes = 65_535;

/** Checks the members of a body before anything is looked up. */
export function toBodyObject(body: Json | undefined): JsonObject {
  return isObject(body) ? body : {};
}

export function requireValues(body: Json | undefined): readonly Json[] {
  const values = toBodyObject(body)["values"] ?? null;
  if (values === null) throw new HttpError(400, "`values` is required.");
  if (!isJsonArray(values)) throw new HttpError(400, "Invalid value specified for `values`");
  return values;
}

export function requireTrackerId(body: Json | undefined): number {
  const tracker = toBodyObject(body)["tracker"] ?? null;
  if (tracker !== null && !isObject(tracker)) {
    throw new HttpError(400, "Invalid value specified for `tracker`");
  }
  const id = tracker?.["id"] ?? null;
  if (id === null) throw new HttpError(400, "`tracker[id]` is required.");
  if (!/^\d+$/.test(scalarToText(id))) throw new HttpError(400, "Invalid value specified for `tracker[id]`");
  return Number(id);
}

/** An unknown format is Markdown. An empty comment is none. */
export function parseComment(body: Json | undefined): Comment | undefined {
  const comment = toBodyObject(body)["comment"];
  if (!isObject(comment)) return undefined;
  for (const name of ["body", "format"]) {
    if ((comment[name] ?? null) === null) throw new HttpError(400, `\`comment[${name}]\` is required.`);
  }
  return { body: scalarToText(comment["body"]), format: parseTextFormat(comment["format"], "commonmark") };
}

export function validateComment(comment: Comment | undefined): Comment | undefined {
  if (comment !== undefined && Buffer.byteLength(comment.body) > maxCommentBytes) {
    throw new HttpError(400, `A comment may have ${maxCommentBytes} bytes at most`);
  }
  return comment?.body === "" ? undefined : comment;
}
