// The rank of the cards of a kanban.
import type { ReadClient } from "../api/readClient.ts";
import { fetchAllPages } from "../api/pagination.ts";
import type { Kanban, KanbanList } from "../model/kanban.ts";
import { mapConcurrent } from "./concurrency.ts";
import { maxConcurrentRequests } from "./triage/artifactLoader.ts";

/** Of each column and of the backlog: cards beyond have no known rank. */
const maxRankedPages = 10;

/** The artifacts of all columns and of the backlog, by rank. */
export async function loadKanbanRank(
  client: Pick<ReadClient, "kanbanCards">,
  { id, columns }: Kanban,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const lists: readonly KanbanList[] = [...columns.map((column) => column.id), "backlog"];
  const ranks = await mapConcurrent(lists, maxConcurrentRequests, async (list) => {
    const ids: number[] = [];
    let pageCount = 0;
    const fetchPage = (offset: number): ReturnType<ReadClient["kanbanCards"]> =>
      client.kanbanCards(id, list, { offset, signal });
    for await (const { items } of fetchAllPages(fetchPage, 1)) {
      ids.push(...items.flatMap((item) => (item.kind === "card" ? [item.id] : [])));
      pageCount += 1;
      if (pageCount === maxRankedPages) break;
    }
    return ids;
  });
  return ranks.flat();
}
