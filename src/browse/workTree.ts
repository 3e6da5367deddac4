// The view "My Work".
import type { Sites } from "../store/sites.ts";
import { childrenOf } from "./children.ts";
import { ListTree } from "./listTree.ts";
import type { TreeNode } from "./nodes.ts";
import { type WorkDependencies, workRoots, workSections } from "./rows/workRoots.ts";
import type { TreeDependencies } from "./tree.ts";

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
