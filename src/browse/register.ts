import * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments, SiteTarget } from "../protocol/commands.ts";
import type { ContextKeys } from "../protocol/contextKeys.ts";
import type { Sites } from "../store/sites.ts";
import { copyLink, copyReference, openInBrowser } from "./artifactCommands.ts";
import type { ChildrenDependencies } from "./children.ts";
import type { MoreNode, ParentNode, TreeNode } from "./nodes.ts";
import { askProjectFilter, pinProject, unpinProject } from "./projectCommands.ts";
import { ProjectFilters } from "./projectFilters.ts";
import { invalidateBelow, loadMore } from "./refresh.ts";
import { ArtifactTree } from "./tree.ts";

const viewId = "artifacts.tree";

interface BrowseDependencies extends Omit<ChildrenDependencies, "filters"> {
  readonly sites: Sites;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

async function setContext<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): Promise<void> {
  await vscode.commands.executeCommand("setContext", key, value);
}

/** Rows come from menus of our own view; people and other extensions may call with anything. */
function row(target: SiteTarget | undefined): TreeNode | undefined {
  return target !== undefined && "kind" in target && "id" in target ? (target as TreeNode) : undefined;
}

export function registerBrowse(dependencies: BrowseDependencies): ArtifactTree {
  const { sites, catalog, boundary, commands } = dependencies;
  const filters = new ProjectFilters();
  const browsing = { ...dependencies, filters };
  const tree = new ArtifactTree(browsing, sites);
  const view = vscode.window.createTreeView(viewId, { treeDataProvider: tree, showCollapseAll: true });
  const usualTitle = view.title ?? "";

  function refresh(target: SiteTarget | undefined): void {
    const node = row(target);
    invalidateBelow(browsing, node);
    tree.redraw(node);
  }

  function more(parent: ParentNode): Thenable<void> {
    return vscode.window.withProgress({ location: { viewId } }, async () => {
      await loadMore(browsing, parent);
      tree.redraw(parent);
    });
  }

  tree.own(
    view,
    tree.onDidChangeState(({ state, about }) => {
      // A text for an empty tree can't name the site; the title does.
      view.title = about?.label ?? usualTitle;
      boundary.start("set context", () => setContext("artifacts.treeState", state));
    }),
    catalog.forgotten.listen(() => tree.redraw()),
    commands.register("artifacts.refresh", refresh),
    commands.register("artifacts.retry", (target) => {
      const node = row(target);
      if (node?.kind === "problem" && node.retry === "more") return more(node.parent);
      return refresh(node?.kind === "problem" ? node.parent : node);
    }),
    commands.register("artifacts.loadMore", (target) => more((target as MoreNode).parent)),
    commands.register("artifacts.revealSite", async ({ siteApi }) => {
      const site = (await tree.getChildren()).find(
        (node) => node.kind === "site" && node.siteApi === siteApi,
      );
      if (site === undefined) await vscode.commands.executeCommand(`${viewId}.focus`);
      else await view.reveal(site, { focus: true, select: true, expand: true });
    }),
    commands.register("artifacts.filterProjects", async (target) => {
      await askProjectFilter(filters, target.siteApi);
      tree.redraw();
    }),
    commands.register("artifacts.clearProjectFilter", (target) => {
      filters.set(target.siteApi, "");
      tree.redraw();
    }),
    commands.register("artifacts.pinProject", async (project) => {
      await pinProject(browsing, project);
      tree.redraw();
    }),
    commands.register("artifacts.unpinProject", async (project) => {
      await unpinProject(browsing, project);
      tree.redraw();
    }),
    commands.register("artifacts.openInBrowser", openInBrowser),
    commands.register("artifacts.copyReference", copyReference),
    commands.register("artifacts.copyLink", copyLink),
  );
  return tree;
}
