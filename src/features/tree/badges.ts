// The badges of the two views: the number of unsent drafts, and the count that the user has chosen.
import * as vscode from "vscode";
import { withoutLinks } from "../../model/displayText.ts";
import type { CommandArguments } from "../../protocol/commands.ts";
import { settings } from "../../protocol/contributions.ts";
import type { Accounts } from "../../store/accounts.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { KeptDraft } from "../../store/keptDraft.ts";
import type { Sites } from "../../store/sites.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import {
  choiceOf,
  type CountChoice,
  type CountMemory,
  countMinutes,
  dropChoice,
  keepChoice,
} from "./countChoice.ts";
import type { Clock } from "./countWatch.ts";
import type { BrowseFeature } from "./feature.ts";

// The number at the icon of the view: drafts of those who are signed in now, over all sites.

interface Present {
  readonly sites: Sites;
  readonly accounts: Accounts;
}

/** Asks the secrets alone, and only of sites with drafts: nothing is connected for a number. */
export async function countOfPresent(
  { sites, accounts }: Present,
  drafts: readonly KeptDraft[],
): Promise<number> {
  const counts = sites.list().map(async ({ api }) => {
    const here = drafts.filter(({ subject }) => subject.siteApi === api);
    if (here.length === 0) return 0;
    const accountId = (await accounts.current(api))?.account.id;
    return here.filter(({ subject }) => subject.accountId === accountId).length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

export function draftBadge(count: number): vscode.ViewBadge | undefined {
  if (count === 0) return undefined;
  const tooltip = count === 1 ? vscode.l10n.t("1 unsent draft") : vscode.l10n.t("{0} unsent drafts", count);
  return { value: count, tooltip };
}

/** Minutes between two looks at the number at the icon; 0 for none but those that are asked for. */
export function refreshMinutes(): number {
  return countMinutes(vscode.workspace.getConfiguration().get<unknown>(settings.refreshMinutes));
}

export const countClock: Clock = {
  now: () => Date.now(),
  later: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

// What the number at the icon counts: chosen from a row, looked at while somebody is at the window.

interface CountCommandsOptions {
  readonly feature: () => Promise<BrowseFeature>;
  readonly commands: Commands<CommandArguments>;
  readonly catalog: Catalog;
  readonly boundary: Boundary;
  readonly memory: CountMemory;
  readonly counted: () => CountChoice | undefined;
  readonly choose: (choice: CountChoice | undefined) => void;
}

export function countCommands(options: CountCommandsOptions): readonly { dispose(): unknown }[] {
  const { feature, commands, catalog, boundary, memory, counted, choose } = options;

  /** Nothing is loaded for a number that nobody wants. */
  function tell(about: (counts: BrowseFeature["counts"]) => void): void {
    if (counted() === undefined) return;
    boundary.start("count at the icon", async () => about((await feature()).counts));
  }

  async function count(choice: CountChoice | undefined): Promise<void> {
    if (choice === undefined) await dropChoice(memory, counted());
    else await keepChoice(memory, choice);
    choose(choice);
    const { counts, nameOf } = await feature();
    counts.setChoice(choice);
    if (choice === undefined || (await counts.look()) !== undefined) return;
    const text = vscode.l10n.t("{0} can't be counted now: open it to see why.", nameOf(choice));
    void vscode.window.showInformationMessage(withoutLinks(text));
  }

  // As soon as somebody is there.
  if (vscode.window.state.focused) tell(() => undefined);
  return [
    vscode.window.onDidChangeWindowState(({ focused }) => tell((counts) => counts.setFocused(focused))),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(settings.refreshMinutes)) tell((counts) => counts.reschedule());
      if (change.affectsConfiguration(settings.queries)) tell((counts) => counts.setChoice(counted()));
    }),
    catalog.written.listen(() => tell((counts) => counts.noteWritten())),
    // Whoever is signed in now may have other work.
    catalog.forgotten.listen(() => tell((counts) => counts.setChoice(counted()))),
    commands.register("artifacts.countInBadge", async (row) => {
      const choice = choiceOf(row);
      if (choice !== undefined) await count(choice);
    }),
    commands.register("artifacts.stopCounting", () => count(undefined)),
  ];
}
