// Searches artifacts for assistants: by conditions in one tracker, or by words in the projects of the user.
import { toolSearchToConditions } from "../../model/assist/changeProposal.ts";
import type { ToolRequestProblem, SearchToolInput } from "../../model/assist/toolInput.ts";
import { Canceled, type Failure } from "../../model/failure.ts";
import type { QueryProblem } from "../../model/query/resolveQuery.ts";
import { withTracker, type RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import { ArtifactSearch } from "../queries/artifactSearch.ts";
import { RowList } from "../queries/rowList.ts";
import { openQuery, type QueryServices } from "../queries/openQuery.ts";
import {
  loadMemberOrFirstProjects,
  loadProjectTrackers,
  type ProjectTrackers,
  type SearchedTrackers,
} from "../queries/searchedTrackers.ts";

export type ArtifactSearchResult =
  | {
      readonly kind: "rows";
      readonly rows: readonly RowWithTracker[];
      readonly hasMore: boolean;
      /** Trackers that couldn't be searched, with the failure if known. */
      readonly skippedTrackers: readonly {
        readonly tracker: string;
        readonly failure: Failure | undefined;
      }[];
      /** Open artifacts were requested, but the server doesn't report which ones are open. */
      readonly isOpenStateUnknown: boolean;
    }
  | { readonly kind: "problem"; readonly problem: ToolRequestProblem }
  | { readonly kind: "problems"; readonly problems: readonly QueryProblem[]; readonly tracker: Tracker }
  /** The server ignored the conditions or doesn't support them. */
  | { readonly kind: "conditionsIgnored" }
  /** Neither words nor a tracker. */
  | { readonly kind: "emptyRequest" };

/** Each tracker takes one or two requests. */
const maxTrackers = 30;

/** Trackers of the user's pinned projects, or else of the projects the user is a member of. */
export async function loadTrackersOfOwnProjects(
  { catalog, pinnedProjects }: Pick<QueryServices, "catalog" | "pinnedProjects">,
  site: Site,
  signal: AbortSignal,
): Promise<readonly ProjectTrackers[]> {
  const siteCatalog = catalog.getSite(site);
  const pinned = pinnedProjects.list(site.api, await siteCatalog.getAccount());
  return loadProjectTrackers(
    siteCatalog,
    pinned.length > 0 ? pinned : await loadMemberOrFirstProjects(siteCatalog),
    signal,
  );
}

async function searchByWords(
  services: QueryServices,
  site: Site,
  { words = "", limit }: SearchToolInput,
  signal: AbortSignal,
): Promise<ArtifactSearchResult> {
  let all: readonly TrackerSummary[] = [];
  const loadTrackers = async (): Promise<SearchedTrackers> => {
    all = (await loadTrackersOfOwnProjects(services, site, signal)).flatMap(({ trackers }) => trackers);
    return { trackers: all.slice(0, maxTrackers), failure: undefined };
  };
  const search = new ArtifactSearch({ ...services, loadTrackers }, site);
  const matches = await search.search(words, { isBackground: true, usesFullText: true, signal });
  signal.throwIfAborted();
  if (matches === undefined) throw new Canceled({ method: "GET", url: site.api });
  const getTrackerLabel = (id: number | undefined): string =>
    all.find((tracker) => tracker.id === id)?.label ?? `#${id ?? words}`;
  const unsearchedIds = [
    ...matches.ignoringTrackers,
    ...matches.untitledTrackers,
    ...all.slice(maxTrackers).map(({ id }) => id),
  ];
  return {
    kind: "rows",
    rows: matches.rows.slice(0, limit),
    hasMore: matches.rows.length > limit || matches.moreCount > 0 || matches.truncatedTrackers.length > 0,
    skippedTrackers: [
      ...matches.failures.map(({ trackerId, failure }) => ({ tracker: getTrackerLabel(trackerId), failure })),
      ...unsearchedIds.map((id) => ({ tracker: getTrackerLabel(id), failure: undefined })),
    ],
    isOpenStateUnknown: false,
  };
}

async function loadRows(list: RowList, limit: number, signal: AbortSignal): Promise<void> {
  const stop = (): void => list.cancel();
  signal.addEventListener("abort", stop);
  try {
    await list.loadUntil(() => list.items.length >= limit);
    signal.throwIfAborted();
    if (list.lastFailure !== undefined) throw list.lastFailure.failure;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function searchByConditions(
  services: QueryServices,
  site: Site,
  trackerId: number,
  request: SearchToolInput,
  signal: AbortSignal,
): Promise<ArtifactSearchResult> {
  const { limit, openOnly } = request;
  const tracker = await services.catalog.getSite(site).loadTracker(trackerId);
  const where = toolSearchToConditions(tracker, request);
  if ("code" in where) return { kind: "problem", problem: where };
  const query = { name: "", site: site.api, tracker: trackerId, where, openOnly } as const;
  const otherMembers = { sort: undefined, group: undefined, text: undefined, report: undefined };
  const opened = await openQuery(services, { ...query, ...otherMembers }, { openOnly });
  switch (opened.kind) {
    case "failed":
      throw opened.failure;
    case "siteUnknown":
      return { kind: "conditionsIgnored" };
    case "problems":
      return { kind: "problems", problems: opened.problems, tracker };
    case "found": {
      const { source, isOpenStateUnknown } = opened;
      const list = new RowList(source);
      await loadRows(list, limit, signal);
      if (list.isUnsupported || list.credibility === "contradicted") return { kind: "conditionsIgnored" };
      const rows = list.items
        .filter((item) => item.kind === "artifact")
        .map((row) => withTracker(row, tracker));
      const hasMore = list.hasMore || rows.length > limit;
      return { kind: "rows", rows: rows.slice(0, limit), hasMore, skippedTrackers: [], isOpenStateUnknown };
    }
  }
}

export async function searchArtifacts(
  services: QueryServices,
  site: Site,
  request: SearchToolInput,
  signal: AbortSignal,
): Promise<ArtifactSearchResult> {
  if (request.tracker !== undefined) {
    return searchByConditions(services, site, request.tracker, request, signal);
  }
  // Conditions need the fields of one tracker.
  return request.words === undefined || request.where.length > 0
    ? { kind: "emptyRequest" }
    : searchByWords(services, site, request, signal);
}
