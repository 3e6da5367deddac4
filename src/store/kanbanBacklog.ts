// The backlog of a kanban: artifacts without a status, which a query for open artifacts doesn't find.
import type { ArtifactRow } from "../model/artifact.ts";
import { getValueKey, noValueKey } from "../model/board.ts";
import { isInaccessible } from "../model/failure.ts";
import type { Tracker } from "../model/tracker.ts";
import { maxBacklogRows } from "./milestonePlan.ts";
import type { RowSource } from "./queries/rowList.ts";
import { toLoadedRow } from "./tableRows.ts";
import type { ArtifactLoader } from "./triage/artifactLoader.ts";

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
    const ids: number[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined && offset < maxBacklogRows) {
      const page: Awaited<ReturnType<typeof client.kanbanCards>> = await client.kanbanCards(
        this.#kanbanId,
        "backlog",
        { offset, signal },
      );
      ids.push(...page.items.flatMap((item) => (item.kind === "card" ? [item.id] : [])));
      offset = page.nextOffset;
    }
    this.#isComplete = offset === undefined;
    const identities = ids.map((id) => ({ row: { id }, trackerId }));
    const results = await this.#loader.loadMany(identities, signal);
    return results.flatMap((result) => {
      if (result.kind === "loaded") return [toLoadedRow({ trackerId }, result.loaded)];
      if (!isInaccessible(result.failure)) throw result.failure;
      return [];
    });
  }
}
