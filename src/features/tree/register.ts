import * as vscode from "vscode";
import type { ListView } from "../../protocol/commands.ts";
import { settings } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import type { KeptDraft } from "../../store/keptDraft.ts";
import { once } from "../../vscode/async.ts";
import { countCommands, countOfPresent, draftBadge } from "./badges.ts";
import type { TreeContext } from "./context.ts";
import { keptChoice } from "./countChoice.ts";
import { DraftWatch, Unsent } from "./drafts.ts";
import type { TreeFeature } from "./feature.ts";
import type { TreeNode } from "./nodes.ts";
import { selectedIn, ViewSelection } from "./selection.ts";
import { ArtifactTree, WorkTree } from "./tree.ts";
import { revealSite, rowCommands, TreeStateKey, viewCommands } from "./treeCommands.ts";
import { Ages, ProjectFilters, ViewChoices } from "./viewState.ts";

/** The tree is there without drafts too: why they can't be read is said once, not in place of it. */
function unsentOf({ drafts, boundary }: Services): Unsent {
  return new Unsent(async () => {
    let found: readonly KeptDraft[] = [];
    await boundary.run("read drafts", async () => {
      found = await drafts.list();
    });
    return found;
  });
}

export function registerTree(services: Services): ArtifactTree {
  const { sites, catalog, reach, drafts, me, recent, queries, commitsChanged, boundary } = services;
  let counted = keptChoice(services.memory, services.globalMemory);
  /** Whether drafts are in the tree, since "My Work" is folded, hidden or elsewhere. */
  let showsDrafts = false;
  let opened: TreeFeature | undefined;
  const feature = once(async () => {
    const { createTreeFeature } = await import("./feature.ts");
    const loaded = services.own(
      await createTreeFeature(context, (badge) => {
        workView.badge = badge;
        // The section that was counted was read for it.
        if (workView.visible) workTree.redraw();
      }),
    );
    loaded.counts.setChoice(counted);
    loaded.counts.setFocused(vscode.window.state.focused);
    describe(loaded);
    opened = loaded;
    return loaded;
  });

  const unsent = unsentOf(services);
  const watch = new DraftWatch({
    unsent,
    delayMs: 200,
    ageMs: 60_000,
    redraw: (what) => {
      if (what === "everything") {
        redraw();
      } else {
        tree.redrawDrafts();
        workTree.redrawDrafts();
      }
    },
    onLook: async (all) => {
      settleDrafts();
      view.badge = draftBadge(await countOfPresent(services, all));
    },
    start: (action) => boundary.start("look at drafts", action),
  });
  const context: TreeContext = {
    ...services,
    filters: new ProjectFilters(),
    choices: new ViewChoices(services.memory),
    unsent,
    watch,
    about: new Map(),
    ages: new Ages(),
    counted: () => counted,
    showsDrafts: () => showsDrafts,
    redraw,
    loadRows: feature,
  };
  const tree = new ArtifactTree(context, feature);
  const workTree = new WorkTree(context, feature);
  const options = { showCollapseAll: true, canSelectMany: true };
  const view = vscode.window.createTreeView("artifacts.tree", { ...options, treeDataProvider: tree });
  const workView: vscode.TreeView<TreeNode> = vscode.window.createTreeView("artifacts.myWork", {
    ...options,
    treeDataProvider: workTree,
  });
  const usualTitle = view.title ?? "";

  /** Says above the rows what has been chosen about them. */
  function describe({ description }: TreeFeature): void {
    view.description = description("artifacts.tree");
    workView.description = description("artifacts.myWork");
  }

  function redraw(node?: TreeNode): void {
    tree.redraw(node);
    workTree.redraw(node);
  }

  async function show(id: ListView): Promise<void> {
    describe(await feature());
    (id === "artifacts.tree" ? tree : workTree).redraw();
  }

  /** In one of the two views. Both go and come together with the side bar, one a moment before the other. */
  function settleDrafts(): void {
    const isSettled = showsDrafts === !workView.visible || (!view.visible && !workView.visible);
    if (isSettled) return;
    showsDrafts = !workView.visible;
    redraw();
  }
  function noteVisibility(): void {
    watch.setVisible(view.visible || workView.visible);
    watch.lookSoon();
  }
  watch.setVisible(view.visible || workView.visible);
  boundary.start("look at drafts", () => watch.look());

  const state = new TreeStateKey(sites, boundary);
  state.guess();

  /** Who one is, or where one's work is looked for, is another by now. */
  function concernsChanged(siteApi: string): void {
    boundary.start("read my work again", async () => {
      (await feature()).concernsChanged(siteApi);
      redraw();
    });
  }

  function collapsed({ element }: vscode.TreeViewExpansionEvent<TreeNode>): void {
    if (element.kind === "commits") opened?.commits.callOff(element);
  }

  const selected = new ViewSelection(view);
  const selectedWork = new ViewSelection(workView);
  services.provide("tree", {
    selection: (id) =>
      id === "artifacts.tree"
        ? selectedIn(tree.order, selected.rows)
        : selectedIn(workTree.order, selectedWork.rows),
    revealSite: (site) => revealSite(tree, view, site),
  });

  const disposables: readonly vscode.Disposable[] = [
    tree,
    view,
    workView,
    workTree,
    selected,
    selectedWork,
    tree.onDidChangeState(({ state: next, about: site }) => {
      // A text for an empty tree can't name the site; the title does.
      view.title = site?.label ?? usualTitle;
      state.set(next);
    }),
    watch,
    view.onDidChangeVisibility(noteVisibility),
    workView.onDidChangeVisibility(noteVisibility),
    drafts.changed.listen(() => watch.lookSoon()),
    // Lists that show what was written are old now, whether or not it was typed in this window.
    catalog.written.listen(() => watch.lookSoon("everything")),
    catalog.forgotten.listen(() => {
      state.guess();
      watch.lookSoon();
      redraw();
    }),
    reach.changed.listen(({ siteApi, isBack }) => {
      const site = sites.find(siteApi);
      if (isBack && site !== undefined) catalog.of(site).invalidate();
      redraw();
    }),
    recent.changed.listen(() => workTree.redraw()),
    commitsChanged.listen(() => redraw()),
    view.onDidCollapseElement(collapsed),
    workView.onDidCollapseElement(collapsed),
    me.said.listen(concernsChanged),
    queries.changed.listen(() => tree.redraw()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(settings.queries)) queries.changed.announce();
    }),
    ...rowCommands(context, feature, tree, concernsChanged),
    ...viewCommands(context, feature, show),
    ...countCommands(context, feature, (choice) => {
      counted = choice;
      redraw();
    }),
  ];
  for (const disposable of disposables) services.own(disposable);
  return tree;
}
