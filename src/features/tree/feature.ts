// The lazily loaded part of the two views: child loaders, tooltips, row commands and the badge.
import * as vscode from "vscode";
import { artifactWebPath, formatArtifactReference } from "../../model/artifact.ts";
import { toDisplayLine } from "../../model/displayText.ts";
import {
  type ArtifactTarget,
  type CommitSearchHandlers,
  type DraftTarget,
  type MentioningCommitsResult,
  type ListViewId,
  type WebPageTarget,
  type RowArguments,
  getCommandRows,
  type SvnRepositoryTarget,
} from "../../protocol/commandArguments.ts";
import { type ContextKeyTypes, settingKeys } from "../../protocol/contributions.ts";
import type { DraftStore } from "../../store/draftStore.ts";
import { ArtifactLists } from "../../store/queries/artifactLists.ts";
import { openQuery } from "../../store/queries/openQuery.ts";
import { countRows } from "../../store/queries/queryCount.ts";
import { toSingleLineUrl, toPageUrl } from "../../store/sites.ts";
import { setContext } from "../../vscode/commandRegistry.ts";
import { formatRelativeTime } from "../../vscode/relativeTime.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import { failureText } from "../../vscode/failureText.ts";
import { CommitChildrenLoader, createArtifactChildrenLoader } from "./artifactChildren.ts";
import type { ChildLoaders, TreeContext } from "./treeContext.ts";
import { type BadgeSource, toBadgeIntervalMinutes } from "./badgeSource.ts";
import { type TimerClock, type BadgeCount, BadgeUpdater } from "./badgeUpdater.ts";
import { confirmAndDiscardDrafts } from "./draftItems.ts";
import {
  formatViewArrangement,
  pickTreeGrouping,
  promptProjectFilter,
  pickTreeSort,
  pinProject,
  unpinProject,
} from "./arrangeTree.ts";
import { ArtifactListChildrenLoader } from "./artifactListChildren.ts";
import type { LazyItemNode, LazyTooltipNode } from "./treeNodes.ts";
import { invalidateChildren, loadNextChildrenPage } from "./refresh.ts";
import { ProjectChildrenLoader } from "./projectChildren.ts";
import {
  assigneeDecorations,
  createArtifactTooltip,
  createLazyItem,
  createProjectTooltip,
  createSiteTooltip,
} from "./lazyItems.ts";

/** Minutes between two updates of the badge; 0 to update on request only. */
function readBadgeIntervalMinutes(): number {
  return toBadgeIntervalMinutes(vscode.workspace.getConfiguration().get<unknown>(settingKeys.refreshMinutes));
}

function readShowsInitials(): boolean {
  return vscode.workspace.getConfiguration().get<unknown>(settingKeys.assigneeInitials) === true;
}

