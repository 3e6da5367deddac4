// Registers the commands of the two views.
import * as vscode from "vscode";
import {
  type ListViewId,
  type ProjectTarget,
  getCommandRows,
  type SiteTarget,
} from "../../protocol/commandArguments.ts";
import type { ContextKeyTypes, TreeState } from "../../protocol/contributions.ts";
import type { Sites } from "../../store/sites.ts";
import { setContext } from "../../vscode/commandRegistry.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import type { TreeContext } from "./treeContext.ts";
import type { TreeFeature } from "./feature.ts";
import type { LoadMoreNode, ParentNode, TreeNode } from "./treeNodes.ts";
import type { ArtifactTreeProvider } from "./treeProviders.ts";
import { openOnlyContextKeys } from "./viewState.ts";

/** Sets the context key that welcome texts and menus depend on. */
export class TreeStateContextSetter {
  readonly #sites: Sites;
  readonly #errorHandler: ErrorHandler;
  #state: TreeState | undefined;

  constructor(sites: Sites, errorHandler: ErrorHandler) {
    this.#sites = sites;
    this.#errorHandler = errorHandler;
  }

  set(state: TreeState): void {
    this.#state = state;
    this.#errorHandler.runInBackground("set context", () =>
      setContext<ContextKeyTypes>("artifacts.treeState", state),
    );
  }

  /** Sets the state without loading the tree: "My Work" needs it even while the tree is collapsed. */
  setFromSites(): void {
    if (this.#sites.list().length === 0) this.set("noSite");
    else if (this.#state === undefined || this.#state === "noSite") this.set("loading");
  }
}

/** `redrawView` redraws a view after its options have changed. */
export function registerViewCommands(
  context: TreeContext,
  feature: () => Promise<TreeFeature>,
  redrawView: (view: ListViewId) => Promise<void>,
): readonly vscode.Disposable[] {
  const { viewOptions, commands, errorHandler, draftWatcher } = context;

  async function setOpenOnly(id: ListViewId, isOpenOnly: boolean): Promise<void> {
    await viewOptions.setOpenOnly(id, isOpenOnly);
    await setContext<ContextKeyTypes>(openOnlyContextKeys[id], isOpenOnly);
    await redrawView(id);
  }

  async function pickArrangement(id: ListViewId, pick: "pickSort" | "pickGrouping"): Promise<void> {
    if (await (await feature())[pick](id)) await redrawView(id);
  }

  for (const id of ["artifacts.tree", "artifacts.myWork"] as const) {
    errorHandler.runInBackground("set context", () =>
      setContext<ContextKeyTypes>(openOnlyContextKeys[id], viewOptions.isOpenOnly(id)),
    );
  }
  return [
    commands.register("artifacts.treeShowAll", () => setOpenOnly("artifacts.tree", false)),
    commands.register("artifacts.treeShowOpen", () => setOpenOnly("artifacts.tree", true)),
    commands.register("artifacts.myWorkShowAll", () => setOpenOnly("artifacts.myWork", false)),
    commands.register("artifacts.myWorkShowOpen", () => setOpenOnly("artifacts.myWork", true)),
    commands.register("artifacts.treeSort", () => pickArrangement("artifacts.tree", "pickSort")),
    commands.register("artifacts.treeGroup", () => pickArrangement("artifacts.tree", "pickGrouping")),
    commands.register("artifacts.myWorkSort", () => pickArrangement("artifacts.myWork", "pickSort")),
    commands.register("artifacts.myWorkGroup", () => pickArrangement("artifacts.myWork", "pickGrouping")),
    commands.register("artifacts.myWorkRefresh", async () => {
      const { badgeUpdater, invalidateMyWork } = await feature();
      invalidateMyWork();
      draftWatcher.scheduleUpdate();
      await redrawView("artifacts.myWork");
      await badgeUpdater.update();
    }),
  ];
}

/** Menus pass nodes; keybindings and other extensions may pass anything. */
function toTreeNode(target: SiteTarget | undefined): TreeNode | undefined {
  return target !== undefined && "kind" in target && "id" in target ? (target as TreeNode) : undefined;
}

function isMyWork(node: ParentNode): boolean {
  return node.kind === "work";
}

/** `reloadMyWork` is called when pinned projects of a site have changed, because "My Work" searches them. */
export function registerRowCommands(
  context: TreeContext,
  feature: () => Promise<TreeFeature>,
  tree: ArtifactTreeProvider,
  reloadMyWork: (siteApi: string) => void,
): readonly vscode.Disposable[] {
  const { commands, projectFilters, draftWatcher, redraw } = context;
  const actions = async (): Promise<TreeFeature["rowActions"]> => (await feature()).rowActions;

  async function refresh(node: TreeNode | undefined): Promise<void> {
    // On file systems without change events, drafts of other windows appear only on refresh.
    draftWatcher.scheduleUpdate();
    for (const { api } of context.sites.list()) context.connectivity.allowNextRequest(api);
    await (await actions()).invalidateChildren(context, node);
    redraw(node);
  }

  function loadMore(parent: ParentNode): Thenable<void> {
    const viewId = isMyWork(parent) ? "artifacts.myWork" : "artifacts.tree";
    return vscode.window.withProgress({ location: { viewId } }, async () => {
      await (await actions()).loadMore(context, parent);
      redraw(parent);
    });
  }

  async function changePins(
    projects: readonly ProjectTarget[],
    change: (project: ProjectTarget) => Promise<void>,
  ): Promise<void> {
    for (const project of projects) await change(project);
    // This also redraws both views.
    for (const siteApi of new Set(projects.map((project) => project.siteApi))) reloadMyWork(siteApi);
  }

  return [
    commands.register("artifacts.refresh", async (...args) => {
      for (const target of getCommandRows(args[0], args[1])) await refresh(toTreeNode(target));
    }),
    commands.register("artifacts.retry", (target) => {
      const node = toTreeNode(target);
      if (node?.kind === "failure" && node.retry === "loadMore") return loadMore(node.parent);
      return refresh(node?.kind === "failure" ? node.parent : node);
    }),
    commands.register("artifacts.loadMore", (target) => loadMore((target as LoadMoreNode).parent)),
    commands.register("artifacts.filterProjects", async (target) => {
      await (await actions()).promptProjectFilter(context, target);
      tree.redraw();
    }),
    commands.register("artifacts.clearProjectFilter", (target) => {
      projectFilters.set(target.siteApi, "");
      tree.redraw();
    }),
    commands.register("artifacts.pinProject", (...args) =>
      changePins(getCommandRows(...args), async (project) => (await actions()).pinProject(context, project)),
    ),
    commands.register("artifacts.unpinProject", (...args) =>
      changePins(getCommandRows(...args), async (project) =>
        (await actions()).unpinProject(context, project),
      ),
    ),
    commands.register("artifacts.discardDraft", async (...args) => (await actions()).discardDrafts(...args)),
    commands.register("artifacts.openInBrowser", async (...args) => (await actions()).openInBrowser(...args)),
    commands.register("artifacts.copyReference", async (...args) => (await actions()).copyReference(...args)),
    commands.register("artifacts.copyLink", async (...args) => (await actions()).copyLink(...args)),
    commands.register("artifacts.copyRepositoryUrl", async (...args) =>
      (await actions()).copyCheckoutUrl(...args),
    ),
  ];
}

export async function revealSite(
  tree: ArtifactTreeProvider,
  view: vscode.TreeView<TreeNode>,
  { siteApi }: SiteTarget,
): Promise<void> {
  await tree.whenIdle();
  const site = (await tree.getChildren()).find((node) => node.kind === "site" && node.siteApi === siteApi);
  if (site !== undefined) await view.reveal(site, { focus: true, select: true, expand: true });
  else await vscode.commands.executeCommand("artifacts.tree.focus");
}
