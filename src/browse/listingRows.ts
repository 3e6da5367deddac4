// From a listing to rows: what went wrong first, then what is there, then the way to more of it.
import type { Unreadable } from "../model/page.ts";
import type { Listing } from "../store/listing.ts";
import type { MoreNode, NothingNode, ParentNode, ProblemNode, TreeNode, UnreadableNode } from "./nodes.ts";

interface Element {
  readonly kind: string;
}

export function isKnown<T extends Element>(item: T | Unreadable): item is T {
  return item.kind !== "unreadable";
}

export function problemRows<T>(parent: ParentNode, { failure }: Listing<T>): readonly ProblemNode[] {
  const { id, site, siteApi } = parent;
  return failure === undefined
    ? []
    : [{ kind: "problem", id: `${id}/problem`, site, siteApi, parent, failure }];
}

export function unreadableRow({ id, site, siteApi }: ParentNode, item: Unreadable): UnreadableNode {
  return { kind: "unreadable", id: `${id}/unreadable/${item.position}`, site, siteApi, elementId: item.id };
}

function moreRows<T>(
  parent: ParentNode,
  { hasMore, failure, lookedAt, size }: Listing<T>,
): readonly MoreNode[] {
  const { id, site, siteApi } = parent;
  if (!hasMore || failure !== undefined) return [];
  return [{ kind: "more", id: `${id}/more`, site, siteApi, parent, lookedAt, size }];
}

export interface RowsOptions<T> {
  /** What is said to be missing when nothing is there. */
  readonly of: NothingNode["of"];
  /** The part of the listing to show, where not all of it is. */
  readonly items?: readonly (T | Unreadable)[];
  readonly toRow: (item: T) => TreeNode;
}

export function listingRows<T extends Element>(
  parent: ParentNode,
  listing: Listing<T>,
  { of, items = listing.items, toRow }: RowsOptions<T>,
): TreeNode[] {
  const { id, site, siteApi } = parent;
  const rows = [
    ...problemRows(parent, listing),
    ...items.map((item) => (isKnown(item) ? toRow(item) : unreadableRow(parent, item))),
    ...moreRows(parent, listing),
  ];
  return rows.length > 0 ? rows : [{ kind: "nothing", id: `${id}/nothing`, site, siteApi, of }];
}