const clock: TimerClock = {
  now: () => Date.now(),
  schedule: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

const now = (): Date => new Date(clock.now());

async function countQuery(
  { sites, catalog, currentUser, savedQueries, viewOptions }: TreeContext,
  key: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const parsed = savedQueries.find(key)?.parsed;
  if (parsed?.kind !== "query") return undefined;
  const openOnly = viewOptions.isOpenOnly("artifacts.tree");
  const opened = await openQuery({ sites, catalog, currentUser, now }, parsed.query, { openOnly });
  if (opened.kind === "failed") throw opened.failure;
  if (opened.kind !== "found" || signal.aborted) return undefined;
  const count = await countRows(opened.source, signal);
  return count.kind === "atMost" ? count.size : undefined;
}

/**
 * Reloads the list that the view shows, so that both agree; it takes no signal because the view may be waiting for the
 * same list. Closed artifacts are not counted, even if the view shows them.
 */
async function countMyWork(
  { sites, catalog }: TreeContext,
  lists: ArtifactLists,
  { siteApi, concern: role }: Extract<BadgeSource, { kind: "work" }>,
): Promise<number | undefined> {
  const site = sites.find(siteApi);
  if (site === undefined || (await catalog.getSite(site).getAccount()) === undefined) return undefined;
  const list = lists.getMyWork(site, { role, openOnly: true });
  list.invalidate();
  await list.load();
  const { state } = list;
  if (state.kind !== "rows") return undefined;
  const failure = state.failure ?? state.skippedTrackers.find((each) => each.kind === "failed")?.failure;
  if (failure !== undefined) throw failure;
  return state.size ?? (state.hasMore ? undefined : state.rows.length);
}

/** Undefined if the server ignored the query or doesn't report a total. */
function countBadgeSource(
  context: TreeContext,
  lists: ArtifactLists,
  source: BadgeSource,
  signal: AbortSignal,
): Promise<number | undefined> {
  return source.kind === "query"
    ? countQuery(context, source.queryKey, signal)
    : countMyWork(context, lists, source);
}

function getBadgeSourceName({ savedQueries, sites }: TreeContext, source: BadgeSource): string {
  if (source.kind === "query") {
    const parsed = savedQueries.find(source.queryKey)?.parsed;
    return toDisplayLine((parsed?.kind === "query" ? parsed.query.name : parsed?.name) ?? "");
  }
  const site = sites.find(source.siteApi)?.label ?? "";
  return source.concern === "assigned"
    ? vscode.l10n.t("Assigned to me on {0}", site)
    : vscode.l10n.t("Submitted by me on {0}", site);
}

function createBadgeTooltip(context: TreeContext, { source, count, countedAt, failure }: BadgeCount): string {
  const name = getBadgeSourceName(context, source);
  const number = new Intl.NumberFormat(vscode.env.language).format(count);
  if (failure === undefined) return vscode.l10n.t("{0}: {1}", name, number);
  const { url } = failure.request;
  const site = context.sites.findByUrl(url)?.label ?? url;
  return vscode.l10n.t(
    "{0}: {1} (updated {2}). {3}",
    name,
    number,
    formatRelativeTime(countedAt, clock.now()),
    failureText(failure, site),
  );
}

/** No badge for zero. */
function createCountBadge(
  context: TreeContext,
  badgeCount: BadgeCount | undefined,
): vscode.ViewBadge | undefined {
  if (badgeCount === undefined || badgeCount.count === 0) return undefined;
  return { value: badgeCount.count, tooltip: createBadgeTooltip(context, badgeCount) };
}

interface RowActions {
  discardDrafts(...args: RowArguments<DraftTarget>): Promise<void>;
  openInBrowser(...args: RowArguments<WebPageTarget | ArtifactTarget>): Promise<void>;
  copyReference(...args: RowArguments<ArtifactTarget>): Promise<void>;
  copyLink(...args: RowArguments<ArtifactTarget>): Promise<void>;
  copyCheckoutUrl(...args: RowArguments<SvnRepositoryTarget>): Promise<void>;
}

function toWebUrl(target: WebPageTarget | ArtifactTarget): string {
  const page = "artifactId" in target ? artifactWebPath(target.artifactId, target.page) : target.page;
  return toPageUrl(target.siteApi, page);
}

async function copyLines(lines: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join("\n"));
}

function createRowActions(drafts: DraftStore): RowActions {
  return {
    discardDrafts: (...args) => confirmAndDiscardDrafts(drafts, getCommandRows(...args)),
    async openInBrowser(...args) {
      for (const target of getCommandRows(...args)) {
        await vscode.env.openExternal(vscode.Uri.parse(toWebUrl(target), true));
      }
    },
    copyReference: (...args) =>
      copyLines(getCommandRows(...args).map(({ artifactId }) => formatArtifactReference(artifactId))),
    copyLink: (...args) => copyLines(getCommandRows(...args).map(toWebUrl)),
    copyCheckoutUrl: (...args) =>
      copyLines(getCommandRows(...args).map(({ url = "" }) => toSingleLineUrl(url))),
  };
}

/** How long to wait for a commit search before showing partial results. */
const searchDelayMs = 600;

/** A failed search is reported by the error handler; the tree then shows no commits. */
async function findCommits(
  { features, errorHandler }: TreeContext,
  artifact: ArtifactTarget,
  search: CommitSearchHandlers,
): Promise<MentioningCommitsResult | undefined> {
  let found: MentioningCommitsResult | undefined;
  await errorHandler.run("find commits", async () => {
    found = await features.commits.findCommits(artifact, search);
  });
  return found;
}

/** A failure of git must not hide the other children of an artifact. */
async function hasCommits({ features, errorHandler }: TreeContext, siteApi: string): Promise<boolean> {
  return (
    (await errorHandler.run("find repositories", () => features.commits.hasCommits({ siteApi }))) === true
  );
}

/** Commands on rows of either view. */
const listActions = {
  invalidateChildren,
  loadMore: loadNextChildrenPage,
  promptProjectFilter,
  pinProject,
  unpinProject,
};

