import * as vscode from "vscode";
import type { ListViewId } from "../../protocol/commandArguments.ts";
import { settingKeys } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import type { StoredDraft } from "../../store/storedDraft.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import { registerBadgeCommands, countDraftsOfSignedInAccounts, createDraftBadge } from "./badges.ts";
import type { TreeContext } from "./treeContext.ts";
import { readBadgeSource } from "./badgeSource.ts";
import { DraftWatcher, DraftCache } from "./treeDrafts.ts";
import type { TreeFeature } from "./feature.ts";
import type { TreeNode } from "./treeNodes.ts";
import { toSelectedTriageTargets, ViewSelection } from "./viewSelection.ts";
import { ArtifactTreeProvider, MyWorkTreeProvider } from "./treeProviders.ts";
import {
  revealSite,
  registerRowCommands,
  TreeStateContextSetter,
  registerViewCommands,
} from "./treeCommands.ts";
import { OfflineTimestamps, ProjectFilters, ViewOptions } from "./viewState.ts";

/** If drafts can't be read, the error handler reports it and the tree is shown without them. */
function createDraftCache({ drafts, errorHandler }: Services): DraftCache {
  return new DraftCache(async () => {
    let storedDrafts: readonly StoredDraft[] = [];
    await errorHandler.run("load drafts", async () => {
      storedDrafts = await drafts.list();
    });
    return storedDrafts;
  });
}

