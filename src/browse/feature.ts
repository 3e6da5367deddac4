// What the views of artifacts need once somebody looks at a list: what is found, in which order, and how many.
import * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import { setContext } from "../platform/setContext.ts";
import type { CommandAnswers, CommandArguments, ListView } from "../protocol/commands.ts";
import type { ContextKeys } from "../protocol/contextKeys.ts";
import type { Drafts } from "../store/drafts.ts";
import type { KeyDates } from "../store/keyDates.ts";
import { Lists, type ListWorld } from "../store/queries/lists.ts";
import type { SavedQueries } from "../store/queries/savedQueries.ts";
import type { Sites } from "../store/sites.ts";
import type { SvnRepositories } from "../store/svn/repositories.ts";
import { arrangementText, askGroup, askSort } from "./askArrangement.ts";
import { artifactTooltip } from "./items/artifactItem.ts";
import { lateItem } from "./items/lateItem.ts";
import { projectTooltip } from "./items/projectTooltip.ts";
import { siteTooltip } from "./items/siteTooltip.ts";
import { CommitRows } from "./rows/commitRows.ts";
import type { CountChoice } from "./counting/countChoice.ts";
import { countBadge, countOfChoice, nameOfChoice } from "./counting/counting.ts";
import { type Clock, CountWatch } from "./counting/countWatch.ts";
import { type RowActions, rowActionsOf } from "./rowActions.ts";
import { ListRows, type ListRowsDependencies } from "./rows/listRows.ts";
import { partRows, type PartRows } from "./rows/partRows.ts";
import { ResourceRows } from "./rows/resourceRows.ts";
import type { LateNode, TooltipNode } from "./nodes.ts";
import { askProjectFilter, pinProject, unpinProject } from "./projectCommands.ts";
import { invalidateBelow, loadMore } from "./refresh.ts";

/** Longer than a search takes mostly, and shorter than one likes to wait. */
const patienceMs = 600;

export interface BrowseNeeds
  extends Omit<ListRowsDependencies, "lists" | "noteOpenUntold">, Omit<ListWorld, "now"> {
  readonly sites: Sites;
  readonly queries: SavedQueries;
  readonly repositories: SvnRepositories;
  readonly keyDates: KeyDates;
  readonly drafts: Drafts;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
  readonly clock: Clock;
  readonly minutes: () => number;
  readonly showBadge: (badge: vscode.ViewBadge | undefined) => void;
}

/** What is done with rows, of either view. */
const listActions = { invalidateBelow, loadMore, askProjectFilter, pinProject, unpinProject };

export interface BrowseFeature {
  readonly rowActions: RowActions & typeof listActions;
  readonly rows: ListRows;
  readonly counts: CountWatch;
  readonly commits: CommitRows;
  readonly parts: PartRows;
  readonly resources: ResourceRows;
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

export function openBrowse(needs: BrowseNeeds): BrowseFeature {
  const { choices, boundary, commands, clock, minutes, showBadge, redraw, sites } = needs;
  const world = { ...needs, now: () => new Date(clock.now()) };
  const lists = new Lists(world);
  const counting = { ...world, lists };
  return {
    rowActions: { ...rowActionsOf(needs.drafts), ...listActions },
    rows: new ListRows({ ...needs, lists, noteOpenUntold: openUntold(boundary) }),
    counts: new CountWatch({
      clock,
      minutes,
      read: (choice, signal) => countOfChoice(counting, choice, signal),
      show: (counted) => showBadge(countBadge(counting, counted, clock.now())),
      start: (action) => boundary.start("count at the icon", action),
    }),
    commits: new CommitRows({
      find: (artifact, search) => commands.ask("artifacts.commitsOf", artifact, search),
      redraw,
      patience: () => new Promise((resolve) => setTimeout(resolve, patienceMs)),
    }),
    parts: partRows({
      ...needs,
      hasCommits: async (siteApi) => (await commands.ask("artifacts.hasCommits", { siteApi })) === true,
    }),
    resources: new ResourceRows(needs),
    lateItem,
    tooltip: (node) => {
      switch (node.kind) {
        case "site":
          return siteTooltip(node, needs.keyDates);
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
    nameOf: (choice) => nameOfChoice(counting, choice),
    concernsChanged: (siteApi) => {
      const changed = sites.list().filter(({ api }) => siteApi === undefined || api === siteApi);
      for (const site of changed) lists.concernsChanged(site);
    },
  };
}
