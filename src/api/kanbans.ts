// Kanbans. The server doesn't list them, so their IDs come from their pages.
import * as z from "zod";
import type { RankPosition } from "../model/board.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import { UnexpectedResponse } from "../model/failure.ts";
import type { Kanban, KanbanList } from "../model/kanban.ts";
import type { PageOptions } from "./artifactLists.ts";
import { integerSchema, optionalIntegerSchema, textSchema } from "./format/wireSchemas.ts";
import type { HttpClient } from "./network/httpClient.ts";
import { parsePage } from "./pagination.ts";

const kanbanSchema = z.object({
  id: integerSchema,
  label: textSchema,
  tracker: z.object({ id: integerSchema, project: z.object({ id: integerSchema }) }),
  columns: z.array(z.object({ id: integerSchema, label: textSchema, limit: optionalIntegerSchema })),
});

export async function fetchKanban(http: HttpClient, kanbanId: number, signal?: AbortSignal): Promise<Kanban> {
  const response = await http.send({ uri: `kanban/${kanbanId}`, signal });
  const wire = kanbanSchema.safeParse(response.body);
  if (!wire.success) throw new UnexpectedResponse(response.request, "shape", wire.error);
  const { id, label, tracker, columns } = wire.data;
  return { kind: "kanban", id, label, trackerId: tracker.id, projectId: tracker.project.id, columns };
}

function toListRequest(
  kanbanId: number,
  list: KanbanList,
): { readonly uri: string; readonly parameters: Readonly<Record<string, number>> } {
  return list === "backlog"
    ? { uri: `kanban/${kanbanId}/backlog`, parameters: {} }
    : { uri: `kanban/${kanbanId}/items`, parameters: { column_id: list } };
}

const maxItems = 100;
const itemSchema = z.object({ id: integerSchema });
const collectionSchema = z.object({ collection: z.array(z.unknown()) });

/** The artifacts of a column or of the backlog, by rank. The total includes those that the user can't read. */
export async function fetchKanbanPage(
  http: HttpClient,
  kanbanId: number,
  list: KanbanList,
  { offset, limit = maxItems, signal }: PageOptions,
): Promise<CollectionPage<{ readonly kind: "card"; readonly id: number }>> {
  const { uri, parameters } = toListRequest(kanbanId, list);
  const response = await http.send({ uri, parameters: { ...parameters, limit, offset }, signal });
  const wire = collectionSchema.safeParse(response.body);
  if (!wire.success) throw new UnexpectedResponse(response.request, "shape", wire.error);
  return parsePage({ ...response, body: wire.data.collection }, offset, itemSchema, ({ id }) => ({
    kind: "card",
    id,
  }));
}

/** The artifacts have to be in the list already; the server ignores preconditions. */
export async function orderKanban(
  http: HttpClient,
  kanbanId: number,
  list: KanbanList,
  { ids, direction, comparedTo }: RankPosition & { readonly ids: readonly number[] },
  signal?: AbortSignal,
): Promise<void> {
  const { uri, parameters } = toListRequest(kanbanId, list);
  const body = { order: { ids, direction, compared_to: comparedTo } };
  await http.send({ method: "PATCH", uri, parameters, body, signal });
}
