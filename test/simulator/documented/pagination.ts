import type { Header } from "../http/messages.ts";
import { parseInteger } from "../http/queryParameters.ts";
import type { Page } from "../http/queryParameters.ts";
import type { RouteCall } from "../http/route.ts";

/** The specification has no parameter for the page size, so only `offset` is read. */
export function parsePage({ query }: RouteCall, limit: number): Page {
  return { limit, offset: parseInteger(query, "offset", { defaultValue: 0, min: 0 }) };
}

export function createPaginationHeaders({ limit }: Page, size: number): readonly Header[] {
  return [
    ["X-Pagination-Limit", String(limit)],
    ["X-Pagination-Size", String(size)],
  ];
}
