import type * as vscode from "vscode";
import type { DecisionTarget } from "../../protocol/commands.ts";
import type { Concerns } from "../concern.ts";
import type { TriageDependencies } from "../dependencies.ts";
import { Layouts } from "./layouts.ts";
import { ManyComments } from "./manyComments.ts";
import { TableOpening } from "./opening.ts";
import { TablePanels } from "./tablePanels.ts";

export interface TableFeature {
  readonly opening: TableOpening;
  readonly panels: Pick<vscode.WebviewPanelSerializer, "deserializeWebviewPanel">;
  /** Opens those again that an extension host has left behind which is gone. */
  reopen(): Promise<void>;
  /** Reads the table in front once more. */
  refresh(): void;
  /** What is selected in the table in front; undefined where there is none in front. */
  selected(): readonly DecisionTarget[] | undefined;
}

export function openTables(dependencies: TriageDependencies, concerns: Concerns): TableFeature {
  const panels = new TablePanels({
    ...dependencies,
    layouts: new Layouts(dependencies.memory),
    comments: new ManyComments(dependencies.memory),
    statesOf: (site) => concerns.statesOf(site),
    now: () => new Date(),
  });
  return {
    opening: new TableOpening({ ...dependencies, panels }),
    panels,
    reopen: () => panels.reopen(),
    refresh: () => panels.active?.readAgain("fresh"),
    selected: () => panels.active?.selected,
  };
}
