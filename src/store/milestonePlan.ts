// What is planned in a milestone, and what can be planned: the rows of its board, and changes of the plan.
import type { PlanList } from "../api/milestones.ts";
import { type Failure, isFailure, isInaccessible } from "../model/failure.ts";
import type { RankPosition, BoardColumn } from "../model/board.ts";
import {
  backlogKey,
  type Cardwall,
  ColumnFinder,
  createMilestoneColumns,
  type Milestone,
  type MilestoneOwner,
} from "../model/milestone.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import type { RowWithTracker } from "../model/query/sortAndGroup.ts";
import type { Tracker } from "../model/tracker.ts";
import type { LabeledId } from "../model/valueTypes.ts";
import { mapConcurrent } from "./concurrency.ts";
import type { RowPage, RowSource } from "./queries/rowList.ts";
import { toLoadedRow } from "./tableRows.ts";
import { type ArtifactLoader, maxConcurrentRequests } from "./triage/artifactLoader.ts";

/** A backlog may have thousands, and is loaded again with every refresh. */
export const maxBacklogRows = 300;

/** Where an artifact is planned to go. */
export type PlanTarget = "content" | "backlog";

export interface PlanResult {
  /** Without those that others have moved before. */
  readonly movedIds: readonly number[];
  /** Artifacts that the server left where they were. */
  readonly ignoredIds: readonly number[];
  /** Why the rank couldn't be changed, or the response is missing, though artifacts were moved. */
  readonly failure: Failure | undefined;
  /** Artifacts that are in several milestones now, with the names of these. */
  readonly repeated: readonly { readonly id: number; readonly milestones: readonly string[] }[];
}

/** Opened again for each load, so it is never older than its rows. */
export class MilestonePlan {
  readonly milestone: Milestone;
  readonly trackers: readonly Tracker[];
  readonly columns: readonly BoardColumn[];
  readonly #loader: ArtifactLoader;
  readonly #firstPage: CollectionPage<RowWithTracker>;
  readonly #finder: ColumnFinder;
  readonly #plannedIds = new Set<number>();
  readonly #backlogIds = new Set<number>();
  #isBacklogComplete = true;

  private constructor(
    loader: ArtifactLoader,
    milestone: Milestone,
    firstPage: CollectionPage<RowWithTracker>,
    cardwall: Cardwall | undefined,
    trackers: readonly Tracker[],
  ) {
    this.#loader = loader;
    this.milestone = milestone;
    this.trackers = trackers;
    this.columns = createMilestoneColumns(cardwall, trackers);
    this.#firstPage = firstPage;
    this.#finder = new ColumnFinder(this.columns, cardwall);
  }

  static async open(loader: ArtifactLoader, milestoneId: number): Promise<MilestonePlan> {
    const { client } = await loader.connect();
    const [milestone, firstPage, cardwall] = await Promise.all([
      client.milestone(milestoneId),
      client.plannedArtifacts({ kind: "content", milestoneId }, { offset: 0 }),
      client.cardwall(milestoneId),
    ]);
    const [trackers, firstRows] = await Promise.all([
      Promise.all(milestone.contentTrackerIds.map((id) => undefinedIfInaccessible(loader.loadTracker(id)))),
      loadCompleteRows(loader, firstPage, new AbortController().signal),
    ]);
    const accessible = trackers.filter((tracker) => tracker !== undefined);
    return new MilestonePlan(loader, milestone, firstRows, cardwall, accessible);
  }

