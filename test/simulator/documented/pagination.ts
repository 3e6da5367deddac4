import type { Header } from "../http/message.ts";
import { integer } from "../http/parameters.ts";
import type { Page } from "../http/parameters.ts";
import type { Call } from "../http/route.ts";

/** The specification names no parameter for the size of a page: only `offset` is read. */
export function pageOf({ query }: Call, limit: number): Page {
  return { limit, offset: integer(query, "offset", { fallback: 0, min: 0 }) };
}

export function paginationHeaders({ limit }: Page, size: number): readonly Header[] {
  return [
    ["X-Pagination-Limit", String(limit)],
    ["X-Pagination-Size", String(size)],
  ];
}
