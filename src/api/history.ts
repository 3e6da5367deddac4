// What became of an artifact over time.
import * as z from "zod";
import { elements, formatOf, readPerson } from "../model/fields/reading.ts";
import type { Changeset, Comment } from "../model/history.ts";
import type { Page } from "../model/page.ts";
import { groupLabel } from "../model/user.ts";
import { readPage } from "./collection.ts";
import { readEntry } from "./format/values.ts";
import { anything, dispensableText, integer, optionalText, text } from "./format/wire.ts";
import type { Http } from "./network/http.ts";

export interface HistoryPage {
  readonly offset: number;
  readonly limit: number;
}

const commentSchema = z.object({
  body: text.catch(""),
  format: dispensableText,
  commonmark: dispensableText,
  ugroups: anything,
});

const groupSchema = z.object({ label: optionalText, short_name: dispensableText });

/** Null is for everybody; a list, were it one that we can't read, is for some only. */
function onlyFor(groups: unknown): readonly string[] | undefined {
  if (groups === null || groups === undefined) return undefined;
  return elements(groups).flatMap((element) => {
    const group = groupSchema.safeParse(element);
    const name = group.success ? (group.data.label ?? group.data.short_name) : undefined;
    return name === undefined ? [] : groupLabel(name);
  });
}

/** Whoever says nothing leaves an empty comment, and so does one who says something to others only. */
function toComment(wire: unknown): Comment | undefined {
  const comment = commentSchema.safeParse(wire);
  if (!comment.success) return undefined;
  const { body, format, commonmark, ugroups } = comment.data;
  const source = commonmark ?? body;
  if (source === "") return undefined;
  return { source, format: formatOf(format, commonmark), onlyFor: onlyFor(ugroups) };
}

const changesetSchema = z.object({
  id: integer,
  submitted_by_details: anything,
  submitted_on: dispensableText,
  last_comment: anything,
  values: anything,
});

function toChangeset(wire: z.infer<typeof changesetSchema>): Changeset {
  return {
    kind: "changeset",
    id: wire.id,
    by: readPerson(wire.submitted_by_details),
    on: wire.submitted_on,
    comment: toComment(wire.last_comment),
    values: elements(wire.values).map(readEntry),
  };
}

/**
 * Oldest first, because the other order would be one within each page only. What has no change that we may see
 * is left out of its page, but counted.
 */
export async function listChangesets(
  http: Http,
  uri: string,
  { offset, limit }: HistoryPage,
  signal?: AbortSignal,
): Promise<Page<Changeset>> {
  const answer = await http.send({ uri, parameters: { limit, offset, order: "asc" }, signal });
  return readPage(answer, offset, changesetSchema, toChangeset);
}
