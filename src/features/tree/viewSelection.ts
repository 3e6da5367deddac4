import type { TriageTarget } from "../../protocol/commandArguments.ts";
import type { ArtifactNode, TreeNode } from "./treeNodes.ts";
import type { DisplayOrder } from "./viewState.ts";

interface SelectableView {
  readonly selection: readonly TreeNode[];
  readonly onDidChangeSelection: (
    listener: (event: { readonly selection: readonly TreeNode[] }) => unknown,
  ) => { dispose(): void };
}

/** The selection of a view. VS Code reports none while nodes are reloaded, although it keeps the selection. */
export class ViewSelection {
  readonly #view: SelectableView;
  readonly #listener: { dispose(): void };
  #lastSelection: readonly TreeNode[] = [];

  constructor(view: SelectableView) {
    this.#view = view;
    this.#listener = view.onDidChangeSelection(({ selection }) => {
      this.#lastSelection = selection;
    });
  }

  get nodes(): readonly TreeNode[] {
    const { selection } = this.#view;
    return selection.length > 0 ? selection : this.#lastSelection;
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

/** From top to bottom; each artifact once, though several groups may show it. */
export function toSelectedTriageTargets(
  order: DisplayOrder<TreeNode>,
  selection: readonly TreeNode[],
): readonly TriageTarget[] {
  const artifacts = order.sort(selection).filter((node): node is ArtifactNode => node.kind === "artifact");
  const uniqueNodes = new Map<string, ArtifactNode>();
  for (const node of artifacts) {
    const key = `${node.siteApi} ${node.artifactId}`;
    if (!uniqueNodes.has(key)) uniqueNodes.set(key, node);
  }
  return [...uniqueNodes.values()];
}
