// What VS Code asks of either view. It asks only while a view is visible, so nothing is requested before.
import * as vscode from "vscode";
import { momentHere } from "../platform/moment.ts";
import type { Ages } from "./ages.ts";
import { spoken } from "./items/spoken.ts";
import type { DraftsNode, LateNode, TooltipNode, TreeNode } from "./nodes.ts";
import { ShownOrder } from "./shownOrder.ts";
import { isLate, treeItem } from "./treeItem.ts";

/** How rows look that are none of the first to be seen. */
export interface LateLooks {
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
