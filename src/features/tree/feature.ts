// What the views of artifacts need once somebody looks at a list: what is found, in which order, and how many.
import * as vscode from "vscode";
import { artifactPage, reference } from "../../model/artifact.ts";
import { oneLine } from "../../model/displayText.ts";
import {
  type ArtifactTarget,
  type CommitSearch,
  type DraftTarget,
  type FoundCommits,
  type ListView,
  type PageTarget,
  type RowArguments,
  selectedRows,
  type SvnRepositoryTarget,
} from "../../protocol/commands.ts";
import { type ContextKeys, settings } from "../../protocol/contributions.ts";
import type { Drafts } from "../../store/drafts.ts";
import { Lists } from "../../store/queries/lists.ts";
import { openQuery } from "../../store/queries/openQuery.ts";
import { countOf } from "../../store/queries/preview.ts";
import { sourceOf } from "../../store/queries/sources.ts";
import { copyableAddress, pageAddress } from "../../store/sites.ts";
import { setContext } from "../../vscode/commands.ts";
import { age } from "../../vscode/age.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { failureText } from "../../vscode/failureText.ts";
import { CommitRows, partRows } from "./artifactDetailRows.ts";
import type { LoadedRows, TreeContext } from "./context.ts";
import { type CountChoice, countMinutes } from "./countChoice.ts";
import { type Clock, type Counted, CountWatch } from "./countWatch.ts";
import { discardDrafts } from "./draftItem.ts";
import {
  arrangementText,
  askGroup,
  askProjectFilter,
  askSort,
  pinProject,
  unpinProject,
} from "./listCommands.ts";
import { ListRows } from "./listRows.ts";
import type { LateNode, TooltipNode } from "./nodes.ts";
import { invalidateBelow, loadMore } from "./refresh.ts";
import { ResourceRows } from "./resourceRows.ts";
import { artifactTooltip, lateItem, projectTooltip, siteTooltip } from "./rowItems.ts";

// How many a chosen list holds, asked of the server, and how that reads at the icon.

/** Minutes between two looks at the number at the icon; 0 for none but those that are asked for. */
function refreshMinutes(): number {
  return countMinutes(vscode.workspace.getConfiguration().get<unknown>(settings.refreshMinutes));
}