export interface TreeFeature extends ChildLoaders, vscode.Disposable {
  readonly rowActions: RowActions & typeof listActions;
  readonly badgeUpdater: BadgeUpdater;
  readonly commits: CommitChildrenLoader;
  readonly createLazyItem: (node: LazyItemNode) => vscode.TreeItem;
  readonly createTooltip: (node: LazyTooltipNode) => vscode.MarkdownString;
  /** Resolves to whether the user selected an option. */
  readonly pickSort: (view: ListViewId) => Promise<boolean>;
  readonly pickGrouping: (view: ListViewId) => Promise<boolean>;
  /** Filter, sort and grouping of a view, for its title. */
  readonly getViewDescription: (view: ListViewId) => string;
  readonly getBadgeSourceName: (source: BadgeSource) => string;
  /** Called when the current user or the pinned projects of one or all sites have changed. */
  readonly invalidateMyWork: (siteApi?: string) => void;
}

/** Sets the context key that hides Show Open Only while no site reports which artifacts are open. */
function createOpenStateObserver(errorHandler: ErrorHandler): (siteApi: string, isUnknown: boolean) => void {
  const bySite = new Map<string, boolean>();
  return (siteApi, isUnknown) => {
    if (bySite.get(siteApi) === isUnknown) return;
    bySite.set(siteApi, isUnknown);
    const isUnknownEverywhere = [...bySite.values()].every((each) => each);
    errorHandler.runInBackground("set context", () =>
      setContext<ContextKeyTypes>("artifacts.myWorkOpenStateUnknown", isUnknownEverywhere),
    );
  };
}

export async function createTreeFeature(
  context: TreeContext,
  showBadge: (badge: vscode.ViewBadge | undefined) => void,
): Promise<TreeFeature> {
  const {
    sites,
    catalog,
    currentUser,
    pinnedProjects,
    drafts,
    keyExpiries,
    viewOptions,
    followedArtifacts,
    errorHandler,
    redraw,
  } = context;
  const repositories = await context.svnRepositories();
  const lists = new ArtifactLists({ sites, catalog, currentUser, pinnedProjects, now });
  const badgeUpdater = new BadgeUpdater({
    clock,
    getIntervalMinutes: readBadgeIntervalMinutes,
    countArtifacts: (source, signal) => countBadgeSource(context, lists, source, signal),
    showCount: (badgeCount) => showBadge(createCountBadge(context, badgeCount)),
    runInBackground: (action) => errorHandler.runInBackground("update badge", action),
  });
  let showsInitials = readShowsInitials();
  const listeners = vscode.Disposable.from(
    vscode.window.registerFileDecorationProvider(assigneeDecorations),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration(settingKeys.assigneeInitials)) return;
      showsInitials = readShowsInitials();
      redraw();
    }),
  );
  return {
    rowActions: { ...createRowActions(drafts), ...listActions },
    lists: new ArtifactListChildrenLoader(context, lists, createOpenStateObserver(errorHandler)),
    badgeUpdater,
    commits: new CommitChildrenLoader(
      (artifact, search) => findCommits(context, artifact, search),
      redraw,
      () => new Promise((resolve) => setTimeout(resolve, searchDelayMs)),
    ),
    artifacts: createArtifactChildrenLoader(catalog, (siteApi) => hasCommits(context, siteApi)),
    projects: new ProjectChildrenLoader(context, repositories),
    createLazyItem: (node) =>
      createLazyItem(node, { showsInitials, isFollowed: (artifact) => followedArtifacts.has(artifact) }),
    createTooltip: (node) => {
      switch (node.kind) {
        case "site":
          return createSiteTooltip(node, keyExpiries);
        case "project":
          return createProjectTooltip(node);
        case "artifact":
          return createArtifactTooltip(node);
      }
    },
    pickSort: async (view) => {
      const selection = await pickTreeSort(viewOptions.getArrangement(view));
      if (selection !== undefined) await viewOptions.setSort(view, selection.value);
      return selection !== undefined;
    },
    pickGrouping: async (view) => {
      const selection = await pickTreeGrouping(viewOptions.getArrangement(view));
      if (selection !== undefined) await viewOptions.setGrouping(view, selection.value);
      return selection !== undefined;
    },
    getViewDescription: (view) =>
      [
        viewOptions.isOpenOnly(view) ? vscode.l10n.t("open only") : "",
        formatViewArrangement(viewOptions.getArrangement(view)),
      ]
        .filter((part) => part !== "")
        .join(" · "),
    getBadgeSourceName: (source) => getBadgeSourceName(context, source),
    invalidateMyWork: (siteApi) => {
      const changed = sites.list().filter(({ api }) => siteApi === undefined || api === siteApi);
      for (const site of changed) lists.invalidateUserLists(site);
    },
    dispose: () => {
      listeners.dispose();
      badgeUpdater.dispose();
    },
  };
}
