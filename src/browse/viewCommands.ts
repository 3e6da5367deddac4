// What can be chosen about the views as a whole, and what is selected in them.
import type * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import { setContext } from "../platform/setContext.ts";
import type { CommandAnswers, CommandArguments, ListView } from "../protocol/commands.ts";
import type { ContextKeys } from "../protocol/contextKeys.ts";
import type { DraftWatch } from "./drafts/draftWatch.ts";
import type { BrowseFeature } from "./feature.ts";
import type { TreeNode } from "./nodes.ts";
import { selectedIn, ViewSelection } from "./selectedIn.ts";
import type { ShownOrder } from "./shownOrder.ts";
import { openOnlyKeys, type ViewChoices } from "./viewChoices.ts";

interface Redrawn {
  readonly order: ShownOrder<TreeNode>;
  redraw(): void;
}

interface ViewCommandsOptions {
  readonly feature: () => Promise<BrowseFeature>;
  readonly choices: ViewChoices;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
  readonly boundary: Boundary;
  readonly tree: Redrawn;
  readonly view: vscode.TreeView<TreeNode>;
  readonly workTree: Redrawn;
  readonly workView: vscode.TreeView<TreeNode>;
  readonly watch: DraftWatch;
  readonly describe: (feature: BrowseFeature) => void;
}

export function viewCommands(options: ViewCommandsOptions): readonly vscode.Disposable[] {
  const { feature, choices, commands, boundary, tree, view, workTree, workView, watch, describe } = options;
  const redrawOf = (id: ListView): void => (id === "artifacts.tree" ? tree.redraw() : workTree.redraw());

  async function showOpenOnly(id: ListView, isSo: boolean): Promise<void> {
    await choices.setOpenOnly(id, isSo);
    await setContext<ContextKeys>(openOnlyKeys[id], isSo);
    describe(await feature());
    redrawOf(id);
  }

  async function arrange(id: ListView, ask: "askSort" | "askGroup"): Promise<void> {
    const loaded = await feature();
    if (!(await loaded[ask](id))) return;
    describe(loaded);
    redrawOf(id);
  }

  const selections = { tree: new ViewSelection(view), work: new ViewSelection(workView) };
  for (const id of ["artifacts.tree", "artifacts.myWork"] as const) {
    boundary.start("set context", () => setContext<ContextKeys>(openOnlyKeys[id], choices.isOpenOnly(id)));
  }
  return [
    selections.tree,
    selections.work,
    commands.register("artifacts.treeShowAll", () => showOpenOnly("artifacts.tree", false)),
    commands.register("artifacts.treeShowOpen", () => showOpenOnly("artifacts.tree", true)),
    commands.register("artifacts.myWorkShowAll", () => showOpenOnly("artifacts.myWork", false)),
    commands.register("artifacts.myWorkShowOpen", () => showOpenOnly("artifacts.myWork", true)),
    commands.register("artifacts.treeSort", () => arrange("artifacts.tree", "askSort")),
    commands.register("artifacts.treeGroup", () => arrange("artifacts.tree", "askGroup")),
    commands.register("artifacts.myWorkSort", () => arrange("artifacts.myWork", "askSort")),
    commands.register("artifacts.myWorkGroup", () => arrange("artifacts.myWork", "askGroup")),
    commands.register("artifacts.myWorkRefresh", async () => {
      const { counts, concernsChanged } = await feature();
      concernsChanged();
      watch.lookSoon();
      workTree.redraw();
      await counts.look();
    }),
    commands.register("artifacts.selection", (id) =>
      id === "artifacts.tree"
        ? selectedIn(tree.order, selections.tree.rows)
        : selectedIn(workTree.order, selections.work.rows),
    ),
  ];
}