const clock: Clock = {
  now: () => Date.now(),
  later: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

const now = (): Date => new Date(clock.now());

async function countOfQuery(
  { sites, catalog, me, queries, choices }: TreeContext,
  key: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const parsed = queries.find(key)?.parsed;
  if (parsed?.kind !== "query") return undefined;
  const openOnly = choices.isOpenOnly("artifacts.tree");
  const opened = await openQuery({ sites, catalog, me, now }, parsed.query, { openOnly });
  if (opened.kind === "failed") throw opened.failure;
  if (opened.kind !== "found" || signal.aborted) return undefined;
  const known = catalog.of(opened.site);
  const source = sourceOf(() => known.connection(), opened.tracker, opened.asked);
  const count = await countOf(source, signal);
  return count.kind === "atMost" ? count.size : undefined;
}

/**
 * Through what the view shows, which is then as new as the number, and which is why nobody calls it off. What is closed
 * waits for nobody, and is not counted where it is shown.
 */
async function countOfWork(
  { sites, catalog }: TreeContext,
  lists: Lists,
  { siteApi, concern }: Extract<CountChoice, { kind: "work" }>,
): Promise<number | undefined> {
  const site = sites.find(siteApi);
  if (site === undefined || (await catalog.of(site).account()) === undefined) return undefined;
  const list = lists.work(site, { concern, openOnly: true });
  list.invalidate();
  await list.load();
  const { work } = list;
  if (work.kind !== "rows") return undefined;
  const failure = work.failure ?? work.silences.find((each) => each.kind === "failed")?.failure;
  if (failure !== undefined) throw failure;
  return work.size ?? (work.hasMore ? undefined : work.rows.length);
}

/** Undefined where it can't be told: the server answers something else, or does not count. */
function countOfChoice(
  context: TreeContext,
  lists: Lists,
  choice: CountChoice,
  signal: AbortSignal,
): Promise<number | undefined> {
  return choice.kind === "query"
    ? countOfQuery(context, choice.queryKey, signal)
    : countOfWork(context, lists, choice);
}

function nameOfChoice({ queries, sites }: TreeContext, choice: CountChoice): string {
  if (choice.kind === "query") {
    const parsed = queries.find(choice.queryKey)?.parsed;
    return oneLine((parsed?.kind === "query" ? parsed.query.name : parsed?.name) ?? "");
  }
  const site = sites.find(choice.siteApi)?.label ?? "";
  return choice.concern === "assigned"
    ? vscode.l10n.t("Assigned to me on {0}", site)
    : vscode.l10n.t("Submitted by me on {0}", site);
}

function tooltip(context: TreeContext, { choice, count, at, failure }: Counted): string {
  const name = nameOfChoice(context, choice);
  const number = new Intl.NumberFormat(vscode.env.language).format(count);
  if (failure === undefined) return `${name}: ${number}`;
  const { url } = failure.request;
  const site = context.sites.at(url)?.label ?? url;
  return vscode.l10n.t(
    "{0}: {1}, as it was {2}. {3}",
    name,
    number,
    age(at, clock.now()),
    failureText(failure, site),
  );
}

/** Nothing to count needs no number. */
function countBadge(context: TreeContext, counted: Counted | undefined): vscode.ViewBadge | undefined {
  if (counted === undefined || counted.count === 0) return undefined;
  return { value: counted.count, tooltip: tooltip(context, counted) };
}

// What is done with selected rows and needs nothing of their lists.

interface RowActions {
  discardDrafts(...given: RowArguments<DraftTarget>): Promise<void>;
  openInBrowser(...given: RowArguments<PageTarget | ArtifactTarget>): Promise<void>;
  copyReference(...given: RowArguments<ArtifactTarget>): Promise<void>;
  copyLink(...given: RowArguments<ArtifactTarget>): Promise<void>;
  /** Where repositories are checked out from. */
  copyAddress(...given: RowArguments<SvnRepositoryTarget>): Promise<void>;
}

function webAddress(target: PageTarget | ArtifactTarget): string {
  const page = "artifactId" in target ? artifactPage(target.artifactId, target.page) : target.page;
  return pageAddress(target.siteApi, page);
}

async function copyLines(lines: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join("\n"));
}

function rowActionsOf(drafts: Drafts): RowActions {
  return {
    discardDrafts: (...given) => discardDrafts(drafts, selectedRows(...given)),
    async openInBrowser(...given) {
      for (const target of selectedRows(...given)) {
        await vscode.env.openExternal(vscode.Uri.parse(webAddress(target), true));
      }
    },
    copyReference: (...given) =>
      copyLines(selectedRows(...given).map(({ artifactId }) => reference(artifactId))),
    copyLink: (...given) => copyLines(selectedRows(...given).map(webAddress)),
    copyAddress: (...given) =>
      copyLines(selectedRows(...given).map(({ address = "" }) => copyableAddress(address))),
  };
}

/** Longer than a search takes mostly, and shorter than one likes to wait. */
const patienceMs = 600;

/** A failed search is reported once, and the tree says that nothing was found. */
async function findCommits(
  { features, boundary }: TreeContext,
  artifact: ArtifactTarget,
  search: CommitSearch,
): Promise<FoundCommits | undefined> {
  let found: FoundCommits | undefined;
  await boundary.run("find commits", async () => {
    found = await features.commits.findCommits(artifact, search);
  });
  return found;
}

/** An artifact has its other rows, even if git fails. */
async function hasCommits({ features, boundary }: TreeContext, siteApi: string): Promise<boolean> {
  return (await boundary.run("find repositories", () => features.commits.hasCommits({ siteApi }))) === true;
}