export function registerTree(services: Services): ArtifactTreeProvider {
  const {
    sites,
    catalog,
    connectivity,
    drafts,
    currentUser,
    recentlyOpened,
    savedQueries,
    onDidChangeCommits,
    onDidChangeKanbans,
    errorHandler,
  } = services;
  let badgeSource = readBadgeSource(services.workspaceState, services.globalState);
  /** Whether the tree shows drafts, because "My Work" is not visible. */
  let shouldShowDrafts = false;
  let loadedFeature: TreeFeature | undefined;
  const feature = memoizeAsync(async () => {
    const { createTreeFeature } = await import("./feature.ts");
    const loaded = services.addDisposable(
      await createTreeFeature(context, (badge) => {
        myWorkView.badge = badge;
        // The count has reloaded the section that it counts.
        if (myWorkView.visible) myWorkTree.redraw();
      }),
    );
    loaded.badgeUpdater.setSource(badgeSource);
    loaded.badgeUpdater.setFocused(vscode.window.state.focused);
    updateDescriptions(loaded);
    loadedFeature = loaded;
    return loaded;
  });

  const draftCache = createDraftCache(services);
  const draftWatcher = new DraftWatcher({
    draftCache,
    delayMs: 200,
    ageIntervalMs: 60_000,
    redraw: (scope) => {
      if (scope === "all") {
        redraw();
      } else {
        tree.redrawDrafts();
        myWorkTree.redrawDrafts();
      }
    },
    onDidLoad: async (storedDrafts) => {
      updateDraftLocation();
      view.badge = createDraftBadge(await countDraftsOfSignedInAccounts(services, storedDrafts));
    },
    runInBackground: (action) => errorHandler.runInBackground("load drafts", action),
  });
  const context: TreeContext = {
    ...services,
    projectFilters: new ProjectFilters(),
    viewOptions: new ViewOptions(services.workspaceState),
    draftCache,
    draftWatcher,
    listDetails: new Map(),
    offlineTimestamps: new OfflineTimestamps(),
    getBadgeSource: () => badgeSource,
    shouldShowDrafts: () => shouldShowDrafts,
    redraw,
    getChildLoaders: feature,
  };
  const tree = new ArtifactTreeProvider(context, feature);
  if (context.viewOptions.wasVisible("artifacts.tree")) {
    // The view loads them again, and shows its errors.
    tree.preload().catch((error: unknown) => errorHandler.logError("load first rows", error));
  }
  const myWorkTree = new MyWorkTreeProvider(context, feature);
  const options = { showCollapseAll: true, canSelectMany: true };
  const view = vscode.window.createTreeView("artifacts.tree", { ...options, treeDataProvider: tree });
  const myWorkView: vscode.TreeView<TreeNode> = vscode.window.createTreeView("artifacts.myWork", {
    ...options,
    treeDataProvider: myWorkTree,
  });
  const defaultTitle = view.title ?? "";

  /** Shows filter, sort and grouping in the titles of the views. */
  function updateDescriptions({ getViewDescription }: TreeFeature): void {
    view.description = getViewDescription("artifacts.tree");
    myWorkView.description = getViewDescription("artifacts.myWork");
  }

  function redraw(node?: TreeNode): void {
    tree.redraw(node);
    myWorkTree.redraw(node);
  }

  async function redrawView(id: ListViewId): Promise<void> {
    updateDescriptions(await feature());
    (id === "artifacts.tree" ? tree : myWorkTree).redraw();
  }

  /** Drafts are shown in one of the two views. Both are hidden together with the side bar, but not at the same moment. */
  function updateDraftLocation(): void {
    const isUpToDate = shouldShowDrafts === !myWorkView.visible || (!view.visible && !myWorkView.visible);
    if (isUpToDate) return;
    shouldShowDrafts = !myWorkView.visible;
    redraw();
  }
  function onVisibilityChange(): void {
    draftWatcher.setVisible(view.visible || myWorkView.visible);
    draftWatcher.scheduleUpdate();
  }
  draftWatcher.setVisible(view.visible || myWorkView.visible);
  errorHandler.runInBackground("load drafts", () => draftWatcher.update());

  const state = new TreeStateContextSetter(sites, errorHandler);
  state.setFromSites();

  /** Called when the current user or the pinned projects of a site have changed. */
  function reloadMyWork(siteApi: string): void {
    errorHandler.runInBackground("reload My Work", async () => {
      (await feature()).invalidateMyWork(siteApi);
      redraw();
    });
  }

  function onCollapse({ element }: vscode.TreeViewExpansionEvent<TreeNode>): void {
    if (element.kind === "commits") loadedFeature?.commits.cancel(element);
  }

  const treeSelection = new ViewSelection(view);
  const myWorkSelection = new ViewSelection(myWorkView);
  services.registerFeature("tree", {
    getSelectedArtifacts: (id) =>
      id === "artifacts.tree"
        ? toSelectedTriageTargets(tree.displayOrder, treeSelection.nodes)
        : toSelectedTriageTargets(myWorkTree.displayOrder, myWorkSelection.nodes),
    revealSite: (site) => revealSite(tree, view, site),
  });

  const disposables: readonly vscode.Disposable[] = [
    tree,
    view,
    myWorkView,
    myWorkTree,
    treeSelection,
    myWorkSelection,
    tree.onDidChangeState(({ state: next, site }) => {
      // A welcome text can't contain the name of the site, so the title does.
      view.title = site?.label ?? defaultTitle;
      state.set(next);
    }),
    draftWatcher,
    view.onDidChangeVisibility(onVisibilityChange),
    view.onDidChangeVisibility(({ visible }) =>
      errorHandler.runInBackground("store visibility", () =>
        context.viewOptions.setVisible("artifacts.tree", visible),
      ),
    ),
    myWorkView.onDidChangeVisibility(onVisibilityChange),
    drafts.onDidChange.event(() => draftWatcher.scheduleUpdate()),
    // Lists that show the artifact are outdated, also if it was written from another window.
    catalog.onDidWriteArtifact.event(() => draftWatcher.scheduleUpdate("all")),
    catalog.onDidForgetSite.event(() => {
      state.setFromSites();
      draftWatcher.scheduleUpdate();
      redraw();
    }),
    connectivity.onDidChange.event(({ siteApi, isBack }) => {
      const site = sites.find(siteApi);
      if (isBack && site !== undefined) catalog.getSite(site).invalidate();
      redraw();
    }),
    recentlyOpened.onDidChange.event(() => myWorkTree.redraw()),
    onDidChangeCommits.event(() => redraw()),
    services.followedArtifacts.onDidChange.event(() => redraw()),
    view.onDidCollapseElement(onCollapse),
    myWorkView.onDidCollapseElement(onCollapse),
    currentUser.onDidSelect.event(reloadMyWork),
    savedQueries.onDidChange.event(() => tree.redraw()),
    onDidChangeKanbans.event(() => tree.redraw()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(settingKeys.queries)) savedQueries.onDidChange.fire();
    }),
    ...registerRowCommands(context, feature, tree, reloadMyWork),
    ...registerViewCommands(context, feature, redrawView),
    ...registerBadgeCommands(context, feature, (source) => {
      badgeSource = source;
      redraw();
    }),
  ];
  for (const disposable of disposables) services.addDisposable(disposable);
  return tree;
}
