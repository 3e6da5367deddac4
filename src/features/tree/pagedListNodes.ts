// Creates the nodes of a paged list: a failure first, then the items, then "Load More".
import type { UnreadableItem } from "../../model/collectionPage.ts";
import type { ListFailure } from "../../store/pagedList.ts";
import type {
  LoadMoreNode,
  EmptyListNode,
  ParentNode,
  FailureNode,
  RecentArtifactsNode,
  TreeNode,
  UnreadableNode,
} from "./treeNodes.ts";

interface Element {
  readonly kind: string;
}

/** The state of a paged list or of search results that nodes are created from. */
export interface PagedListState<T> {
  readonly items: readonly (T | UnreadableItem)[];
  readonly lastFailure: ListFailure | undefined;
  readonly hasMore: boolean;
  readonly requestedCount: number | undefined;
  readonly size: number | undefined;
}

export function isReadable<T extends Element>(item: T | UnreadableItem): item is T {
  return item.kind !== "unreadable";
}

/** A failure to load the start of the list; items loaded before stay below it. */
export function createFailureNodes(
  parent: ParentNode,
  { lastFailure }: Pick<PagedListState<unknown>, "lastFailure">,
): readonly FailureNode[] {
  return lastFailure?.position === "start" ? [createFailureNode(parent, lastFailure, "reload")] : [];
}

function createFailureNode(
  parent: ParentNode,
  { failure }: ListFailure,
  retry: FailureNode["retry"],
): FailureNode {
  const { id, site, siteApi } = parent;
  return { kind: "failure", id: `${id}/problem`, site, siteApi, parent, failure, retry };
}

export function createUnreadableNode(
  { id, site, siteApi }: ParentNode | RecentArtifactsNode,
  item: UnreadableItem,
): UnreadableNode {
  return { kind: "unreadable", id: `${id}/unreadable/${item.position}`, site, siteApi, itemId: item.id };
}

/** "Load More" at the end of the list, or why that failed. */
export function createTrailingNodes(
  parent: ParentNode,
  { hasMore, lastFailure, requestedCount, size }: Omit<PagedListState<unknown>, "items">,
  isSortedOrGrouped = false,
): readonly (LoadMoreNode | FailureNode)[] {
  const { id, site, siteApi } = parent;
  if (lastFailure?.position === "end") return [createFailureNode(parent, lastFailure, "loadMore")];
  if (!hasMore || lastFailure !== undefined) return [];
  return [
    { kind: "loadMore", id: `${id}/more`, site, siteApi, parent, requestedCount, size, isSortedOrGrouped },
  ];
}

export interface PagedListNodesOptions<T> {
  /** Which text an empty list shows. */
  readonly missing: EmptyListNode["missing"];
  /** The items to show, if not all. */
  readonly items?: readonly (T | UnreadableItem)[];
  readonly toNode: (item: T) => TreeNode;
}

export function createPagedListNodes<T extends Element>(
  parent: ParentNode,
  list: PagedListState<T>,
  { missing, items = list.items, toNode }: PagedListNodesOptions<T>,
): TreeNode[] {
  const nodes = [
    ...createFailureNodes(parent, list),
    ...items.map((item) => (isReadable(item) ? toNode(item) : createUnreadableNode(parent, item))),
    ...createTrailingNodes(parent, list),
  ];
  return nodes.length > 0 ? nodes : [createEmptyListNode(parent, missing)];
}

export function createEmptyListNode(
  { id, site, siteApi }: ParentNode | RecentArtifactsNode,
  missing: EmptyListNode["missing"],
): EmptyListNode {
  return { kind: "empty", id: `${id}/nothing`, site, siteApi, missing };
}