/** What is done with rows, of either view. */
const listActions = { invalidateBelow, loadMore, askProjectFilter, pinProject, unpinProject };

export interface TreeFeature extends LoadedRows, vscode.Disposable {
  readonly rowActions: RowActions & typeof listActions;
  readonly counts: CountWatch;
  readonly commits: CommitRows;
  readonly lateItem: (node: LateNode) => vscode.TreeItem;
  readonly tooltip: (node: TooltipNode) => vscode.MarkdownString;
  /** Answers whether something was chosen. */
  readonly askSort: (view: ListView) => Promise<boolean>;
  readonly askGroup: (view: ListView) => Promise<boolean>;
  /** What has been chosen about the rows of a view, in short. */
  readonly description: (view: ListView) => string;
  readonly nameOf: (choice: CountChoice) => string;
  /** Who one is, or where one's work is looked for, is another by now, at one site or at all. */
  readonly concernsChanged: (siteApi?: string) => void;
}

/** Where no site tells what is open there is nothing to choose about it. */
function openUntold(boundary: Boundary): (siteApi: string, isSo: boolean) => void {
  const bySite = new Map<string, boolean>();
  return (siteApi, isSo) => {
    if (bySite.get(siteApi) === isSo) return;
    bySite.set(siteApi, isSo);
    const isNowhereTold = [...bySite.values()].every((each) => each);
    boundary.start("set context", () => setContext<ContextKeys>("artifacts.myWorkOpenUntold", isNowhereTold));
  };
}

export async function createTreeFeature(
  context: TreeContext,
  showBadge: (badge: vscode.ViewBadge | undefined) => void,
): Promise<TreeFeature> {
  const { sites, catalog, me, pins, drafts, keyDates, choices, boundary, redraw } = context;
  const repositories = await context.repositories();
  const lists = new Lists({ sites, catalog, me, pins, now });
  const counts = new CountWatch({
    clock,
    minutes: refreshMinutes,
    read: (choice, signal) => countOfChoice(context, lists, choice, signal),
    show: (counted) => showBadge(countBadge(context, counted)),
    start: (action) => boundary.start("count at the icon", action),
  });
  return {
    rowActions: { ...rowActionsOf(drafts), ...listActions },
    lists: new ListRows(context, lists, openUntold(boundary)),
    counts,
    commits: new CommitRows(
      (artifact, search) => findCommits(context, artifact, search),
      redraw,
      () => new Promise((resolve) => setTimeout(resolve, patienceMs)),
    ),
    parts: partRows(catalog, (siteApi) => hasCommits(context, siteApi)),
    resources: new ResourceRows(context, repositories),
    lateItem,
    tooltip: (node) => {
      switch (node.kind) {
        case "site":
          return siteTooltip(node, keyDates);
        case "project":
          return projectTooltip(node);
        case "artifact":
          return artifactTooltip(node);
      }
    },
    askSort: async (view) => {
      const answer = await askSort(choices.arrangement(view));
      if (answer !== undefined) await choices.setSort(view, answer.chosen);
      return answer !== undefined;
    },
    askGroup: async (view) => {
      const answer = await askGroup(choices.arrangement(view));
      if (answer !== undefined) await choices.setGroup(view, answer.chosen);
      return answer !== undefined;
    },
    description: (view) =>
      [choices.isOpenOnly(view) ? vscode.l10n.t("open only") : "", arrangementText(choices.arrangement(view))]
        .filter((part) => part !== "")
        .join(" · "),
    nameOf: (choice) => nameOfChoice(context, choice),
    concernsChanged: (siteApi) => {
      const changed = sites.list().filter(({ api }) => siteApi === undefined || api === siteApi);
      for (const site of changed) lists.concernsChanged(site);
    },
    dispose: () => counts.dispose(),
  };
}
