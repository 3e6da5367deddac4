// Resolves many references, so that the first ones can be shown while the others are loaded.
import type { Failure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { ReferenceCache, ResolvedReference } from "./referenceCache.ts";

const batchSize = 100;

/**
 * Yields all that is resolved so far, after each batch. If a batch fails, for example offline, the rest isn't requested and
 * fails too. Only cancellation is thrown.
 */
export async function* resolveInBatches(
  cache: Pick<ReferenceCache, "resolve">,
  site: Site,
  ids: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<ReadonlyMap<number, ResolvedReference>, void> {
  const references = new Map<number, ResolvedReference>();
  for (let start = 0; start < ids.length; start += batchSize) {
    const resolved = await cache.resolve(site, ids.slice(start, start + batchSize), signal);
    for (const [id, reference] of resolved) references.set(id, reference);
    const failure = findFailure([...resolved.values()]);
    if (failure !== undefined) {
      for (const artifactId of ids.slice(start + batchSize)) {
        references.set(artifactId, { kind: "unknown", artifactId, failure });
      }
    }
    yield references;
    if (failure !== undefined) return;
  }
}

/** If none was resolved. */
function findFailure(references: readonly ResolvedReference[]): Failure | undefined {
  const [first] = references;
  const isFailed = references.every(({ kind }) => kind === "unknown");
  return isFailed && first?.kind === "unknown" ? first.failure : undefined;
}
