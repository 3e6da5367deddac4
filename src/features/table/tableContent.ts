// Resolves the source of a table to its rows, or to a text why there are none.
import * as vscode from "vscode";
import type { ArtifactRow } from "../../model/artifact.ts";
import { toDisplayLine } from "../../model/displayText.ts";
import { type Failure, isFailure, isInaccessible } from "../../model/failure.ts";
import type { Kanban } from "../../model/kanban.ts";
import { getRowTracker, withTracker, type RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { QueryTracker, SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type {
  KanbanTarget,
  MilestoneTarget,
  TableSource,
  TrackerTarget,
} from "../../protocol/commandArguments.ts";
import { KanbanBacklog } from "../../store/kanban.ts";
import { MilestonePlan } from "../../store/milestonePlan.ts";
import { openQuery, type OpenQueryResult } from "../../store/queries/openQuery.ts";
import { RowList, type RowSource } from "../../store/queries/rowList.ts";
import { NewestOpenRows, withNewestRows } from "../../store/queries/rowSources.ts";
import { toSiteSettingUrl } from "../../store/sites.ts";
import type { SavedQueries } from "../../store/queries/savedQueries.ts";
import { createSelectionSource } from "../../store/tableRows.ts";
import { failureText } from "../../vscode/failureText.ts";
import { queryProblemText } from "../../vscode/queryProblemText.ts";
import type { Services } from "../../services.ts";
import type { ArtifactLoader } from "../../store/triage/artifactLoader.ts";
import type { BulkCommentDrafts } from "./bulkCommentDrafts.ts";
import type { TableLayouts } from "./tableLayouts.ts";

/** Services that all tables share. */
export interface TableContext extends Services {
  readonly layouts: TableLayouts;
  readonly bulkComments: BulkCommentDrafts;
  readonly loaderFor: (site: Site) => ArtifactLoader;
}

export type TableContent =
  | {
      readonly kind: "rows";
      readonly site: Site;
      /** `undefined` for rows of several trackers. */
      readonly tracker: Tracker | undefined;
      readonly list: RowList;
      readonly toTableRow: (row: ArtifactRow) => RowWithTracker;
      /** Only open artifacts were requested, but the server doesn't report which are open. */
      readonly isOpenStateUnknown: boolean;
      /** Whether the query has its own order. */
      readonly isOrdered: boolean;
      /** Trackers of the query that can't be searched any more. */
      readonly missingTrackerIds: readonly number[];
      readonly kanban?: Kanban;
      /** Of a kanban of which only open artifacts are shown. */
      readonly backlog?: KanbanBacklog;
      readonly plan?: MilestonePlan;
    }
  | {
      readonly kind: "problem";
      readonly site: Site | undefined;
      readonly tracker: Tracker | undefined;
      readonly text: string;
    };

export type RowsContent = Extract<TableContent, { kind: "rows" }>;

export type TableSourceResult =
  | { readonly kind: "query"; readonly query: SavedQuery }
  | Extract<TableSource, { kind: "selection" | "milestone" | "kanban" }>
  /** The saved query doesn't exist or is invalid. */
  | { readonly kind: "invalid"; readonly text: string };

/** All artifacts of a tracker. */
export function createTrackerQuery({ siteApi, trackerId }: TrackerTarget): SavedQuery {
  return {
    name: "",
    site: toSiteSettingUrl(siteApi),
    tracker: trackerId,
    where: [],
    openOnly: undefined,
    sort: undefined,
    group: undefined,
    text: undefined,
    report: undefined,
  };
}

/** Reads a saved query from the settings, where it may have changed. */
export function resolveTableSource(source: TableSource, queries: SavedQueries): TableSourceResult {
  if (source.kind === "unsaved") return { kind: "query", query: source.query };
  if (source.kind !== "saved") return source;
  const savedQuery = queries.find(source.queryKey);
  if (savedQuery === undefined) {
    const text = vscode.l10n.t("This query was removed from the settings or renamed. Close this table.");
    return { kind: "invalid", text };
  }
  if (savedQuery.parsed.kind === "query") return { kind: "query", query: savedQuery.parsed.query };
  const { member } = savedQuery.parsed;
  return {
    kind: "invalid",
    text:
      member === ""
        ? vscode.l10n.t("This query is invalid. Correct it in artifacts.queries.")
        : vscode.l10n.t(
            "This query has an invalid value for “{0}”. Correct it in artifacts.queries.",
            toDisplayLine(member),
          ),
  };
}

function formatTrackerFailure(failure: Failure, site: Site, trackerId: QueryTracker): string {
  const isDeletedOrForbidden = failure.kind === "notFound" || failure.kind === "forbidden";
  return isDeletedOrForbidden && typeof trackerId === "number"
    ? vscode.l10n.t(
        "Tracker {0} was deleted on {1}, or you no longer have access to it. Ask a tracker administrator, or delete this query.",
        `#${trackerId}`,
        site.label,
      )
    : failureText(failure, site.label);
}

/** Rows of several trackers have their tracker already. */
function createToTableRow(tracker: Tracker | undefined): (row: ArtifactRow) => RowWithTracker {
  if (tracker === undefined) return (row) => ({ ...row, tracker: getRowTracker(row) });
  const { id, label, color } = tracker;
  const summary = { id, label, color };
  return (row) => withTracker(row, summary);
}

/** All open artifacts of a tracker start with those of its newest artifacts, which takes one request less. */
function createSource(
  { catalog }: Pick<TableContext, "catalog">,
  { where }: SavedQuery,
  { site, tracker, source, resolved }: Extract<OpenQueryResult, { kind: "found" }>,
): RowSource<ArtifactRow> {
  const isAllOpen = resolved.kind === "criteria" && resolved.openOnly === "applied" && where.length === 0;
  if (tracker === undefined || !isAllOpen) return source;
  const newestOpenRows = new NewestOpenRows(() => catalog.getSite(site).connect(), tracker);
  return withNewestRows(source, newestOpenRows, { ...resolved, tracker });
}

async function openQueryContent(
  { sites, catalog, currentUser }: Pick<TableContext, "sites" | "catalog" | "currentUser">,
  query: SavedQuery,
  openOnly: boolean,
  backlog?: KanbanBacklog,
): Promise<TableContent> {
  const result = await openQuery({ sites, catalog, currentUser, now: () => new Date() }, query, {
    openOnly,
  });
  switch (result.kind) {
    case "found": {
      const { site, tracker, resolved, isOpenStateUnknown } = result;
      const { isOrdered, missingTrackerIds } =
        resolved.kind === "crossTracker" ? resolved : { isOrdered: false, missingTrackerIds: [] };
      const source = createSource({ catalog }, query, result);
      return {
        kind: "rows",
        site,
        tracker,
        list: new RowList(backlog && tracker ? backlog.addTo(source, tracker) : source),
        toTableRow: createToTableRow(tracker),
        isOpenStateUnknown,
        isOrdered,
        missingTrackerIds,
      };
    }
    case "siteUnknown": {
      const text = vscode.l10n.t(
        "You aren't connected to {0}. Connect to the site or edit the query.",
        toDisplayLine(query.site),
      );
      return { kind: "problem", site: undefined, tracker: undefined, text };
    }
    case "failed": {
      const { site, failure } = result;
      return {
        kind: "problem",
        site,
        tracker: undefined,
        text: formatTrackerFailure(failure, site, query.tracker),
      };
    }
    case "problems": {
      const { site, tracker, problems } = result;
      const text = problems.map((problem) => queryProblemText(problem, site.label)).join(" ");
      return { kind: "problem", site, tracker, text };
    }
  }
}

function createNotConnectedProblem(siteApi: string): TableContent {
  const text = vscode.l10n.t("You're no longer connected to {0}.", toDisplayLine(siteApi));
  return { kind: "problem", site: undefined, tracker: undefined, text };
}

async function withFailureText(
  site: Site,
  open: () => Promise<TableContent>,
  toText: (failure: Failure) => string = (failure) => failureText(failure, site.label),
): Promise<TableContent> {
  try {
    return await open();
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "problem", site, tracker: undefined, text: toText(failure) };
  }
}

/** Rows that have their tracker already. */
function createRowsContent(site: Site, tracker: Tracker | undefined, list: RowList): RowsContent {
  return {
    kind: "rows",
    site,
    tracker,
    list,
    toTableRow: createToTableRow(undefined),
    isOpenStateUnknown: false,
    isOrdered: false,
    missingTrackerIds: [],
  };
}

/** If all artifacts are of one tracker, its fields are columns. */
function openSelectionContent(
  { catalog, loaderFor }: Pick<TableContext, "catalog" | "loaderFor">,
  site: Site,
  { artifacts }: Extract<TableSource, { kind: "selection" }>,
): Promise<TableContent> {
  const list = new RowList(createSelectionSource(loaderFor(site), artifacts));
  const [trackerId, ...otherTrackerIds] = new Set(artifacts.map((each) => each.trackerId));
  const hasOneTracker = trackerId !== undefined && otherTrackerIds.length === 0;
  return withFailureText(site, async () =>
    createRowsContent(
      site,
      hasOneTracker ? await catalog.getSite(site).loadTracker(trackerId) : undefined,
      list,
    ),
  );
}

function openMilestoneContent(
  { loaderFor }: Pick<TableContext, "loaderFor">,
  site: Site,
  { milestoneId }: MilestoneTarget,
): Promise<TableContent> {
  const open = async (): Promise<TableContent> => {
    const plan = await MilestonePlan.open(loaderFor(site), milestoneId);
    return {
      ...createRowsContent(site, undefined, new RowList(plan.createSource())),
      toTableRow: (row) => plan.withColumn({ ...row, tracker: getRowTracker(row) }),
      plan,
    };
  };
  return withFailureText(site, open, (failure) =>
    isInaccessible(failure)
      ? vscode.l10n.t(
          "This milestone was deleted on {0}, or you no longer have access to it. Close this board.",
          site.label,
        )
      : failureText(failure, site.label),
  );
}

/** The artifacts of its tracker. */
async function openKanbanContent(
  context: Pick<TableContext, "sites" | "catalog" | "currentUser" | "loaderFor">,
  site: Site,
  { kanbanId, trackerId, siteApi }: KanbanTarget,
  openOnly: boolean,
): Promise<TableContent> {
  const open = async (): Promise<TableContent> => {
    const { client } = await context.catalog.getSite(site).connect();
    // All artifacts of the tracker include those without a status.
    const backlog = openOnly ? new KanbanBacklog(context.loaderFor(site), kanbanId) : undefined;
    const [kanban, content] = await Promise.all([
      client.kanban(kanbanId),
      openQueryContent(context, createTrackerQuery({ siteApi, trackerId }), openOnly, backlog),
    ]);
    return content.kind === "rows" ? { ...content, kanban, ...(backlog && { backlog }) } : content;
  };
  return withFailureText(site, open, (failure) =>
    isInaccessible(failure)
      ? vscode.l10n.t(
          "This kanban was deleted on {0}, or you no longer have access to it. Close this board.",
          site.label,
        )
      : failureText(failure, site.label),
  );
}

export async function openTableContent(
  context: Pick<TableContext, "sites" | "catalog" | "currentUser" | "loaderFor">,
  source: TableSourceResult,
  { openOnly }: { readonly openOnly: boolean },
): Promise<TableContent> {
  if (source.kind === "query") return openQueryContent(context, source.query, openOnly);
  if (source.kind === "invalid") {
    return { kind: "problem", site: undefined, tracker: undefined, text: source.text };
  }
  const site = context.sites.find(source.siteApi);
  if (site === undefined) return createNotConnectedProblem(source.siteApi);
  switch (source.kind) {
    case "selection":
      return openSelectionContent(context, site, source);
    case "milestone":
      return openMilestoneContent(context, site, source);
    case "kanban":
      return openKanbanContent(context, site, source, openOnly);
  }
}
