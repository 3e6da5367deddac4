// What the views of artifacts need once somebody looks at a list: what is found, in which order, and how many.
import type * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandAnswers, CommandArguments, ListView } from "../protocol/commands.ts";
import { Lists, type ListWorld } from "../store/queries/lists.ts";
import type { SavedQueries } from "../store/queries/savedQueries.ts";
import type { Sites } from "../store/sites.ts";
import { arrangementText, askGroup, askSort } from "./askArrangement.ts";
import { commitItem } from "./items/commitItem.ts";
import { CommitRows } from "./rows/commitRows.ts";
import type { CountChoice } from "./counting/countChoice.ts";
import { countBadge, countOfChoice, nameOfChoice } from "./counting/counting.ts";
import { type Clock, CountWatch } from "./counting/countWatch.ts";
import { ListRows, type ListRowsDependencies } from "./rows/listRows.ts";
import type { CommitNode, CommitsNode, NoteNode } from "./nodes.ts";
import { noteItem } from "./items/noteItem.ts";

/** Longer than a search takes mostly, and shorter than one likes to wait. */
const patienceMs = 600;

export interface BrowseNeeds extends Omit<ListRowsDependencies, "lists">, Omit<ListWorld, "now"> {
  readonly sites: Sites;
  readonly queries: SavedQueries;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
  readonly redrawCommits: (node: CommitsNode) => void;
  readonly clock: Clock;
  readonly minutes: () => number;
  readonly showBadge: (badge: vscode.ViewBadge | undefined) => void;
}

export interface BrowseFeature {
  readonly rows: ListRows;
  readonly counts: CountWatch;
  readonly commits: CommitRows;
  readonly lateItem: (node: NoteNode | CommitNode) => vscode.TreeItem;
  /** Answers whether something was chosen. */
  readonly askSort: (view: ListView) => Promise<boolean>;
  readonly askGroup: (view: ListView) => Promise<boolean>;
  readonly arrangementText: (view: ListView) => string;
  readonly nameOf: (choice: CountChoice) => string;
  /** Who one is, or where one's work is looked for, is another by now, at one site or at all. */
  readonly concernsChanged: (siteApi?: string) => void;
}

export function openBrowse(needs: BrowseNeeds): BrowseFeature {
  const { choices, boundary, commands, clock, minutes, showBadge, redrawCommits, sites } = needs;
  const world = { ...needs, now: () => new Date(clock.now()) };
  const lists = new Lists(world);
  const counting = { ...world, lists };
  return {
    rows: new ListRows({ ...needs, lists }),
    counts: new CountWatch({
      clock,
      minutes,
      read: (choice, signal) => countOfChoice(counting, choice, signal),
      show: (counted) => showBadge(countBadge(counting, counted, clock.now())),
      start: (action) => boundary.start("count at the icon", action),
    }),
    commits: new CommitRows({
      find: (artifact, search) => commands.ask("artifacts.commitsOf", artifact, search),
      redraw: redrawCommits,
      patience: () => new Promise((resolve) => setTimeout(resolve, patienceMs)),
    }),
    lateItem: (node) => (node.kind === "commit" ? commitItem(node) : noteItem(node)),
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
    arrangementText: (view) => arrangementText(choices.arrangement(view)),
    nameOf: (choice) => nameOfChoice(counting, choice),
    concernsChanged: (siteApi) => {
      const changed = sites.list().filter(({ api }) => siteApi === undefined || api === siteApi);
      for (const site of changed) lists.concernsChanged(site);
    },
  };
}
