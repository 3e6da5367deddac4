// The tree data providers of the two views.
import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import type { TreeState } from "../../protocol/contributions.ts";
import type { Sites } from "../../store/sites.ts";
import { momentHere } from "../../vscode/dates.ts";
import { type ChildrenDependencies, childrenOf } from "./children.ts";
import type { DraftsNode, LateNode, TooltipNode, TreeNode } from "./nodes.ts";
import {
  type QueryRootDependencies,
  rootsOf,
  type WorkDependencies,
  workRoots,
  workSections,
} from "./roots.ts";
import { isLate, spoken, treeItem } from "./treeItem.ts";
import { type Ages, ShownOrder } from "./viewState.ts";

// What VS Code asks of either view. It asks only while a view is visible, so nothing is requested before.

/** How rows look that are none of the first to be seen. */
interface LateLooks {
  readonly lateItem: (node: LateNode) => Promise<vscode.TreeItem>;
  readonly tooltip: (node: TooltipNode) => Promise<vscode.MarkdownString>;
}

function isDrafts(node: TreeNode): node is DraftsNode {
  return node.kind === "drafts";
}

/** What is not of now says of when it is. */
function sayAge(item: vscode.TreeItem, asOf: number): vscode.TreeItem {
  const asOfThen = vscode.l10n.t("as of {0}", momentHere(asOf));
  item.description = [item.description, asOfThen]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
  return item;
}

export abstract class ListTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #looks: LateLooks;
  readonly #ages: Ages;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly order = new ShownOrder<TreeNode>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(looks: LateLooks & { readonly ages: Ages }) {
    this.#looks = looks;
    this.#ages = looks.ages;
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    const before = parent && this.#ages.of(parent);
    const rows = await this.rowsBelow(parent);
    this.order.note(parent, rows);
    // The row above says how old they are; the next time there is nothing new to say.
    if (parent !== undefined && this.#ages.of(parent) !== before) this.redraw(parent);
    return rows;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    if (isLate(node)) return this.#looks.lateItem(node);
    const asOf = this.#ages.of(node);
    const item = asOf === undefined ? treeItem(node) : sayAge(treeItem(node), asOf);
    return spoken(item, node.kind === "project" && node.isPinned ? vscode.l10n.t("pinned") : "");
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    if (node.kind === "artifact" || node.kind === "site" || node.kind === "project") {
      item.tooltip = await this.#looks.tooltip(node);
    }
    return item;
  }

  /** Draws a row and those below it again, or all, from what is known; rows keep their expansion by their ids. */
  redraw(node?: TreeNode): void {
    this.#changed.fire(node);
  }

  /** Draws the rows of drafts again: they grow older, and are typed on. */
  redrawDrafts(): void {
    for (const group of this.order.all(isDrafts)) this.redraw(group);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  protected abstract rowsBelow(parent: TreeNode | undefined): Promise<TreeNode[]>;
}

const momentMs = 150;
const mostRounds = 20;

interface TreeDependencies extends ChildrenDependencies, QueryRootDependencies, LateLooks {}

/** Sites and saved queries, with all that is below them. */
export class ArtifactTree extends ListTree {
  readonly #dependencies: TreeDependencies;
  readonly #sites: Sites;
  #isFirstLook = true;
  #asked = 0;
  #underWay = 0;
  readonly #stateChanged = new vscode.EventEmitter<{ state: TreeState; about: Site | undefined }>();
  readonly #owned: { dispose(): unknown }[] = [this.#stateChanged];
  /** Why the tree is empty, if it is, and which site that is about. */
  readonly onDidChangeState = this.#stateChanged.event;

  constructor(dependencies: TreeDependencies, sites: Sites) {
    super(dependencies);
    this.#dependencies = dependencies;
    this.#sites = sites;
  }

  override async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    this.#asked += 1;
    this.#underWay += 1;
    try {
      return await super.getChildren(parent);
    } finally {
      this.#underWay -= 1;
    }
  }

  /**
   * Resolves when VS Code has not asked for anything for a moment. After signing in it asks several times in a row,
   * and an answer to an earlier question would take the focus from a row that is shown before that.
   */
  async atRest(): Promise<void> {
    for (let round = 0; round < mostRounds; round += 1) {
      const before = this.#asked;
      await new Promise((resolve) => setTimeout(resolve, momentMs));
      if (this.#asked === before && this.#underWay === 0) return;
    }
  }

  /** Only sites are ever revealed, and they stand at the top. */
  getParent(): undefined {
    return undefined;
  }

  /** Takes what shall end with the tree. */
  own(...parts: readonly { dispose(): unknown }[]): void {
    this.#owned.push(...parts);
  }

  override dispose(): void {
    super.dispose();
    for (const part of this.#owned) part.dispose();
  }

  protected rowsBelow(parent: TreeNode | undefined): Promise<TreeNode[]> {
    return parent === undefined ? this.#roots() : this.#below(parent);
  }

  async #roots(): Promise<TreeNode[]> {
    if (this.#isFirstLook) this.#stateChanged.fire({ state: "loading", about: undefined });
    this.#isFirstLook = false;
    const { nodes, state, about } = await rootsOf(this.#dependencies, this.#sites);
    this.#stateChanged.fire({ state, about });
    return nodes;
  }

  async #below(parent: TreeNode): Promise<TreeNode[]> {
    const { about } = this.#dependencies;
    const before = JSON.stringify(about.get(parent.id));
    const rows = await childrenOf(this.#dependencies, parent);
    // The row above says some of what was learnt now; the next time there is nothing new to say.
    if (JSON.stringify(about.get(parent.id)) !== before) this.redraw(parent);
    return rows;
  }
}

// The view "My Work".

type WorkTreeDependencies = Omit<TreeDependencies, "isCounted"> & WorkDependencies;

export class WorkTree extends ListTree {
  readonly #dependencies: WorkTreeDependencies;
  readonly #sites: Sites;

  constructor(dependencies: WorkTreeDependencies, sites: Sites) {
    super(dependencies);
    this.#dependencies = dependencies;
    this.#sites = sites;
  }

  protected rowsBelow(parent: TreeNode | undefined): Promise<TreeNode[]> {
    if (parent === undefined) return workRoots(this.#dependencies, this.#sites.list());
    return parent.kind === "site"
      ? workSections(this.#dependencies, parent)
      : childrenOf(this.#dependencies, parent);
  }
}
