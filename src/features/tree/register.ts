import * as vscode from "vscode";
import type { CommandAnswers, CommandArguments } from "../../protocol/commands.ts";
import { settings } from "../../protocol/contributions.ts";
import type { Accounts } from "../../store/accounts.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Drafts } from "../../store/drafts.ts";
import type { Emitter } from "../../store/emitter.ts";
import type { KeptDraft } from "../../store/keptDraft.ts";
import type { KeyDates, Memory, Pins } from "../../store/mementos.ts";
import type { Me } from "../../store/queries/currentUser.ts";
import type { RecentlyOpened } from "../../store/queries/recent.ts";
import type { SavedQueries } from "../../store/queries/savedQueries.ts";
import type { Reach } from "../../store/reach.ts";
import type { Sites } from "../../store/sites.ts";
import { once } from "../../vscode/async.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { countClock, countCommands, countOfPresent, draftBadge, refreshMinutes } from "./badges.ts";
import { isSameChoice, keptChoice } from "./countChoice.ts";
import { DraftWatch, Unsent } from "./drafts.ts";
import type { BrowseFeature, BrowseNeeds } from "./feature.ts";
import type { About, TreeNode } from "./nodes.ts";
import { ArtifactTree, WorkTree } from "./tree.ts";
import { rowCommands, TreeStateKey, viewCommands } from "./treeCommands.ts";
import { Ages, ProjectFilters, ViewChoices } from "./viewState.ts";

interface BrowseDependencies {
  readonly sites: Sites;
  readonly accounts: Accounts;
  readonly catalog: Catalog;
  readonly reach: Reach;
  readonly pins: Pins;
  readonly drafts: Drafts;
  readonly me: Me;
  readonly recent: RecentlyOpened;
  readonly keyDates: KeyDates;
  readonly queries: SavedQueries;
  /** What is kept with the workspace, and what everywhere. */
  readonly memory: { readonly workspace: Memory; readonly everywhere: Memory };
  /** Loads what is behind the lists. */
  readonly load: (needs: Omit<BrowseNeeds, "repositories">) => Promise<BrowseFeature>;
  /** Commits of another site can be shown than before. */
  readonly commitsChanged: Emitter<void>;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
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
  const { sites, catalog, reach, drafts, me, recent, queries, memory, commitsChanged, boundary, commands } =
    dependencies;
  const unsent = unsentOf(dependencies);
  const choices = new ViewChoices(memory.workspace);
  const about = new Map<string, About>();
  const ages = new Ages();
  let counted = keptChoice(memory);

  /** Whether drafts are in the tree, since "My Work" is folded, hidden or elsewhere. */
  let showsDrafts = false;
  let opened: BrowseFeature | undefined;
  const feature = once(async () => {
    const loaded = await dependencies.load({
      ...dependencies,
      unsent,
      choices,
      about,
      ages,
      clock: countClock,
      minutes: refreshMinutes,
      redraw,
      showBadge: (badge) => {
        workView.badge = badge;
        // The section that was counted was read for it.
        if (workView.visible) workTree.redraw();
      },
    });
    loaded.counts.setChoice(counted);
    loaded.counts.setFocused(vscode.window.state.focused);
    describe(loaded);
    opened = loaded;
    return loaded;
  });

  const browsing = {
    ...dependencies,
    filters: new ProjectFilters(),
    unsent,
    about,
    ages,
    lists: async () => (await feature()).rows,
    showsDrafts: () => showsDrafts,
    lateItem: async (node: Parameters<BrowseFeature["lateItem"]>[0]) => (await feature()).lateItem(node),
    tooltip: async (node: Parameters<BrowseFeature["tooltip"]>[0]) => (await feature()).tooltip(node),
    commits: async () => (await feature()).commits,
    parts: async () => (await feature()).parts,
    resources: async () => (await feature()).resources,
    isCounted: (queryKey: string) => isSameChoice(counted, { kind: "query", queryKey }),
    isWorkCounted: (choice: NonNullable<typeof counted>) => isSameChoice(counted, choice),
  };
  const tree = new ArtifactTree(browsing, sites);
  const workTree = new WorkTree(browsing, sites);
  const options = { showCollapseAll: true, canSelectMany: true };
  const view = vscode.window.createTreeView("artifacts.tree", { ...options, treeDataProvider: tree });
  const workView: vscode.TreeView<TreeNode> = vscode.window.createTreeView("artifacts.myWork", {
    ...options,
    treeDataProvider: workTree,
  });
  const usualTitle = view.title ?? "";

  /** Says above the rows what has been chosen about them. */
  function describe({ description }: BrowseFeature): void {
    view.description = description("artifacts.tree");
    workView.description = description("artifacts.myWork");
  }

  function redraw(node?: TreeNode): void {
    tree.redraw(node);
    workTree.redraw(node);
  }

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
      view.badge = draftBadge(await countOfPresent(dependencies, all));
    },
    start: (action) => boundary.start("look at drafts", action),
  });
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

  tree.own(
    view,
    workView,
    workTree,
    { dispose: () => opened?.counts.dispose() },
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
    ...rowCommands({
      browsing,
      actions: async () => (await feature()).rowActions,
      watch,
      redraw,
      tree,
      view,
      concernsChanged,
    }),
    ...viewCommands({
      feature,
      choices,
      commands,
      tree,
      view,
      workTree,
      workView,
      watch,
      describe,
      boundary,
    }),
    ...countCommands({
      feature,
      commands,
      catalog,
      boundary,
      memory,
      counted: () => counted,
      choose: (choice) => {
        counted = choice;
        redraw();
      },
    }),
  );
  return tree;
}
