import type { Boundary } from "../platform/boundary.ts";
import { setContext } from "../platform/setContext.ts";
import type { ContextKeys, TreeState } from "../protocol/contextKeys.ts";
import type { Sites } from "../store/sites.ts";

/** Why the tree is empty, if it is, for welcome texts and menus. */
export class TreeStateKey {
  readonly #sites: Sites;
  readonly #boundary: Boundary;
  #state: TreeState | undefined;

  constructor(sites: Sites, boundary: Boundary) {
    this.#sites = sites;
    this.#boundary = boundary;
  }

  set(state: TreeState): void {
    this.#state = state;
    this.#boundary.start("set context", () => setContext<ContextKeys>("artifacts.treeState", state));
  }

  /** Without a look at the tree: "My Work" is there wherever a site is, also while the tree is folded. */
  guess(): void {
    if (this.#sites.list().length === 0) this.set("noSite");
    else if (this.#state === undefined || this.#state === "noSite") this.set("loading");
  }
}
