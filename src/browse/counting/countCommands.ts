// What the number at the icon counts: chosen from a row, looked at while somebody is at the window.
import * as vscode from "vscode";
import { withoutLinks } from "../../model/displayText.ts";
import type { Boundary } from "../../platform/boundary.ts";
import type { Commands } from "../../platform/commands.ts";
import type { CommandArguments } from "../../protocol/commands.ts";
import { settings } from "../../protocol/settings.ts";
import type { Catalog } from "../../store/catalog.ts";
import { type CountChoice, type CountMemory, choiceOf, dropChoice, keepChoice } from "./countChoice.ts";
import type { BrowseFeature } from "../feature.ts";

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
