// What can be done with rows, of either view.
import * as vscode from "vscode";
import { type ListView, type ProjectTarget, selectedRows, type SiteTarget } from "../../protocol/commands.ts";
import type { ContextKeys, TreeState } from "../../protocol/contributions.ts";
import type { Sites } from "../../store/sites.ts";
import { setContext } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import type { TreeContext } from "./context.ts";
import type { TreeFeature } from "./feature.ts";
import type { MoreNode, ParentNode, TreeNode } from "./nodes.ts";
import type { ArtifactTree } from "./tree.ts";
import { openOnlyKeys } from "./viewState.ts";

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

// What can be chosen about the views as a whole.

/** `show` draws a view again as it has been chosen. */
export function viewCommands(
  context: TreeContext,
  feature: () => Promise<TreeFeature>,
  show: (view: ListView) => Promise<void>,
): readonly vscode.Disposable[] {
  const { choices, commands, boundary, watch } = context;

  async function showOpenOnly(id: ListView, isSo: boolean): Promise<void> {
    await choices.setOpenOnly(id, isSo);
    await setContext<ContextKeys>(openOnlyKeys[id], isSo);
    await show(id);
  }

  async function arrange(id: ListView, ask: "askSort" | "askGroup"): Promise<void> {
    if (await (await feature())[ask](id)) await show(id);
  }

  for (const id of ["artifacts.tree", "artifacts.myWork"] as const) {
    boundary.start("set context", () => setContext<ContextKeys>(openOnlyKeys[id], choices.isOpenOnly(id)));
  }
  return [
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
      await show("artifacts.myWork");
      await counts.look();
    }),
  ];
}

/** Rows come from menus of our own views; people and other extensions may call with anything. */
function row(target: SiteTarget | undefined): TreeNode | undefined {
  return target !== undefined && "kind" in target && "id" in target ? (target as TreeNode) : undefined;
}

function isWork(node: ParentNode): boolean {
  return node.kind === "work";
}

/** `concernsChanged` is called when other projects of a site have been pinned: they are searched for "My Work". */
export function rowCommands(
  context: TreeContext,
  feature: () => Promise<TreeFeature>,
  tree: ArtifactTree,
  concernsChanged: (siteApi: string) => void,
): readonly vscode.Disposable[] {
  const { commands, filters, watch, redraw } = context;
  const actions = async (): Promise<TreeFeature["rowActions"]> => (await feature()).rowActions;

  async function refresh(node: TreeNode | undefined): Promise<void> {
    // Where the system does not tell of changed files, this is how drafts of other windows come to be seen.
    watch.lookSoon();
    for (const { api } of context.sites.list()) context.reach.hope(api);
    await (await actions()).invalidateBelow(context, node);
    redraw(node);
  }

  function more(parent: ParentNode): Thenable<void> {
    const viewId = isWork(parent) ? "artifacts.myWork" : "artifacts.tree";
    return vscode.window.withProgress({ location: { viewId } }, async () => {
      await (await actions()).loadMore(context, parent);
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
    commands.register("artifacts.filterProjects", async (target) => {
      await (await actions()).askProjectFilter(context, target);
      tree.redraw();
    }),
    commands.register("artifacts.clearProjectFilter", (target) => {
      filters.set(target.siteApi, "");
      tree.redraw();
    }),
    commands.register("artifacts.pinProject", (...given) =>
      pinned(selectedRows(...given), async (project) => (await actions()).pinProject(context, project)),
    ),
    commands.register("artifacts.unpinProject", (...given) =>
      pinned(selectedRows(...given), async (project) => (await actions()).unpinProject(context, project)),
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

export async function revealSite(
  tree: ArtifactTree,
  view: vscode.TreeView<TreeNode>,
  { siteApi }: SiteTarget,
): Promise<void> {
  await tree.atRest();
  const site = (await tree.getChildren()).find((node) => node.kind === "site" && node.siteApi === siteApi);
  if (site !== undefined) await view.reveal(site, { focus: true, select: true, expand: true });
  else await vscode.commands.executeCommand("artifacts.tree.focus");
}
