// Opens a saved query: resolves its conditions and creates the source of its rows.
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import {
  allProjectsScope,
  type CrossTrackerResolution,
  type CrossTrackerScope,
  resolveCrossTrackerConditions,
  resolveTql,
  usesDates,
} from "../../model/query/combinedTracker.ts";
import { quoteTql } from "../../model/query/crossTracker.ts";
import { type Failure, isFailure, isInaccessible } from "../../model/failure.ts";
import { type Project, removeProjectIcon } from "../../model/project.ts";
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

async function undefinedIfInaccessible<T>(loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading;
  } catch (failure) {
    if (isFailure(failure) && isInaccessible(failure)) return undefined;
    throw failure;
  }
}

interface ProjectTrackers {
  readonly project: Project | undefined;
  readonly trackers: readonly Tracker[];
}

/** Servers that don't report the project of a tracker can't search several trackers. */
async function loadTrackersByProject(
  { connect, loadTracker }: QueryAccess,
  trackerIds: readonly number[],
): Promise<readonly ProjectTrackers[]> {
  const loaded = await Promise.all(trackerIds.map((id) => undefinedIfInaccessible(loadTracker(id))));
  const trackers = loaded.filter((tracker) => tracker !== undefined);
  const projectIds = [...new Set(trackers.map(({ projectId }) => projectId))];
  const { client } = await connect();
  const groups = await Promise.all(
    projectIds.map(async (projectId): Promise<readonly ProjectTrackers[]> => {
      const project =
        projectId === undefined ? undefined : await undefinedIfInaccessible(client.project(projectId));
      if (projectId !== undefined && project === undefined) return [];
      return [{ project, trackers: trackers.filter((tracker) => tracker.projectId === projectId) }];
    }),
  );
  return groups.flat();
}

/**
 * TQL names trackers by short names, which other projects can use too: one part has the trackers of all projects of which
 * the same names are searched.
 */
async function resolveScope(access: QueryAccess, trackerIds: readonly number[]): Promise<CrossTrackerScope> {
  const groups = await loadTrackersByProject(access, trackerIds);
  const byNames = new Map<string, ProjectTrackers[]>();
  for (const group of groups) {
    const names = group.trackers.flatMap(({ itemName }) => itemName ?? []).toSorted();
    const trackerNames = names.map(quoteTql).join(", ");
    byNames.set(trackerNames, [...(byNames.get(trackerNames) ?? []), group]);
  }
  const foundIds = new Set(groups.flatMap(({ trackers }) => trackers.map(({ id }) => id)));
  return {
    parts: [...byNames].map(([trackerNames, members]) => {
      const projectNames = members.map(({ project }) => quoteTql(project?.shortName ?? "")).join(", ");
      const projects = members.length === 1 ? `= ${projectNames}` : `IN(${projectNames})`;
      return {
        from: `@project.name ${projects} AND @tracker.name IN(${trackerNames})`,
        trackers: members.flatMap(({ project, trackers }) =>
          trackers.map(({ id, label, color }) => ({
            id,
            label,
            color,
            project: project && removeProjectIcon(project.label),
          })),
        ),
      };
    }),
    hasSeveralProjects: groups.length > 1,
    missingTrackerIds: trackerIds.filter((id) => !foundIds.has(id)),
  };
}

async function openCrossTrackerQuery(access: QueryAccess, query: SavedQuery): Promise<OpenQueryResult> {
  const { site, connect, today } = access;
  const resolve = async (): Promise<ReturnType<typeof resolveCrossTrackerConditions>> => {
    if (query.text !== undefined) return resolveTql(query.text);
    const scope =
      typeof query.tracker === "object" ? await resolveScope(access, query.tracker) : allProjectsScope;
    const utcOffset = usesDates(query) ? await (await connect()).client.utcOffset() : undefined;
    return resolveCrossTrackerConditions(query, scope, { today, utcOffset });
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
