// The value of a list for each artifact. Rows of lists don't have it, and loading complete artifacts is slow, so the artifacts
// with each value are queried.
import { Canceled } from "../model/failure.ts";
import type { Criterion } from "../model/query/criteria.ts";
import type { Field, Tracker } from "../model/tracker.ts";
import { mapConcurrent } from "./concurrency.ts";
import { RowList } from "./queries/rowList.ts";
import { createCriteriaSource, type RowLoaders } from "./queries/rowSources.ts";
import { maxTableRows } from "./tableRows.ts";
import { maxConcurrentRequests } from "./triage/artifactLoader.ts";

export interface ArtifactsWithValue {
  /** The ID of the value as text. */
  readonly key: string;
  readonly ids: readonly number[];
}

/** `undefined` if the server ignores such a condition. */
async function loadArtifactsWithValue(
  loaders: RowLoaders,
  tracker: Tracker,
  criteria: readonly Criterion[],
  signal: AbortSignal,
): Promise<readonly number[] | undefined> {
  const list = new RowList(createCriteriaSource(loaders, tracker, criteria));
  const cancel = (): void => list.cancel();
  signal.addEventListener("abort", cancel);
  try {
    await list.loadUntil(() => signal.aborted || list.items.length >= maxTableRows);
  } finally {
    signal.removeEventListener("abort", cancel);
    list.close();
  }
  if (list.lastFailure !== undefined) throw list.lastFailure.failure;
  if (list.isUnsupported || list.credibility === "contradicted") return undefined;
  return list.items.flatMap((item) => (item.kind === "artifact" ? [item.id] : []));
}

/** Only of open artifacts, if `openOnly` is set and the tracker says which are. `undefined` if the server can't tell. */
export async function loadArtifactsByValue(
  loaders: RowLoaders,
  tracker: Tracker,
  field: Field,
  { openOnly, signal }: { readonly openOnly: boolean; readonly signal: AbortSignal },
): Promise<readonly ArtifactsWithValue[] | undefined> {
  const { status } = tracker.semantics;
  const statusField = tracker.fields.find(({ id }) => id === status?.fieldId);
  const openCriteria: readonly Criterion[] =
    openOnly && status !== undefined && statusField !== undefined
      ? [{ kind: "anyOf", field: statusField.name, ids: status.openIds }]
      : [];
  const results = await mapConcurrent(field.choices ?? [], maxConcurrentRequests, async ({ id }) => {
    const criteria: readonly Criterion[] = [...openCriteria, { kind: "anyOf", field: field.name, ids: [id] }];
    const ids = await loadArtifactsWithValue(loaders, tracker, criteria, signal);
    return ids && { key: String(id), ids };
  });
  if (signal.aborted) throw new Canceled({ method: "GET", url: tracker.artifactsUri });
  const known = results.flatMap((result) => result ?? []);
  return known.length === results.length ? known : undefined;
}
