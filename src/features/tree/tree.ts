// The tree data providers of the two views.
import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import type { TreeState } from "../../protocol/contributions.ts";
import { momentHere } from "../../vscode/dates.ts";
import { childrenOf } from "./children.ts";
import type { TreeContext } from "./context.ts";
import type { TreeFeature } from "./feature.ts";
import type { DraftsNode, LateNode, TreeNode } from "./nodes.ts";
import { rootsOf, workRoots, workSections } from "./roots.ts";
import { isLate, spoken, treeItem } from "./treeItem.ts";
import { type Ages, ShownOrder } from "./viewState.ts";

// What VS Code asks of either view. It asks only while a view is visible, so nothing is requested before.

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
  readonly #ages: Ages;
  readonly #feature: () => Promise<Pick<TreeFeature, "lateItem" | "tooltip">>;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly order = new ShownOrder<TreeNode>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(ages: Ages, feature: () => Promise<Pick<TreeFeature, "lateItem" | "tooltip">>) {
    this.#ages = ages;
    this.#feature = feature;
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
    if (isLate(node)) return this.#lateItem(node);
    const asOf = this.#ages.of(node);
    const item = asOf === undefined ? treeItem(node) : sayAge(treeItem(node), asOf);
    return spoken(item, node.kind === "project" && node.isPinned ? vscode.l10n.t("pinned") : "");
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    if (node.kind === "artifact" || node.kind === "site" || node.kind === "project") {
      item.tooltip = (await this.#feature()).tooltip(node);
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

  async #lateItem(node: LateNode): Promise<vscode.TreeItem> {
    return (await this.#feature()).lateItem(node);
  }
}

const momentMs = 150;
const mostRounds = 20;

/** Sites and saved queries, with all that is below them. */
export class ArtifactTree extends ListTree {
  readonly #context: TreeContext;
  #isFirstLook = true;
  #asked = 0;
  #underWay = 0;
  readonly #stateChanged = new vscode.EventEmitter<{ state: TreeState; about: Site | undefined }>();
  /** Why the tree is empty, if it is, and which site that is about. */
  readonly onDidChangeState = this.#stateChanged.event;

  constructor(context: TreeContext, feature: () => Promise<TreeFeature>) {
    super(context.ages, feature);
    this.#context = context;
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

  override dispose(): void {
    super.dispose();
    this.#stateChanged.dispose();
  }

  protected rowsBelow(parent: TreeNode | undefined): Promise<TreeNode[]> {
    return parent === undefined ? this.#roots() : this.#below(parent);
  }

  async #roots(): Promise<TreeNode[]> {
    if (this.#isFirstLook) this.#stateChanged.fire({ state: "loading", about: undefined });
    this.#isFirstLook = false;
    const { nodes, state, about } = await rootsOf(this.#context);
    this.#stateChanged.fire({ state, about });
    return nodes;
  }

  async #below(parent: TreeNode): Promise<TreeNode[]> {
    const { about } = this.#context;
    const before = JSON.stringify(about.get(parent.id));
    const rows = await childrenOf(this.#context, parent);
    // The row above says some of what was learnt now; the next time there is nothing new to say.
    if (JSON.stringify(about.get(parent.id)) !== before) this.redraw(parent);
    return rows;
  }
}

// The view "My Work".

export class WorkTree extends ListTree {
  readonly #context: TreeContext;

  constructor(context: TreeContext, feature: () => Promise<TreeFeature>) {
    super(context.ages, feature);
    this.#context = context;
  }

  protected rowsBelow(parent: TreeNode | undefined): Promise<TreeNode[]> {
    if (parent === undefined) return workRoots(this.#context);
    return parent.kind === "site" ? workSections(this.#context, parent) : childrenOf(this.#context, parent);
  }
}
