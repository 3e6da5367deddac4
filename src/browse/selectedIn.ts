import type { DecisionTarget } from "../protocol/commands.ts";
import type { ArtifactNode, TreeNode } from "./nodes.ts";
import type { ShownOrder } from "./shownOrder.ts";

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
