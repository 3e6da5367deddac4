import * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments, SiteTarget } from "../protocol/commands.ts";
import type { ContextKeys } from "../protocol/contextKeys.ts";
import type { Accounts } from "../store/accounts.ts";
import type { Drafts } from "../store/drafts.ts";
import type { KeptDraft } from "../store/keptDraft.ts";
import type { Sites } from "../store/sites.ts";
import { copyLink, copyReference, openInBrowser } from "./artifactCommands.ts";
import type { ChildrenDependencies } from "./children.ts";
import { discardDraft } from "./draftCommands.ts";
import { countOfPresent, draftBadge } from "./draftBadge.ts";
import { DraftWatch } from "./draftWatch.ts";
import type { MoreNode, ParentNode, TreeNode } from "./nodes.ts";
import { askProjectFilter, pinProject, unpinProject } from "./projectCommands.ts";
import { ProjectFilters } from "./projectFilters.ts";
import { invalidateBelow, loadMore } from "./refresh.ts";
import { ArtifactTree } from "./tree.ts";
import { Unsent } from "./unsent.ts";

const viewId = "artifacts.tree";

interface BrowseDependencies extends Omit<ChildrenDependencies, "filters" | "unsent"> {
  readonly sites: Sites;
  readonly accounts: Accounts;
  readonly drafts: Drafts;
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

/** The tree is there without drafts too: why they can't be read is said once, not in place of it. */
function unsentOf({ drafts, boundary }: BrowseDependencies): Unsent {
  return new Unsent(async () => {
    let found: readonly KeptDraft[] = [];
    await boundary.run("read drafts", async () => {
      found = await drafts.list();
    });
    return found;
  });
}

export function registerBrowse(dependencies: BrowseDependencies): ArtifactTree {
  const { sites, catalog, drafts, boundary, commands } = dependencies;
  const filters = new ProjectFilters();
  const unsent = unsentOf(dependencies);
  const browsing = { ...dependencies, filters, unsent };
  const tree = new ArtifactTree(browsing, sites);
  const view = vscode.window.createTreeView(viewId, { treeDataProvider: tree, showCollapseAll: true });
  const usualTitle = view.title ?? "";

  const watch = new DraftWatch({
    unsent,
    delayMs: 200,
    ageMs: 60_000,
    redraw: (what) => (what === "drafts" ? tree.redrawDrafts() : tree.redraw()),
    onLook: async (all) => {
      view.badge = draftBadge(await countOfPresent(dependencies, all));
    },
    start: (action) => boundary.start("look at drafts", action),
  });
  watch.setVisible(view.visible);
  boundary.start("look at drafts", () => watch.look());

  function refresh(target: SiteTarget | undefined): void {
    const node = row(target);
    // Where the system does not tell of changed files, this is how drafts of other windows come to be seen.
    watch.lookSoon();
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
    watch,
    view.onDidChangeVisibility(({ visible }) => watch.setVisible(visible)),
    drafts.changed.listen(() => watch.lookSoon()),
    // Lists that show what was written are old now, whether or not it was typed in this window.
    catalog.written.listen(() => watch.lookSoon("everything")),
    catalog.forgotten.listen(() => {
      watch.lookSoon();
      tree.redraw();
    }),
    commands.register("artifacts.refresh", refresh),
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
      else await vscode.commands.executeCommand(`${viewId}.focus`);
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
    commands.register("artifacts.discardDraft", (draft) => discardDraft(drafts, draft)),
    commands.register("artifacts.openInBrowser", openInBrowser),
    commands.register("artifacts.copyReference", copyReference),
    commands.register("artifacts.copyLink", copyLink),
  );
  return tree;
}
