// From a listing to rows: what went wrong first, then what is there, then the way to more of it.
import type { Unreadable } from "../../model/page.ts";
import type { Trouble } from "../../store/pagedList.ts";
import type {
  MoreNode,
  NothingNode,
  ParentNode,
  ProblemNode,
  RecentNode,
  TreeNode,
  UnreadableNode,
} from "./nodes.ts";

interface Element {
  readonly kind: string;
}

/** What of a collection, or of what was found in one, makes rows. */
export interface Readable<T> {
  readonly items: readonly (T | Unreadable)[];
  readonly trouble: Trouble | undefined;
  readonly hasMore: boolean;
  readonly lookedAt: number | undefined;
  readonly size: number | undefined;
}

export function isKnown<T extends Element>(item: T | Unreadable): item is T {
  return item.kind !== "unreadable";
}

/** What failed for the start of the list; what comes with it stays below. */
export function problemRows(
  parent: ParentNode,
  { trouble }: Pick<Readable<unknown>, "trouble">,
): readonly ProblemNode[] {
  return trouble?.where === "start" ? [problemRow(parent, trouble, "again")] : [];
}

function problemRow(parent: ParentNode, { failure }: Trouble, retry: ProblemNode["retry"]): ProblemNode {
  const { id, site, siteApi } = parent;
  return { kind: "problem", id: `${id}/problem`, site, siteApi, parent, failure, retry };
}

export function unreadableRow(
  { id, site, siteApi }: ParentNode | RecentNode,
  item: Unreadable,
): UnreadableNode {
  return { kind: "unreadable", id: `${id}/unreadable/${item.position}`, site, siteApi, elementId: item.id };
}

/** The end of the list: the way to more of it, or why that failed, at the same place. */
export function lastRows(
  parent: ParentNode,
  { hasMore, trouble, lookedAt, size }: Omit<Readable<unknown>, "items">,
  isArranged = false,
): readonly (MoreNode | ProblemNode)[] {
  const { id, site, siteApi } = parent;
  if (trouble?.where === "end") return [problemRow(parent, trouble, "more")];
  if (!hasMore || trouble !== undefined) return [];
  return [{ kind: "more", id: `${id}/more`, site, siteApi, parent, lookedAt, size, isArranged }];
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
  listing: Readable<T>,
  { of, items = listing.items, toRow }: RowsOptions<T>,
): TreeNode[] {
  const rows = [
    ...problemRows(parent, listing),
    ...items.map((item) => (isKnown(item) ? toRow(item) : unreadableRow(parent, item))),
    ...lastRows(parent, listing),
  ];
  return rows.length > 0 ? rows : [nothingRow(parent, of)];
}

export function nothingRow(
  { id, site, siteApi }: ParentNode | RecentNode,
  of: NothingNode["of"],
): NothingNode {
  return { kind: "nothing", id: `${id}/nothing`, site, siteApi, of };
}
