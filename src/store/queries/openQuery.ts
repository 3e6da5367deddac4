// Opens a saved query: resolves its conditions and creates the source of its rows.
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
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
      readonly tracker: Tracker;
      readonly source: RowSource<ArtifactRow>;
      /** The resolved query, which changes with the date and the tracker's structure. */
      readonly resolved: Exclude<QueryResolutionResult, { kind: "problems" }>;
      /** Open artifacts were requested, but the server doesn't report which ones are open. */
      readonly isOpenStateUnknown: boolean;
    }
  /** The user has no such site; sites of workspace settings are ignored. */
  | { readonly kind: "siteUnknown" }
  | { readonly kind: "failed"; readonly site: Site; readonly failure: Failure }
  | {
      readonly kind: "problems";
      readonly site: Site;
      readonly tracker: Tracker;
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
  try {
    const tracker = await (from === "server"
      ? siteCatalog.loadTracker(query.tracker)
      : siteCatalog.loadTrackerOrCached(query.tracker));
    const user = usesCurrentUser(query) ? await currentUser.get(await connect()) : undefined;
    const effectiveQuery = { ...query, openOnly: query.openOnly ?? openOnly };
    const resolved = resolveQuery(tracker, effectiveQuery, {
      currentUser: user,
      today: formatLocalDate(now()),
    });
    if (resolved.kind === "problems") return { ...resolved, site, tracker };
    const findSaved = (id: number): Promise<Artifact> | undefined => siteCatalog.findSavedArtifact(id);
    const source = createQuerySource({ connect, findSaved }, tracker, resolved);
    const isOpenStateUnknown = resolved.kind === "criteria" && resolved.openOnly === "notReported";
    return { kind: "found", site, tracker, source, resolved, isOpenStateUnknown };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", site, failure };
  }
}
