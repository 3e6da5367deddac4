import type { Header } from "../http/message.ts";
import type { Page } from "../http/parameters.ts";

export function paginationHeaders({ limit, offset }: Page, size: number, max: number): readonly Header[] {
  return [
    ["X-PAGINATION-LIMIT", String(limit)],
    ["X-PAGINATION-OFFSET", String(offset)],
    ["X-PAGINATION-SIZE", String(size)],
    ["X-PAGINATION-LIMIT-MAX", String(max)],
  ];
}