  /** All loaded artifacts, by rank. */
  get rankedIds(): readonly number[] {
    return [...this.#plannedIds, ...this.#backlogIds];
  }

  /** Whether all artifacts of the backlog are shown. */
  get isBacklogComplete(): boolean {
    return this.#isBacklogComplete;
  }

  isPlanned(id: number): boolean {
    return this.#plannedIds.has(id);
  }

  withColumn(row: RowWithTracker): RowWithTracker {
    return { ...row, boardColumn: this.#backlogIds.has(row.id) ? backlogKey : this.#finder.find(row) };
  }

  /** The planned artifacts, then the backlog. */
  createSource(): RowSource<RowWithTracker> {
    let plannedCount: number | undefined;
    return {
      order: "asListed",
      fetchPage: async ({ offset, limit, signal }): Promise<RowPage<RowWithTracker>> => {
        if (plannedCount === undefined || offset < plannedCount) {
          const page = await this.#loadPlannedPage(offset, signal);
          const next = page.nextOffset ?? offset + page.items.length;
          if (page.nextOffset === undefined) plannedCount = next;
          return { ...page, nextOffset: next, total: undefined };
        }
        return this.#loadBacklogPage(plannedCount, offset, limit, signal);
      },
    };
  }

  /** Adds artifacts to the milestone or its backlog, and takes them from where they are. */
  async plan(
    ids: readonly number[],
    target: PlanTarget,
    position: RankPosition | undefined,
    signal: AbortSignal,
  ): Promise<PlanResult> {
    const { client } = await this.#loader.connect();
    const { id: milestoneId } = this.milestone;
    const before = await this.#loadMilestonesOf(ids, signal);
    const isHere = (id: number): boolean =>
      before.get(id)?.some((milestone) => milestone.id === milestoneId) ?? false;
    const moved = ids.filter((id) => isHere(id) === (target === "backlog"));
    const add = moved.map((id) => {
      const [present] = before.get(id) ?? [];
      return { id, removeFrom: target === "backlog" ? milestoneId : toMilestoneId(present) };
    });
    const order = position && { ...position, ids };
    let failure: Failure | undefined;
    try {
      // Someone else may have planned all of them already.
      if (add.length > 0 || order !== undefined) {
        await client.changePlan(this.#getList(target), { add, ...(order && { order }) }, signal);
      }
    } catch (reason) {
      if (!isFailure(reason)) throw reason;
      failure = reason;
    }
    const after = await this.#loadMilestonesOf(ids, signal).catch((reason: unknown) => {
      throw failure ?? reason;
    });
    const ignoredIds = ids.filter((id) => {
      const isNowHere = after.get(id)?.some((milestone) => milestone.id === milestoneId) ?? false;
      return isNowHere === (target === "backlog");
    });
    if (failure !== undefined && ignoredIds.length === ids.length) throw failure;
    return {
      movedIds: moved.filter((id) => !ignoredIds.includes(id)),
      ignoredIds,
      failure,
      repeated: ids.flatMap((id) => {
        const milestones = (after.get(id) ?? []).map(({ label }) => label);
        return milestones.length > 1 ? [{ id, milestones }] : [];
      }),
    };
  }

  async rank(
    ids: readonly number[],
    list: PlanTarget,
    position: RankPosition,
    signal: AbortSignal,
  ): Promise<void> {
    const { client } = await this.#loader.connect();
    await client.changePlan(this.#getList(list), { order: { ...position, ids } }, signal);
  }

  get #backlogOwner(): MilestoneOwner {
    const { parentId, projectId } = this.milestone;
    return parentId === undefined ? { projectId } : { milestoneId: parentId };
  }

  #getList(target: PlanTarget): PlanList {
    return target === "content"
      ? { kind: "content", milestoneId: this.milestone.id }
      : { kind: "backlog", owner: this.#backlogOwner };
  }

  async #loadPlannedPage(offset: number, signal: AbortSignal): Promise<CollectionPage<RowWithTracker>> {
    const page = offset === 0 ? this.#firstPage : await this.#loadNextPage(offset, signal);
    const rows = page.items.filter((item) => item.kind === "artifact");
    this.#finder.learn(rows);
    for (const { id } of rows) this.#plannedIds.add(id);
    return page;
  }

  async #loadNextPage(offset: number, signal: AbortSignal): Promise<CollectionPage<RowWithTracker>> {
    const { client } = await this.#loader.connect();
    const page = await client.plannedArtifacts(this.#getList("content"), { offset, signal });
    return loadCompleteRows(this.#loader, page, signal);
  }

  async #loadBacklogPage(
    plannedCount: number,
    offset: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<RowPage<RowWithTracker>> {
    const { client } = await this.#loader.connect();
    const page = await client.plannedArtifacts(this.#getList("backlog"), {
      offset: offset - plannedCount,
      limit,
      signal,
    });
    for (const item of page.items) {
      if (item.kind === "artifact" && !this.#plannedIds.has(item.id)) this.#backlogIds.add(item.id);
    }
    const next = page.nextOffset;
    this.#isBacklogComplete = next === undefined;
    const hasNext = next !== undefined && next < maxBacklogRows;
    return { ...page, nextOffset: hasNext ? plannedCount + next : undefined, total: undefined };
  }

  async #loadMilestonesOf(
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, readonly LabeledId[]>> {
    const { client } = await this.#loader.connect();
    const { trackerId } = this.milestone;
    const lists = await mapConcurrent(ids, maxConcurrentRequests, (id) =>
      client.milestonesOfArtifact(id, trackerId, signal),
    );
    return new Map(ids.map((id, index) => [id, lists[index] ?? []]));
  }
}

/** Lists have neither assignees nor times. */
async function loadCompleteRows(
  loader: ArtifactLoader,
  page: CollectionPage<RowWithTracker>,
  signal: AbortSignal,
): Promise<CollectionPage<RowWithTracker>> {
  const listed = page.items.filter((item) => item.kind === "artifact");
  const results = await loader.loadMany(
    listed.map((row) => ({ row, trackerId: row.tracker?.id })),
    signal,
  );
  const rows = new Map(
    results.flatMap((result, index) => {
      const row = listed[index];
      if (result.kind !== "loaded" || row === undefined) return [];
      return [[row.id, toLoadedRow({ trackerId: row.tracker?.id }, result.loaded)] as const];
    }),
  );
  const items = page.items.map((item) => (item.kind === "artifact" ? (rows.get(item.id) ?? item) : item));
  return { ...page, items };
}

/** Artifacts of other trackers are shown without it. */
async function undefinedIfInaccessible<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (failure) {
    if (isFailure(failure) && isInaccessible(failure)) return undefined;
    throw failure;
  }
}

function toMilestoneId(milestone: LabeledId | undefined): number | undefined {
  return milestone === undefined ? undefined : Number(milestone.id);
}
