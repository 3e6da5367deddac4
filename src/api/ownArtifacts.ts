// The open artifacts that concern oneself, of all trackers. Servers that can't tell answer with 404.
import * as z from "zod";
import type { Page } from "../model/page.ts";
import type { PlacedRow } from "../model/query/placedRow.ts";
import type { ListOptions } from "./artifactLists.ts";
import { readPage } from "./collection.ts";
import { rowSchema, toRow } from "./format/artifactReading.ts";
import { dispensableText, integer, text } from "./format/wire.ts";
import type { Http } from "./network/http.ts";
import { unlessAbsent } from "./unlessAbsent.ts";

export type Concern = "assigned" | "submitted";

const wireConcern = { assigned: "assigned_to", submitted: "submitted_by" } as const;

const placedSchema = rowSchema.extend({
  tracker: z.object({ id: integer, label: text, color_name: dispensableText }),
});

function toPlacedRow(wire: z.infer<typeof placedSchema>): PlacedRow {
  const { id, label, color_name } = wire.tracker;
  // These rows tell of no status, but only open ones are among them.
  return { ...toRow(wire), isOpen: true, tracker: { id, label, color: color_name } };
}

const largestPage = 250;

/** Oldest first; undefined where the server can't tell. */
export async function listOwnArtifacts(
  http: Http,
  concern: Concern,
  { offset, limit = largestPage, signal }: ListOptions,
): Promise<Page<PlacedRow> | undefined> {
  const query = JSON.stringify({ [wireConcern[concern]]: true });
  const parameters = { query, limit: Math.min(limit, largestPage), offset };
  const answer = await unlessAbsent(http.send({ uri: "users/self/artifacts", parameters, signal }));
  return answer && readPage(answer, offset, placedSchema, toPlacedRow);
}
