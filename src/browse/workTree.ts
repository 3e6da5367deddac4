// What VS Code asks of the view "My Work". It asks only while the view is visible, so nothing is requested before.
import * as vscode from "vscode";
import type { Sites } from "../store/sites.ts";
import { artifactTooltip } from "./items/artifactItem.ts";
import { childrenOf } from "./children.ts";
import type { TreeNode } from "./nodes.ts";
import { ShownOrder } from "./shownOrder.ts";
import { isDrafts, type TreeDependencies } from "./tree.ts";
import { treeItem } from "./treeItem.ts";
import { type WorkDependencies, workRoots, workSections } from "./rows/workRoots.ts";

export class WorkTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #dependencies: Omit<TreeDependencies, "isCounted"> & WorkDependencies;
  readonly #sites: Sites;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly order = new ShownOrder<TreeNode>();

  constructor(dependencies: Omit<TreeDependencies, "isCounted"> & WorkDependencies, sites: Sites) {
    this.#dependencies = dependencies;
    this.#sites = sites;
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    const rows = await this.#rows(parent);
    this.order.note(parent, rows);
    return rows;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    const isLate = node.kind === "note" || node.kind === "commit";
    return isLate ? this.#dependencies.lateItem(node) : treeItem(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    if (node.kind === "artifact") item.tooltip = artifactTooltip(node);
    return item;
  }

  /** Draws a row and those below it again, or all. */
  redraw(node?: TreeNode): void {
    this.#changed.fire(node);
  }

  /** Draws the rows of drafts again: they grow older, and are typed on. */
  redrawDrafts(): void {
    for (const group of this.order.all(isDrafts)) this.#changed.fire(group);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #rows(parent: TreeNode | undefined): Promise<TreeNode[]> {
    if (parent === undefined) return workRoots(this.#dependencies, this.#sites.list());
    return parent.kind === "site"
      ? workSections(this.#dependencies, parent)
      : childrenOf(this.#dependencies, parent);
  }
}
