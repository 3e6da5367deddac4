// Loads the children of a tracker, a saved query, or a section of "My Work".
import type { ArtifactRow } from "../../model/artifact.ts";
import type { Project } from "../../model/project.ts";
import { getRowTracker } from "../../model/query/sortAndGroup.ts";
import type { ListFailure } from "../../store/pagedList.ts";
import type {
  ArtifactList,
  ArtifactLists,
  OpenArtifactListResult,
} from "../../store/queries/artifactLists.ts";
import type { MyWork, MyWorkState } from "../../store/queries/myWork.ts";
import { createArtifactNodes, DisplayedArtifacts, type ArtifactNodeOptions } from "./artifactNodes.ts";
import type { TreeContext } from "./treeContext.ts";
import {
  createTrailingNodes,
  createEmptyListNode,
  createFailureNodes,
  type PagedListState,
} from "./pagedListNodes.ts";
import {
  type ArtifactListNode,
  type TreeMessage,
  type MessageNode,
  createMessageNode,
  type EmptyListNode,
  type QueryNode,
  type RecentArtifactsNode,
  type TrackerNode,
  type TreeNode,
  type MyWorkNode,
} from "./treeNodes.ts";
import { isListOrder, toAppliedArrangement, type ViewArrangement } from "./viewState.ts";

// Messages of "My Work": which projects were searched, and which trackers could not be.

type LoadedMyWork = Extract<MyWorkState, { kind: "rows" }>;
type SkippedTracker = LoadedMyWork["skippedTrackers"][number];

function toPagedListState({ rows, failure, hasMore, size }: LoadedMyWork): PagedListState<ArtifactRow> {
  const lastFailure = failure === undefined ? undefined : toStartFailure(failure);
  return { items: rows, lastFailure, hasMore, requestedCount: rows.length, size };
}

function createSkippedTrackersMessage(
  skippedTrackers: readonly SkippedTracker[],
  reason: "noField" | "contradicted",
  { site, concern }: MyWorkNode,
): readonly TreeMessage[] {
  const trackers = skippedTrackers.flatMap(({ kind, tracker }) => (kind === reason ? tracker.label : []));
  return trackers.length === 0
    ? []
    : [{ kind: "skippedTrackers", reason, of: concern, site: site.label, trackers }];
}

function createFailedTrackerMessages(
  skippedTrackers: readonly SkippedTracker[],
  site: string,
): readonly TreeMessage[] {
  return skippedTrackers.flatMap((each) =>
    each.kind === "failed"
      ? [{ kind: "trackerFailed", site, tracker: each.tracker.label, failure: each.failure }]
      : [],
  );
}

function createMyWorkMessages(
  parent: MyWorkNode,
  work: MyWorkState,
  pinned: readonly Project[],
  openOnly: boolean,
): readonly TreeMessage[] {
  const site = parent.site.label;
  switch (work.kind) {
    case "notLoaded":
      return [];
    case "currentUserUnknown":
      return [{ kind: "currentUserUnknown", site }];
    case "rows": {
      if (work.source === "server" || work.failure !== undefined) return [];
      const scope = work.source === "both" ? "closed" : "all";
      if (pinned.length === 0) return [{ kind: "noPinnedProjects", site, of: scope }];
      return [
        ...createFailedTrackerMessages(work.skippedTrackers, site),
        ...createSkippedTrackersMessage(work.skippedTrackers, "contradicted", parent),
        ...createSkippedTrackersMessage(work.skippedTrackers, "noField", parent),
        ...(openOnly && work.rows.some(({ isOpen }) => isOpen === undefined)
          ? [{ kind: "openStateUnknown", site } as const]
          : []),
        { kind: "searchedProjects", site, of: scope, projects: pinned.map(({ label }) => label) },
      ];
    }
  }
}

/** How many rows are loaded at a time for sorting or grouping. */
const sortedBatchSize = 500;

type OpenedResults = Extract<OpenArtifactListResult, { kind: "found" }>;

function getEmptyListKind(parent: TrackerNode | QueryNode, isOpenOnly: boolean): EmptyListNode["missing"] {
  if (parent.kind === "query") return "found";
  return isOpenOnly ? "openArtifacts" : "artifacts";
}

type ArtifactListContext = Pick<
  TreeContext,
  | "catalog"
  | "pinnedProjects"
  | "recentlyOpened"
  | "viewOptions"
  | "draftCache"
  | "listDetails"
  | "offlineTimestamps"
  | "redraw"
