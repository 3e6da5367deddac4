import { isObject, scalarText } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import type { Comment } from "../state/changeset.ts";
import { textFormat } from "./plainValues.ts";
import { isList } from "./writing.ts";

const longestComment = 65_535;

/** What a body has to have before anything is looked up. */
export function bodyObject(body: Json | undefined): JsonObject {
  return isObject(body) ? body : {};
}

export function requiredValues(body: Json | undefined): readonly Json[] {
  const values = bodyObject(body)["values"] ?? null;
  if (values === null) throw new Refusal(400, "`values` is required.");
  if (!isList(values)) throw new Refusal(400, "Invalid value specified for `values`");
  return values;
}

export function requiredTrackerId(body: Json | undefined): number {
  const tracker = bodyObject(body)["tracker"] ?? null;
  if (tracker !== null && !isObject(tracker)) throw new Refusal(400, "Invalid value specified for `tracker`");
  const id = tracker?.["id"] ?? null;
  if (id === null) throw new Refusal(400, "`tracker[id]` is required.");
  if (!/^\d+$/.test(scalarText(id))) throw new Refusal(400, "Invalid value specified for `tracker[id]`");
  return Number(id);
}

/** A format that nobody knows is taken for Markdown. An empty comment is none. */
export function commentOf(body: Json | undefined): Comment | undefined {
  const comment = bodyObject(body)["comment"];
  if (!isObject(comment)) return undefined;
  for (const name of ["body", "format"]) {
    if ((comment[name] ?? null) === null) throw new Refusal(400, `\`comment[${name}]\` is required.`);
  }
  return { body: scalarText(comment["body"]), format: textFormat(comment["format"], "commonmark") };
}

export function checkComment(comment: Comment | undefined): Comment | undefined {
  if (comment !== undefined && Buffer.byteLength(comment.body) > longestComment) {
    throw new Refusal(400, `A comment may have ${longestComment} bytes at most`);
  }
  return comment?.body === "" ? undefined : comment;
}
