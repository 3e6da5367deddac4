// How many a query finds, without reading them.
import type { ArtifactRow } from "../../model/artifact.ts";
import type { RowSource } from "./newestFirst.ts";

export type Count =
  /** An upper bound: servers count what we may not see. */
  | { readonly kind: "atMost"; readonly size: number }
  /** The server answered another question than was asked. */
  | { readonly kind: "contradicted" }
  /** The server can't be asked this, or does not count. */
  | { readonly kind: "untold" };

/** As few as show whether a criterion was heeded. */
const rowsToBelieve = 10;

export async function countOf(source: RowSource<ArtifactRow>, signal: AbortSignal): Promise<Count> {
  const page = await source.fetch({ offset: 0, limit: rowsToBelieve, signal });
  if (page === undefined) return { kind: "untold" };
  if (page.credibility === "contradicted") return { kind: "contradicted" };
  const size = page.size ?? (page.next === undefined ? page.items.length : undefined);
  return size === undefined ? { kind: "untold" } : { kind: "atMost", size };
}