>;

export class ArtifactListChildrenLoader {
  readonly #context: ArtifactListContext;
  readonly #lists: ArtifactLists;
  readonly #onOpenStateUnknown: (siteApi: string, isUnknown: boolean) => void;
  readonly #displayedArtifacts = new DisplayedArtifacts();
  /** How many rows to load for sorting or grouping, by the id of the parent. */
  readonly #targetCounts = new Map<string, number>();

  /** `onOpenStateUnknown` is called with whether a site doesn't report which artifacts of "My Work" are open. */
  constructor(
    context: ArtifactListContext,
    lists: ArtifactLists,
    onOpenStateUnknown: (siteApi: string, isUnknown: boolean) => void,
  ) {
    this.#context = context;
    this.#lists = lists;
    this.#onOpenStateUnknown = onOpenStateUnknown;
  }

  getChildren(parent: ArtifactListNode | RecentArtifactsNode): Promise<TreeNode[]> {
    switch (parent.kind) {
      case "recent":
        return this.#loadRecent(parent);
      case "work":
        return this.#loadMyWork(parent);
      case "tracker":
      case "query":
        return this.#loadArtifacts(parent);
    }
  }

  /** Loads the next page, or another batch if the list is sorted or grouped. */
  async loadMore(parent: ArtifactListNode): Promise<void> {
    const list = this.#getList(parent);
    if (isListOrder(this.#getArrangement(parent))) await list.loadMore();
    else this.#targetCounts.set(parent.id, this.#getTargetCount(parent) + sortedBatchSize);
  }

  /** Invalidates the list and the definition of its tracker. */
  refresh(parent: ArtifactListNode): void {
    const list = this.#getList(parent);
    if (parent.kind !== "work") {
      const trackers = parent.kind === "tracker" ? parent.trackerId : parent.query.tracker;
      const catalog = this.#context.catalog.getSite(parent.site);
      for (const trackerId of trackers === "all" ? [] : [trackers].flat()) {
        catalog.invalidateTracker(trackerId);
      }
    }
    list.invalidate();
  }

  /** In the order in which the artifacts were opened. */
  async #loadRecent(parent: RecentArtifactsNode): Promise<TreeNode[]> {
    const { catalog, recentlyOpened } = this.#context;
    const siteCatalog = catalog.getSite(parent.site);
    const opened = recentlyOpened.list(parent.siteApi, await siteCatalog.getAccount());
    if (opened.length === 0) return [createEmptyListNode(parent, "recent")];
    const loadedRows = new Map(siteCatalog.loadedArtifacts.map((row) => [row.id, row]));
    const trackersById = new Map(opened.map(({ id, tracker }) => [id, tracker]));
    const rows = opened.map(({ id, title }) => loadedRows.get(id) ?? createBareRow(id, title));
    const nodeOptions = await this.#createNodeOptions(
      parent,
      (row) => trackersById.get(row.id),
      "several trackers",
    );
    return [
      ...createArtifactNodes(
        parent,
        rows,
        { sort: undefined, group: undefined },
        nodeOptions,
        this.#displayedArtifacts,
      ),
    ];
  }

