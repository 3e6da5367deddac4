// The badges of the two views: the number of unsent drafts, and the count that the user has chosen.
import * as vscode from "vscode";
import { withoutLinks } from "../../model/displayText.ts";
import { settings } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import type { KeptDraft } from "../../store/keptDraft.ts";
import type { TreeContext } from "./context.ts";
import { choiceOf, type CountChoice, dropChoice, keepChoice } from "./countChoice.ts";
import type { TreeFeature } from "./feature.ts";

// The number at the icon of the view: drafts of those who are signed in now, over all sites.

/** Asks the secrets alone, and only of sites with drafts: nothing is connected for a number. */
export async function countOfPresent(
  { sites, accounts }: Pick<Services, "sites" | "accounts">,
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

// What the number at the icon counts: chosen from a row, looked at while somebody is at the window.

/** `setCounted` is called with what has been chosen. */
export function countCommands(
  context: TreeContext,
  feature: () => Promise<TreeFeature>,
  setCounted: (choice: CountChoice | undefined) => void,
): readonly vscode.Disposable[] {
  const { commands, catalog, boundary, memory, globalMemory, counted } = context;

  /** Nothing is loaded for a number that nobody wants. */
  function tell(about: (counts: TreeFeature["counts"]) => void): void {
    if (counted() === undefined) return;
    boundary.start("count at the icon", async () => about((await feature()).counts));
  }

  async function count(choice: CountChoice | undefined): Promise<void> {
    if (choice === undefined) await dropChoice(memory, globalMemory, counted());
    else await keepChoice(memory, globalMemory, choice);
    setCounted(choice);
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
