// What can be done with rows, of either view.
import * as vscode from "vscode";
import {
  type CommandAnswers,
  type CommandArguments,
  type ListView,
  type ProjectTarget,
  selectedRows,
  type SiteTarget,
} from "../../protocol/commands.ts";
import type { ContextKeys, TreeState } from "../../protocol/contributions.ts";
import type { Pins } from "../../store/mementos.ts";
import type { Sites } from "../../store/sites.ts";
import { type Commands, setContext } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import type { ChildrenDependencies } from "./children.ts";
import type { DraftWatch } from "./drafts.ts";
import type { BrowseFeature } from "./feature.ts";
import type { MoreNode, ParentNode, TreeNode } from "./nodes.ts";
import type { ArtifactTree } from "./tree.ts";
import { openOnlyKeys, type ShownOrder, type ViewChoices } from "./viewState.ts";
import { selectedIn, ViewSelection } from "./selection.ts";

/** Why the tree is empty, if it is, for welcome texts and menus. */
export class TreeStateKey {
  readonly #sites: Sites;
  readonly #boundary: Boundary;
  #state: TreeState | undefined;

  constructor(sites: Sites, boundary: Boundary) {
    this.#sites = sites;
    this.#boundary = boundary;
  }

  set(state: TreeState): void {
    this.#state = state;
    this.#boundary.start("set context", () => setContext<ContextKeys>("artifacts.treeState", state));
  }

  /** Without a look at the tree: "My Work" is there wherever a site is, also while the tree is folded. */
  guess(): void {
    if (this.#sites.list().length === 0) this.set("noSite");
    else if (this.#state === undefined || this.#state === "noSite") this.set("loading");
  }
}

// What can be chosen about the views as a whole, and what is selected in them.

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

interface RowCommandsOptions {
  readonly browsing: ChildrenDependencies & {
    readonly sites: Sites;
    readonly pins: Pins;
    readonly commands: Commands<CommandArguments>;
  };
  /** What the commands do, loaded when one is first used. */
  readonly actions: () => Promise<BrowseFeature["rowActions"]>;
  readonly watch: DraftWatch;
  /** In both views: a row that one does not have is none of its concern. */
  readonly redraw: (node?: TreeNode) => void;
  readonly tree: ArtifactTree;
  readonly view: vscode.TreeView<TreeNode>;
  /** Where one's work is looked for is another by now. */
  readonly concernsChanged: (siteApi: string) => void;
}

/** Rows come from menus of our own views; people and other extensions may call with anything. */
function row(target: SiteTarget | undefined): TreeNode | undefined {
  return target !== undefined && "kind" in target && "id" in target ? (target as TreeNode) : undefined;
}

function isWork(node: ParentNode): boolean {
  return node.kind === "work";
}

export function rowCommands(options: RowCommandsOptions): readonly vscode.Disposable[] {
  const { browsing, actions, watch, redraw, tree, view, concernsChanged } = options;
  const { commands, filters } = browsing;

  async function refresh(node: TreeNode | undefined): Promise<void> {
    // Where the system does not tell of changed files, this is how drafts of other windows come to be seen.
    watch.lookSoon();
    for (const { api } of browsing.sites.list()) browsing.reach.hope(api);
    await (await actions()).invalidateBelow(browsing, node);
    redraw(node);
  }

  function more(parent: ParentNode): Thenable<void> {
    const viewId = isWork(parent) ? "artifacts.myWork" : "artifacts.tree";
    return vscode.window.withProgress({ location: { viewId } }, async () => {
      await (await actions()).loadMore(browsing, parent);
      redraw(parent);
    });
  }

  async function pinned(
    projects: readonly ProjectTarget[],
    change: (project: ProjectTarget) => Promise<void>,
  ): Promise<void> {
    for (const project of projects) await change(project);
    // Which draws both views again.
    for (const siteApi of new Set(projects.map((project) => project.siteApi))) concernsChanged(siteApi);
  }

  return [
    commands.register("artifacts.refresh", async (...given) => {
      for (const target of selectedRows(given[0], given[1])) await refresh(row(target));
    }),
    commands.register("artifacts.retry", (target) => {
      const node = row(target);
      if (node?.kind === "problem" && node.retry === "more") return more(node.parent);
      return refresh(node?.kind === "problem" ? node.parent : node);
    }),
    commands.register("artifacts.loadMore", (target) => more((target as MoreNode).parent)),
    commands.register("artifacts.revealSite", async ({ siteApi }) => {
      await tree.atRest();
      const site = (await tree.getChildren()).find(
        (node) => node.kind === "site" && node.siteApi === siteApi,
      );
      if (site !== undefined) await view.reveal(site, { focus: true, select: true, expand: true });
      else await vscode.commands.executeCommand("artifacts.tree.focus");
    }),
    commands.register("artifacts.filterProjects", async (target) => {
      await (await actions()).askProjectFilter(browsing, target);
      tree.redraw();
    }),
    commands.register("artifacts.clearProjectFilter", (target) => {
      filters.set(target.siteApi, "");
      tree.redraw();
    }),
    commands.register("artifacts.pinProject", (...given) =>
      pinned(selectedRows(...given), async (project) => (await actions()).pinProject(browsing, project)),
    ),
    commands.register("artifacts.unpinProject", (...given) =>
      pinned(selectedRows(...given), async (project) => (await actions()).unpinProject(browsing, project)),
    ),
    commands.register("artifacts.discardDraft", async (...given) =>
      (await actions()).discardDrafts(...given),
    ),
    commands.register("artifacts.openInBrowser", async (...given) =>
      (await actions()).openInBrowser(...given),
    ),
    commands.register("artifacts.copyReference", async (...given) =>
      (await actions()).copyReference(...given),
    ),
    commands.register("artifacts.copyLink", async (...given) => (await actions()).copyLink(...given)),
    commands.register("artifacts.copyAddress", async (...given) => (await actions()).copyAddress(...given)),
  ];
}
