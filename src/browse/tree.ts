import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import type { TreeState } from "../protocol/contextKeys.ts";
import type { Sites } from "../store/sites.ts";
import { artifactTooltip } from "./artifactItem.ts";
import { type ChildrenDependencies, childrenOf } from "./children.ts";
import type { DraftsNode, TreeNode } from "./nodes.ts";
import { rootsOf } from "./roots.ts";
import { treeItem } from "./treeItem.ts";

const momentMs = 150;
const mostRounds = 20;

/** What VS Code asks of the tree. It asks only while the view is visible, so nothing is requested before. */
export class ArtifactTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #dependencies: ChildrenDependencies;
  readonly #sites: Sites;
  #isFirstLook = true;
  #asked = 0;
  #underWay = 0;
  /** The rows above drafts that VS Code was given last, by site. */
  readonly #draftGroups = new Map<string, DraftsNode>();
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly #stateChanged = new vscode.EventEmitter<{ state: TreeState; about: Site | undefined }>();
  readonly #owned: { dispose(): unknown }[] = [this.#changed, this.#stateChanged];
  readonly onDidChangeTreeData = this.#changed.event;
  /** Why the tree is empty, if it is, and which site that is about. */
  readonly onDidChangeState = this.#stateChanged.event;

  constructor(dependencies: ChildrenDependencies, sites: Sites) {
    this.#dependencies = dependencies;
    this.#sites = sites;
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    this.#asked += 1;
    this.#underWay += 1;
    try {
      return await (parent === undefined ? this.#roots() : this.#below(parent));
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

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return treeItem(node);
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
    for (const group of this.#draftGroups.values()) this.#changed.fire(group);
  }

  /** Takes what shall end with the tree. */
  own(...parts: readonly { dispose(): unknown }[]): void {
    this.#owned.push(...parts);
  }

  dispose(): void {
    for (const part of this.#owned) part.dispose();
  }

  async #below(parent: TreeNode): Promise<TreeNode[]> {
    const rows = await childrenOf(this.#dependencies, parent);
    if (parent.kind !== "site") return rows;
    const group = rows.find((row) => row.kind === "drafts");
    if (group === undefined) this.#draftGroups.delete(parent.siteApi);
    else this.#draftGroups.set(parent.siteApi, group);
    return rows;
  }
}