  /** Called when the user navigates past the last loaded artifact. */
  async #loadMoreForNavigation(
    parent: ArtifactListNode,
    onCanceled: (stop: () => void) => void,
  ): Promise<"read" | "end"> {
    const list = this.#getList(parent);
    if (!list.hasMore) return "end";
    onCanceled(() => list.cancel());
    await this.loadMore(parent);
    const rows = await this.getChildren(parent);
    this.#context.redraw(parent);
    const failureNode = rows.find((row) => row.kind === "failure");
    if (failureNode !== undefined) throw failureNode.failure;
    return "read";
  }

  #getList(parent: ArtifactListNode): ArtifactList | MyWork {
    return parent.kind === "work" ? this.#getMyWork(parent) : this.#getArtifactList(parent);
  }

  #getMyWork({ site, concern: role }: MyWorkNode): MyWork {
    const { viewOptions } = this.#context;
    return this.#lists.getMyWork(site, { role, openOnly: viewOptions.isOpenOnly("artifacts.myWork") });
  }

  #getArtifactList(parent: TrackerNode | QueryNode): ArtifactList {
    const openOnly = this.#context.viewOptions.isOpenOnly("artifacts.tree");
    return parent.kind === "tracker"
      ? this.#lists.getTrackerList(parent.site, parent.tracker, openOnly)
      : this.#lists.getQueryList(parent.site, parent.queryKey, parent.query, openOnly);
  }

  #getArrangement(parent: ArtifactListNode): ViewArrangement {
    const view = parent.kind === "work" ? "artifacts.myWork" : "artifacts.tree";
    const viewArrangement = this.#context.viewOptions.getArrangement(view);
    if (parent.kind !== "query") return toAppliedArrangement(viewArrangement, false);
    const { sort, group } = parent.query;
    const isOrdered = hasOwnOrder(this.#getArtifactList(parent).opened);
    const viewSort = isOrdered ? undefined : viewArrangement.sort;
    return toAppliedArrangement({ sort: sort ?? viewSort, group: group ?? viewArrangement.group }, isOrdered);
  }

  #getTargetCount({ id }: ArtifactListNode): number {
    return this.#targetCounts.get(id) ?? sortedBatchSize;
  }

  async #createNodeOptions(
    parent: ArtifactListNode | RecentArtifactsNode,
    getTracker: ArtifactNodeOptions["getTracker"],
    scope: "one tracker" | "several trackers",
  ): Promise<ArtifactNodeOptions> {
    const { catalog, draftCache } = this.#context;
    const { site, siteApi } = parent;
    const siteCatalog = catalog.getSite(site);
    const account = await siteCatalog.getAccount();
    return {
      getTracker,
      findStatusColor: (trackerId, status) => siteCatalog.findStatusColor(trackerId, status),
      artifactsWithDrafts: await draftCache.getArtifactIds(siteApi, account?.id),
      shouldShowTracker: scope === "several trackers",
      loadMore:
        parent.kind === "recent"
          ? undefined
          : (onCanceled) => this.#loadMoreForNavigation(parent, onCanceled),
    };
  }

  async #loadArtifacts(parent: TrackerNode | QueryNode): Promise<TreeNode[]> {
    const list = this.#getArtifactList(parent);
    await list.load();
    const arrangement = this.#getArrangement(parent);
    if (!isListOrder(arrangement)) await list.load(this.#getTargetCount(parent));
    const { opened, failure } = list;
    const { label: site } = parent.site;
    const queryKey = parent.kind === "query" ? parent.queryKey : undefined;
    switch (opened?.kind) {
      case undefined:
        return [];
      case "siteUnknown":
        return [
          createMessageNode(parent.id, { kind: "siteNotConnected", url: parent.site.web }, { queryKey }),
        ];
      case "failed":
        return [...createFailureNodes(parent, { lastFailure: toStartFailure(opened.failure) })];
      case "problems":
        return opened.problems.map((problem, at) =>
          createMessageNode(
            `${parent.id}/${at}`,
            { kind: "queryProblem", problem, site, tracker: opened.tracker },
            { queryKey, siteApi: parent.siteApi },
          ),
        );
      case "found":
        return this.#createNodes(
          parent,
          opened,
          failure === undefined ? undefined : toStartFailure(failure),
          arrangement,
        );
    }
  }

  async #createNodes(
    parent: TrackerNode | QueryNode,
    { list, tracker, isOpenStateUnknown, resolved }: OpenedResults,
    openFailure: ListFailure | undefined,
    arrangement: ViewArrangement,
  ): Promise<TreeNode[]> {
    this.#context.listDetails.set(parent.id, { trackerLabel: tracker?.label, isOpenStateUnknown });
    this.#context.offlineTimestamps.set(parent, list.asOf);
    const { label: site } = parent.site;
    const queryKey = parent.kind === "query" ? parent.queryKey : undefined;
    if (list.credibility === "contradicted") {
      return [createMessageNode(parent.id, { kind: "contradicted", site, of: parent.kind }, { queryKey })];
    }
    if (list.isUnsupported && resolved.kind !== "noMatches") {
      return [
        createMessageNode(
          parent.id,
          { kind: "searchNotSupported", site, searchKind: resolved.kind },
          { queryKey },
        ),
      ];
    }
    const nodeOptions =
      tracker === undefined
        ? await this.#createNodeOptions(parent, getRowTracker, "several trackers")
        : await this.#createNodeOptions(parent, () => tracker, "one tracker");
    // The parent item shows it if the view requests open artifacts; a query that does so itself gets a message.
    const isRequestedByQuery = parent.kind === "query" && parent.query.openOnly === true;
    const needsMessage = isRequestedByQuery && isOpenStateUnknown && list.items.length > 0;
    const missingTrackerIds = resolved.kind === "crossTracker" ? resolved.missingTrackerIds : [];
    const rows = [
      ...createFailureNodes(parent, { lastFailure: openFailure ?? list.lastFailure }),
      ...(missingTrackerIds.length > 0
        ? [
            createMessageNode(
              parent.id,
              { kind: "trackersMissing", site, trackerIds: missingTrackerIds },
              { queryKey },
            ),
          ]
        : []),
      ...(needsMessage
        ? [createMessageNode(parent.id, { kind: "openStateUnknown", site }, { queryKey })]
        : []),
      ...createArtifactNodes(parent, list.items, arrangement, nodeOptions, this.#displayedArtifacts),
      ...createTrailingNodes(parent, list, !isListOrder(arrangement)),
    ];
    const isOpenOnly = this.#context.viewOptions.isOpenOnly("artifacts.tree") && !isOpenStateUnknown;
    return rows.length > 0 ? rows : [createEmptyListNode(parent, getEmptyListKind(parent, isOpenOnly))];
  }

  async #loadMyWork(parent: MyWorkNode): Promise<TreeNode[]> {
    const { pinnedProjects, catalog, viewOptions, offlineTimestamps } = this.#context;
    const list = this.#getMyWork(parent);
    const arrangement = this.#getArrangement(parent);
    const targetCount = this.#getTargetCount(parent);
    const countRows = (): number => getWorkRows(list.state).length;
    if (isListOrder(arrangement)) await list.load();
    else await list.loadUntil(() => countRows() >= targetCount);
    const { state } = list;
    offlineTimestamps.set(parent, state.kind === "rows" ? state.asOf : undefined);
    const pinned = pinnedProjects.list(parent.siteApi, await catalog.getSite(parent.site).getAccount());
    const openOnly = viewOptions.isOpenOnly("artifacts.myWork");
    const { id, siteApi } = parent;
    const messages = createMyWorkMessages(parent, state, pinned, openOnly).map((message, at) =>
      createMessageNode(`${id}/${at}`, message, { siteApi }),
    );
    if (state.kind !== "rows") return messages;
    if (state.rows.length > 0) this.#onOpenStateUnknown(siteApi, state.rows.every(lacksOpenState));
    const trackersById = new Map(state.rows.map(({ id, tracker }) => [id, tracker]));
    const nodeOptions = await this.#createNodeOptions(
      parent,
      (row) => trackersById.get(row.id),
      "several trackers",
    );
    const listState = toPagedListState(state);
    const rows = [
      ...createFailureNodes(parent, listState),
      ...createArtifactNodes(parent, state.rows, arrangement, nodeOptions, this.#displayedArtifacts),
      ...createTrailingNodes(parent, listState, !isListOrder(arrangement)),
    ];
    // An empty result is not certain if no project was searched or a tracker was skipped.
    const isUncertain =
      state.skippedTrackers.length > 0 || messages.some(({ message }) => message.kind === "noPinnedProjects");
    const isCertainlyEmpty = rows.length === 0 && !isUncertain;
    // Messages that concern the shown rows come first.
    const isShownFirst = ({ message }: MessageNode): boolean =>
      message.kind !== "searchedProjects" &&
      !(message.kind === "skippedTrackers" && message.reason === "noField");
    return [
      ...messages.filter(isShownFirst),
      ...(isCertainlyEmpty ? [createEmptyListNode(parent, openOnly ? parent.concern : "found")] : rows),
      ...messages.filter((node) => !isShownFirst(node)),
    ];
  }
}

/** TQL with ORDER BY. */
function hasOwnOrder(opened: OpenArtifactListResult | undefined): boolean {
  return opened?.kind === "found" && opened.resolved.kind === "crossTracker" && opened.resolved.isOrdered;
}

function lacksOpenState({ isOpen }: ArtifactRow): boolean {
  return isOpen === undefined;
}

function getWorkRows(work: MyWorkState): readonly ArtifactRow[] {
  return work.kind === "rows" ? work.rows : [];
}

function toStartFailure(failure: ListFailure["failure"]): ListFailure {
  return { failure, position: "start" };
}

/** For an artifact of which only id and title are known. */
function createBareRow(id: number, title: string | undefined): ArtifactRow {
  return {
    kind: "artifact",
    id,
    title,
    status: undefined,
    isOpen: undefined,
    page: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
  };
}
