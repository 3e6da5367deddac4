import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import type { TreeState } from "../protocol/contextKeys.ts";
import type { Sites } from "../store/sites.ts";
import { artifactTooltip } from "./items/artifactItem.ts";
import { type ChildrenDependencies, childrenOf } from "./children.ts";
import type { CommitNode, DraftsNode, NoteNode, TreeNode } from "./nodes.ts";
import type { QueryRootDependencies } from "./rows/queryRoots.ts";
import { rootsOf } from "./roots.ts";
import { ShownOrder } from "./shownOrder.ts";
import { treeItem } from "./treeItem.ts";

const momentMs = 150;
const mostRounds = 20;

export interface TreeDependencies extends ChildrenDependencies, QueryRootDependencies {
  /** How a row looks that says something, or is a commit. */
  readonly lateItem: (node: NoteNode | CommitNode) => Promise<vscode.TreeItem>;
}

export function isDrafts(node: TreeNode): node is DraftsNode {
  return node.kind === "drafts";
}

/** What VS Code asks of the tree. It asks only while the view is visible, so nothing is requested before. */
export class ArtifactTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #dependencies: TreeDependencies;
  readonly #sites: Sites;
  #isFirstLook = true;
  #asked = 0;
  #underWay = 0;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly #stateChanged = new vscode.EventEmitter<{ state: TreeState; about: Site | undefined }>();
  readonly #owned: { dispose(): unknown }[] = [this.#changed, this.#stateChanged];
  readonly order = new ShownOrder<TreeNode>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** Why the tree is empty, if it is, and which site that is about. */
  readonly onDidChangeState = this.#stateChanged.event;

  constructor(dependencies: TreeDependencies, sites: Sites) {
    this.#dependencies = dependencies;
    this.#sites = sites;
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    this.#asked += 1;
    this.#underWay += 1;
    try {
      const rows = await (parent === undefined ? this.#roots() : this.#below(parent));
      this.order.note(parent, rows);
      return rows;
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

  async #roots(): Promise<TreeNode[]> {
    if (this.#isFirstLook) this.#stateChanged.fire({ state: "loading", about: undefined });
    this.#isFirstLook = false;
    const { nodes, state, about } = await rootsOf(this.#dependencies, this.#sites);
    this.#stateChanged.fire({ state, about });
    return nodes;
  }

  /** Only sites are ever revealed, and they stand at the top. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    const isLate = node.kind === "note" || node.kind === "commit";
    return isLate ? this.#dependencies.lateItem(node) : treeItem(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    if (node.kind === "artifact") item.tooltip = artifactTooltip(node);
    return item;
  }

  /** Draws a row and those below it again, from what is known; rows keep their expansion by their ids. */
  redraw(node?: TreeNode): void {
    this.#changed.fire(node);
  }

  /** Draws the rows of drafts again: they grow older, and are typed on. */
  redrawDrafts(): void {
    for (const group of this.order.all(isDrafts)) this.#changed.fire(group);
  }

  /** Takes what shall end with the tree. */
  own(...parts: readonly { dispose(): unknown }[]): void {
    this.#owned.push(...parts);
  }

  dispose(): void {
    for (const part of this.#owned) part.dispose();
  }

  async #below(parent: TreeNode): Promise<TreeNode[]> {
    const { about } = this.#dependencies;
    const before = JSON.stringify(about.get(parent.id));
    const rows = await childrenOf(this.#dependencies, parent);
    // The row above says some of what was learnt now; the next time there is nothing new to say.
    if (JSON.stringify(about.get(parent.id)) !== before) this.#changed.fire(parent);
    return rows;
  }
}
