import type { DecisionTarget } from "../../protocol/commands.ts";
import type { ArtifactNode, TreeNode } from "./nodes.ts";
import type { ShownOrder } from "./viewState.ts";

interface SelectingView {
  readonly selection: readonly TreeNode[];
  readonly onDidChangeSelection: (
    listener: (event: { readonly selection: readonly TreeNode[] }) => unknown,
  ) => { dispose(): void };
}

/** What is selected in a view. VS Code says that nothing is while rows are read again, though the selection stays. */
export class ViewSelection {
  readonly #view: SelectingView;
  readonly #listening: { dispose(): void };
  #last: readonly TreeNode[] = [];

  constructor(view: SelectingView) {
    this.#view = view;
    this.#listening = view.onDidChangeSelection(({ selection }) => {
      this.#last = selection;
    });
  }

  get rows(): readonly TreeNode[] {
    const { selection } = this.#view;
    return selection.length > 0 ? selection : this.#last;
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

/** In the order in which they are seen; each artifact once, though groups may show it several times. */
export function selectedIn(
  order: ShownOrder<TreeNode>,
  selection: readonly TreeNode[],
): readonly DecisionTarget[] {
  const artifacts = order.inOrder(selection).filter((node): node is ArtifactNode => node.kind === "artifact");
  const once = new Map<string, ArtifactNode>();
  for (const node of artifacts) {
    const key = `${node.siteApi} ${node.artifactId}`;
    if (!once.has(key)) once.set(key, node);
  }
  return [...once.values()];
}
