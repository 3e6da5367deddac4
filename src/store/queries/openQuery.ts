// Opens a saved query: resolves its conditions and creates the source of its rows.
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import {
  type CrossTrackerResolution,
  type CrossTrackerScope,
  resolveCrossTrackerConditions,
  resolveTql,
  usesDates,
} from "../../model/query/combinedTracker.ts";
import { allMyProjects, quoteTql } from "../../model/query/crossTracker.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import {
  formatLocalDate,
  currentUserPlaceholder,
  type QueryProblem,
  type QueryResolutionResult,
  resolveQuery,
} from "../../model/query/resolveQuery.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Catalog } from "../catalog.ts";
import type { ReadConnection } from "../connections.ts";
import type { PinnedProjects } from "../mementos.ts";
import { toApiRoot, type Sites } from "../sites.ts";
import type { CurrentUser } from "./currentUser.ts";
import { createCrossTrackerSource } from "./crossTrackerSource.ts";
import type { RowSource } from "./rowList.ts";
import { createQuerySource } from "./rowSources.ts";

export interface QueryServices {
  readonly sites: Pick<Sites, "find">;
  readonly catalog: Catalog;
  readonly currentUser: CurrentUser;
  readonly pinnedProjects: Pick<PinnedProjects, "list">;
  readonly now: () => Date;
}

export type OpenQueryResult =
  | {
      readonly kind: "found";
      readonly site: Site;
      /** `undefined` if the rows are of several trackers. */
      readonly tracker: Tracker | undefined;
      readonly source: RowSource<ArtifactRow>;
      /** The resolved query, which changes with the date and the tracker's structure. */
      readonly resolved: Exclude<QueryResolutionResult, { kind: "problems" }> | CrossTrackerResolution;
      /** Open artifacts were requested, but the server doesn't report which ones are open. */
      readonly isOpenStateUnknown: boolean;
    }
  /** The user has no such site; sites of workspace settings are ignored. */
  | { readonly kind: "siteUnknown" }
  | { readonly kind: "failed"; readonly site: Site; readonly failure: Failure }
  | {
      readonly kind: "problems";
      readonly site: Site;
      readonly tracker: Tracker | undefined;
      readonly problems: readonly QueryProblem[];
    };

function usesCurrentUser({ where }: SavedQuery): boolean {
  return where.some(({ values }) => values.includes(currentUserPlaceholder));
}

interface OpenQueryOptions {
  /** Used if the query doesn't set it. */
  readonly openOnly: boolean;
  /** `offlineCache` accepts cached data if the site is offline. */
  readonly from?: "server" | "offlineCache";
}

interface QueryAccess {
  readonly site: Site;
  readonly connect: () => Promise<ReadConnection>;
  readonly loadTracker: (trackerId: number) => Promise<Tracker>;
  readonly findSaved: (artifactId: number) => Promise<Artifact> | undefined;
  /** Local date as YYYY-MM-DD. */
  readonly today: string;
}

/** By project, since TQL names trackers by short names, which other projects can use too. */
async function resolveScopes(
  { connect, loadTracker }: QueryAccess,
  trackerIds: readonly number[],
): Promise<readonly CrossTrackerScope[]> {
  const trackers = await Promise.all(trackerIds.map(loadTracker));
  const projectIds = [...new Set(trackers.map(({ projectId }) => projectId))];
  const { client } = await connect();
  return Promise.all(
    projectIds.map(async (projectId) => {
      const own = trackers.filter((tracker) => tracker.projectId === projectId);
      const names = own.flatMap(({ itemName }) => itemName ?? []);
      // Servers that report neither can't search several trackers.
      const project = projectId === undefined ? undefined : await client.project(projectId);
      const trackerNames = names.map(quoteTql).join(", ");
      return {
        from: `@project.name = ${quoteTql(project?.shortName ?? "")} AND @tracker.name IN(${trackerNames})`,
        trackers: own.map(({ id, label, color }) => ({ id, label, color })),
      };
    }),
  );
}

async function openCrossTrackerQuery(access: QueryAccess, query: SavedQuery): Promise<OpenQueryResult> {
  const { site, connect, today } = access;
  const resolve = async (): Promise<ReturnType<typeof resolveCrossTrackerConditions>> => {
    if (query.text !== undefined) return resolveTql(query.text);
    const scopes =
      typeof query.tracker === "object"
        ? await resolveScopes(access, query.tracker)
        : [{ from: allMyProjects, trackers: [] }];
    const utcOffset = usesDates(query) ? await (await connect()).client.utcOffset() : undefined;
    return resolveCrossTrackerConditions(query, scopes, { today, utcOffset });
  };
  const resolved = await resolve();
  if (resolved.kind === "problems") return { ...resolved, site, tracker: undefined };
  const source = createCrossTrackerSource(connect, resolved);
  return { kind: "found", site, tracker: undefined, source, resolved, isOpenStateUnknown: false };
}

/** Loads what the query needs, but no rows. */
export async function openQuery(
  { sites, catalog, currentUser, now }: Omit<QueryServices, "pinnedProjects">,
  query: SavedQuery,
  { openOnly, from = "server" }: OpenQueryOptions,
): Promise<OpenQueryResult> {
  const site = sites.find(toApiRoot(query.site) ?? "");
  if (site === undefined) return { kind: "siteUnknown" };
  const siteCatalog = catalog.getSite(site);
  const connect = (): Promise<ReadConnection> =>
    from === "server" ? siteCatalog.connect() : siteCatalog.connectForReading();
  const access: QueryAccess = {
    site,
    connect,
    loadTracker: (id) =>
      from === "server" ? siteCatalog.loadTracker(id) : siteCatalog.loadTrackerOrCached(id),
    findSaved: (id) => siteCatalog.findSavedArtifact(id),
    today: formatLocalDate(now()),
  };
  const effectiveQuery = { ...query, openOnly: query.openOnly ?? openOnly };
  try {
    if (typeof query.tracker !== "number") return await openCrossTrackerQuery(access, effectiveQuery);
    const { loadTracker, findSaved, today } = access;
    const tracker = await loadTracker(query.tracker);
    const user = usesCurrentUser(query) ? await currentUser.get(await connect()) : undefined;
    const resolved = resolveQuery(tracker, effectiveQuery, { currentUser: user, today });
    if (resolved.kind === "problems") return { ...resolved, site, tracker };
    const source = createQuerySource({ connect, findSaved }, tracker, resolved);
    const isOpenStateUnknown = resolved.kind === "criteria" && resolved.openOnly === "notReported";
    return { kind: "found", site, tracker, source, resolved, isOpenStateUnknown };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", site, failure };
  }
}
