// Loads the changesets of an artifact.
import * as z from "zod";
import { toElements, toTextFormat, readUser } from "../model/fields/readWireValue.ts";
import type { Changeset, Comment } from "../model/history.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import { toGroupLabel } from "../model/user.ts";
import { parsePage } from "./pagination.ts";
import { parseFieldValue } from "./format/parseFieldValue.ts";
import {
  unknownSchema,
  lenientTextSchema,
  integerSchema,
  optionalTextSchema,
  textSchema,
} from "./format/wireSchemas.ts";
import type { HttpClient } from "./network/httpClient.ts";

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

const commentSchema = z.object({
  body: textSchema.catch(""),
  format: lenientTextSchema,
  commonmark: lenientTextSchema,
  ugroups: unknownSchema,
});

const groupSchema = z.object({ label: optionalTextSchema, short_name: lenientTextSchema });

/** `null` means visible to everyone; any list, even an unreadable one, means visible to some groups only. */
function parseVisibleGroups(groups: unknown): readonly string[] | undefined {
  if (groups === null || groups === undefined) return undefined;
  return toElements(groups).flatMap((element) => {
    const group = groupSchema.safeParse(element);
    const name = group.success ? (group.data.label ?? group.data.short_name) : undefined;
    return name === undefined ? [] : toGroupLabel(name);
  });
}

/** A changeset without a comment has an empty one, and so has a comment that the user may not see. */
function toComment(wire: unknown): Comment | undefined {
  const comment = commentSchema.safeParse(wire);
  if (!comment.success) return undefined;
  const { body, format, commonmark, ugroups } = comment.data;
  const source = commonmark ?? body;
  if (source === "") return undefined;
  return { source, format: toTextFormat(format, commonmark), onlyFor: parseVisibleGroups(ugroups) };
}

const changesetSchema = z.object({
  id: integerSchema,
  submitted_by_details: unknownSchema,
  submitted_on: lenientTextSchema,
  last_comment: unknownSchema,
  values: unknownSchema,
});

function toChangeset(wire: z.infer<typeof changesetSchema>): Changeset {
  return {
    kind: "changeset",
    id: wire.id,
    by: readUser(wire.submitted_by_details),
    on: wire.submitted_on,
    comment: toComment(wire.last_comment),
    values: toElements(wire.values).map(parseFieldValue),
  };
}

/**
 * Oldest first, because servers reverse the order within each page only. Changesets without visible changes
 * are left out of a page, but counted.
 */
export async function fetchChangesetsPage(
  http: HttpClient,
  uri: string,
  { offset, limit }: PageRange,
  signal?: AbortSignal,
): Promise<CollectionPage<Changeset>> {
  const response = await http.send({ uri, parameters: { limit, offset, order: "asc" }, signal });
  return parsePage(response, offset, changesetSchema, toChangeset);
}
