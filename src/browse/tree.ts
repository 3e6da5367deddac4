import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import type { TreeState } from "../protocol/contextKeys.ts";
import type { Sites } from "../store/sites.ts";
import { type ChildrenDependencies, childrenOf } from "./children.ts";
import { type LateLooks, ListTree } from "./listTree.ts";
import type { TreeNode } from "./nodes.ts";
import type { QueryRootDependencies } from "./rows/queryRoots.ts";
import { rootsOf } from "./roots.ts";

const momentMs = 150;
const mostRounds = 20;

export interface TreeDependencies extends ChildrenDependencies, QueryRootDependencies, LateLooks {}

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
