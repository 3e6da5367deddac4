// What only the routes of a kanban tell: the rank of its cards, and its backlog.
import type { ReadClient } from "../api/readClient.ts";
import type { ArtifactRow } from "../model/artifact.ts";
import { getValueKey, noValueKey } from "../model/board.ts";
import { isInaccessible } from "../model/failure.ts";
import type { Kanban, KanbanList } from "../model/kanban.ts";
import type { Tracker } from "../model/tracker.ts";
import { mapConcurrent } from "./concurrency.ts";
import { maxBacklogRows } from "./milestonePlan.ts";
import type { RowSource } from "./queries/rowList.ts";
import { toLoadedRow } from "./tableRows.ts";
import { type ArtifactLoader, maxConcurrentRequests } from "./triage/artifactLoader.ts";

type CardClient = Pick<ReadClient, "kanbanCards">;

/** By rank, from the first page on until there are enough. */
async function loadCardIds(
  client: CardClient,
  kanbanId: number,
  list: KanbanList,
  maxCount: number,
  signal: AbortSignal,
): Promise<{ readonly ids: readonly number[]; readonly isComplete: boolean }> {
  const ids: number[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined && offset < maxCount) {
    const page: Awaited<ReturnType<CardClient["kanbanCards"]>> = await client.kanbanCards(kanbanId, list, {
      offset,
      signal,
    });
    ids.push(...page.items.flatMap((item) => (item.kind === "card" ? [item.id] : [])));
    offset = page.nextOffset;
  }
  return { ids, isComplete: offset === undefined };
}

/** Of each column and of the backlog: cards beyond have no known rank. */
const maxRankedCards = 1_000;

/** The artifacts of all columns and of the backlog, by rank. */
export async function loadKanbanRank(
  client: CardClient,
  { id, columns }: Kanban,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const lists: readonly KanbanList[] = [...columns.map((column) => column.id), "backlog"];
  const ranks = await mapConcurrent(lists, maxConcurrentRequests, (list) =>
    loadCardIds(client, id, list, maxRankedCards, signal),
  );
  return ranks.flatMap(({ ids }) => ids);
}

/** Artifacts without a status, which a query for open artifacts doesn't find. */
export class KanbanBacklog {
  readonly #loader: ArtifactLoader;
  readonly #kanbanId: number;
  #isComplete = true;

  constructor(loader: ArtifactLoader, kanbanId: number) {
    this.#loader = loader;
    this.#kanbanId = kanbanId;
  }

  /** Whether all its artifacts are shown. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Open artifacts, with the backlog after the last page. The newest rows are only used if all have a status. */
  addTo(source: RowSource<ArtifactRow>, tracker: Tracker): RowSource<ArtifactRow> {
    const { fetchPage, isListed } = source;
    const statusId = tracker.semantics.status?.fieldId ?? 0;
    return {
      ...source,
      isListed: (artifact) => getValueKey(artifact, statusId) === noValueKey || isListed?.(artifact),
      fetchPage: async (request) => {
        const page = await fetchPage(request);
        if (page === undefined || page.nextOffset !== undefined) return page;
        return { ...page, items: [...page.items, ...(await this.#load(tracker.id, request.signal))] };
      },
    };
  }

  async #load(trackerId: number, signal: AbortSignal): Promise<readonly ArtifactRow[]> {
    const { client } = await this.#loader.connect();
    const { ids, isComplete } = await loadCardIds(client, this.#kanbanId, "backlog", maxBacklogRows, signal);
    this.#isComplete = isComplete;
    const identities = ids.map((id) => ({ row: { id }, trackerId }));
    const results = await this.#loader.loadMany(identities, signal);
    return results.flatMap((result) => {
      if (result.kind === "loaded") return [toLoadedRow({ trackerId }, result.loaded)];
      if (!isInaccessible(result.failure)) throw result.failure;
      return [];
    });
  }
}
