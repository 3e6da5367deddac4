// The tree data providers of the two views. VS Code calls them only while a view is visible: what loads rows is imported then.
import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import type { TreeState } from "../../protocol/contributions.ts";
import { formatRecentTimestamp } from "../../vscode/dates.ts";
import type { TreeContext } from "./treeContext.ts";
import type { TreeFeature } from "./feature.ts";
import type { DraftGroupNode, FailureNode, LazyItemNode, MessageNode, TreeNode } from "./treeNodes.ts";
import { createEagerTreeItem, isEagerNode, setAccessibleLabel } from "./treeItem.ts";
import { type OfflineTimestamps, DisplayOrder } from "./viewState.ts";

function isDraftGroup(node: TreeNode): node is DraftGroupNode {
  return node.kind === "drafts";
}

/** Adds the time of data from the offline cache. */
function addOfflineTime(item: vscode.TreeItem, asOf: number): vscode.TreeItem {
  const offlineLabel = vscode.l10n.t("as of {0}", formatRecentTimestamp(asOf));
  item.description = [item.description, offlineLabel]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
  return item;
}

/** Messages are often the first rows of a view, and need little code: loading that of all others would delay the rows. */
async function createMessageItem(node: MessageNode | FailureNode): Promise<vscode.TreeItem> {
  return (await import("./messageItems.ts")).createMessageItem(node);
}

export abstract class BaseTreeProvider implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #offlineTimestamps: OfflineTimestamps;
  readonly #feature: () => Promise<Pick<TreeFeature, "createLazyItem" | "createTooltip">>;
  readonly #onDidChangeEmitter = new vscode.EventEmitter<TreeNode | undefined>();
  readonly displayOrder = new DisplayOrder<TreeNode>();
  readonly onDidChangeTreeData = this.#onDidChangeEmitter.event;

  constructor(
    offlineTimestamps: OfflineTimestamps,
    feature: () => Promise<Pick<TreeFeature, "createLazyItem" | "createTooltip">>,
  ) {
    this.#offlineTimestamps = offlineTimestamps;
    this.#feature = feature;
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    const before = parent && this.#offlineTimestamps.get(parent);
    const rows = await this.loadChildNodes(parent);
    this.displayOrder.setChildren(parent, rows);
    // The parent shows the age of its children; reloading them after this redraw finds the same age, so it ends there.
    if (parent !== undefined && this.#offlineTimestamps.get(parent) !== before) this.redraw(parent);
    return rows;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    if (node.kind === "message" || node.kind === "failure") return createMessageItem(node);
    if (!isEagerNode(node)) return this.#createLazyItem(node);
    const asOf = this.#offlineTimestamps.get(node);
    const item =
      asOf === undefined ? createEagerTreeItem(node) : addOfflineTime(createEagerTreeItem(node), asOf);
    return setAccessibleLabel(item, node.kind === "project" && node.isPinned ? vscode.l10n.t("pinned") : "");
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    if (node.kind === "artifact" || node.kind === "site" || node.kind === "project") {
      item.tooltip = (await this.#feature()).createTooltip(node);
    }
    return item;
  }

  /** Redraws a node with its children, or everything, from loaded data; VS Code keeps the expansion by id. */
  redraw(node?: TreeNode): void {
    this.#onDidChangeEmitter.fire(node);
  }

  /** Redraws the drafts, because their relative times and contents change. */
  redrawDrafts(): void {
    for (const group of this.displayOrder.findAll(isDraftGroup)) this.redraw(group);
  }

  dispose(): void {
    this.#onDidChangeEmitter.dispose();
  }

  protected abstract loadChildNodes(parent: TreeNode | undefined): Promise<TreeNode[]>;

  async #createLazyItem(node: LazyItemNode): Promise<vscode.TreeItem> {
    return (await this.#feature()).createLazyItem(node);
  }
}

const idleCheckMs = 150;
const maxIdleChecks = 20;

/** Sites and saved queries, with all that is below them. */
export class ArtifactTreeProvider extends BaseTreeProvider {
  readonly #context: TreeContext;
  #isFirstLoad = true;
  #requestCount = 0;
  #pendingCount = 0;
  readonly #onDidChangeStateEmitter = new vscode.EventEmitter<{ state: TreeState; site: Site | undefined }>();
  /** The state of the tree, and the site that its welcome text is about. */
  readonly onDidChangeState = this.#onDidChangeStateEmitter.event;

  constructor(context: TreeContext, feature: () => Promise<TreeFeature>) {
    super(context.offlineTimestamps, feature);
    this.#context = context;
  }

  override async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    this.#requestCount += 1;
    this.#pendingCount += 1;
    try {
      return await super.getChildren(parent);
    } finally {
      this.#pendingCount -= 1;
    }
  }

  /** VS Code requests rows long after it has activated the extension; this loads what they need meanwhile. */
  async preload(): Promise<void> {
    const { loadTreeRoots } = await import("./treeRoots.ts");
    await loadTreeRoots(this.#context);
  }

  /**
   * Resolves when VS Code has not requested children for a moment. After signing in it requests them several times, and
   * each response would take the focus from a node that was revealed before.
   */
  async whenIdle(): Promise<void> {
    for (let round = 0; round < maxIdleChecks; round += 1) {
      const before = this.#requestCount;
      await new Promise((resolve) => setTimeout(resolve, idleCheckMs));
      if (this.#requestCount === before && this.#pendingCount === 0) return;
    }
  }

  /** Only sites are revealed, and they are roots. */
  getParent(): undefined {
    return undefined;
  }

  override dispose(): void {
    super.dispose();
    this.#onDidChangeStateEmitter.dispose();
  }

  protected loadChildNodes(parent: TreeNode | undefined): Promise<TreeNode[]> {
    return parent === undefined ? this.#loadRoots() : this.#loadChildren(parent);
  }

  async #loadRoots(): Promise<TreeNode[]> {
    if (this.#isFirstLoad) this.#onDidChangeStateEmitter.fire({ state: "loading", site: undefined });
    this.#isFirstLoad = false;
    const { loadTreeRoots } = await import("./treeRoots.ts");
    const { nodes, state, site } = await loadTreeRoots(this.#context);
    this.#onDidChangeStateEmitter.fire({ state, site });
    return nodes;
  }

  async #loadChildren(parent: TreeNode): Promise<TreeNode[]> {
    const { listDetails } = this.#context;
    const before = JSON.stringify(listDetails.get(parent.id));
    const { loadChildren } = await import("./loadChildren.ts");
    const rows = await loadChildren(this.#context, parent);
    // The parent shows details of its list; reloading after this redraw finds the same details, so it ends there.
    if (JSON.stringify(listDetails.get(parent.id)) !== before) this.redraw(parent);
    return rows;
  }
}

export class MyWorkTreeProvider extends BaseTreeProvider {
  readonly #context: TreeContext;

  constructor(context: TreeContext, feature: () => Promise<TreeFeature>) {
    super(context.offlineTimestamps, feature);
    this.#context = context;
  }

  protected async loadChildNodes(parent: TreeNode | undefined): Promise<TreeNode[]> {
    if (parent === undefined) return (await import("./treeRoots.ts")).loadMyWorkRoots(this.#context);
    return parent.kind === "site"
      ? (await import("./treeRoots.ts")).loadMyWorkSections(this.#context, parent)
      : (await import("./loadChildren.ts")).loadChildren(this.#context, parent);
  }
}
