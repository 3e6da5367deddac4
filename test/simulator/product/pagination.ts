import type { Header } from "../http/messages.ts";
import type { Page } from "../http/queryParameters.ts";

export function createPaginationHeaders(
  { limit, offset }: Page,
  size: number,
  max: number,
): readonly Header[] {
  return [
    ["X-PAGINATION-LIMIT", String(limit)],
    ["X-PAGINATION-OFFSET", String(offset)],
    ["X-PAGINATION-SIZE", String(size)],
    ["X-PAGINATION-LIMIT-MAX", String(max)],
  ];
}
