// Deletes artifacts. Servers ignore preconditions of deletions, so each artifact is loaded again before.
import { type Failure, isFailure, type RateLimit } from "../../model/failure.ts";
import { findChangedRowFields, type ComparedRowField } from "../../model/triage/fieldEditRequest.ts";
import {
  toSelectedArtifact,
  type SelectedArtifact,
  type LoadedArtifact,
  type ArtifactLoader,
} from "./artifactLoader.ts";

export type DeletionOutcome =
  /** With the remaining daily quota, if the server reports it. */
  | { readonly kind: "deleted"; readonly quota: RateLimit | undefined }
  | { readonly kind: "tooManyRequests"; readonly limit: number | undefined }
  | { readonly kind: "notAdministrator" }
  /** Deletion is disabled on the platform. */
  | { readonly kind: "disabled" }
  /** One of the two above; the server doesn't report which. */
  | { readonly kind: "notAllowed"; readonly failure: Failure }
  /** The artifact has changed since it was shown; nothing was deleted. Deleting `now` confirms it. */
  | {
      readonly kind: "changedSince";
      readonly changedFields: readonly ComparedRowField[];
      readonly now: SelectedArtifact;
    }
  | { readonly kind: "gone" }
  | { readonly kind: "canceled" }
  | { readonly kind: "failed"; readonly failure: Failure };

function findChangeSinceShown(
  condemned: SelectedArtifact,
  loaded: LoadedArtifact,
): DeletionOutcome | undefined {
  const changedFields = findChangedRowFields(condemned.row, loaded.artifact);
  return changedFields.length === 0
    ? undefined
    : { kind: "changedSince", changedFields, now: toSelectedArtifact(condemned, loaded) };
}

async function isAdministrator(
  loader: ArtifactLoader,
  { artifact, base }: LoadedArtifact,
): Promise<boolean | undefined> {
  if (artifact.structure !== undefined) return artifact.structure.isAdministrator;
  if (base.tracker.id === undefined) return undefined;
  return (await loader.loadTracker(base.tracker.id)).isAdministrator;
}

function toDeletionOutcome(failure: Failure): DeletionOutcome {
  switch (failure.kind) {
    case "tooManyRequests":
      return { kind: "tooManyRequests", limit: failure.request.rateLimit?.limit };
    case "deletionRefused":
      return failure.reason === "unknown" ? { kind: "notAllowed", failure } : { kind: failure.reason };
    case "notFound":
      return { kind: "gone" };
    default:
      return { kind: "failed", failure };
  }
}

/** The response was lost: an artifact that no longer exists was deleted. */
async function checkLostDeletion(
  loader: ArtifactLoader,
  { row: { id } }: SelectedArtifact,
  failure: Failure,
): Promise<DeletionOutcome> {
  try {
    const { client } = await loader.connect();
    await client.artifact(id);
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    if (thrown.kind === "notFound") return { kind: "deleted", quota: undefined };
  }
  return { kind: "failed", failure };
}

async function deleteLoaded(
  loader: ArtifactLoader,
  condemned: SelectedArtifact,
  loaded: LoadedArtifact,
): Promise<DeletionOutcome> {
  const { catalog, site } = loader.options;
  const { client } = await loader.connect();
  const isAdmin = await isAdministrator(loader, loaded);
  const report = (outcome: DeletionOutcome): DeletionOutcome => {
    const trackerId = loaded.base.tracker.id ?? condemned.trackerId;
    if (outcome.kind === "deleted") catalog.reportWrite(site, condemned.row.id, trackerId);
    return outcome;
  };
  try {
    // Not cancellable: a request that was sent may be applied.
    return report({ kind: "deleted", quota: await client.deleteArtifact(condemned.row.id, isAdmin) });
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind !== "outcomeUnknown") return toDeletionOutcome(failure);
    return report(await checkLostDeletion(loader, condemned, failure));
  }
}

export async function deleteOne(
  loader: ArtifactLoader,
  condemned: SelectedArtifact,
  signal: AbortSignal,
): Promise<DeletionOutcome> {
  try {
    const loaded = await loader.load(condemned, signal);
    const changed = findChangeSinceShown(condemned, loaded);
    if (changed !== undefined) return changed;
    return signal.aborted ? { kind: "canceled" } : await deleteLoaded(loader, condemned, loaded);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return signal.aborted ? { kind: "canceled" } : toDeletionOutcome(failure);
  }
}

export interface DeletionResults {
  /** Attempted deletions, in order. */
  readonly items: readonly { readonly condemned: SelectedArtifact; readonly outcome: DeletionOutcome }[];
  /** Not attempted, because the others would fail too. */
  readonly notTried: readonly SelectedArtifact[];
}

/** Whether all other deletions would fail too. */
function stopsDeletion(outcome: DeletionOutcome): boolean {
  switch (outcome.kind) {
    case "tooManyRequests":
    case "disabled":
    case "canceled":
      return true;
    case "failed":
      return outcome.failure.kind === "unreachable" || outcome.failure.kind === "signedOut";
    default:
      return false;
  }
}

/** One after the other, so that the quota is exceeded only once; that artifact isn't in `notTried`. */
export async function deleteMany(
  loader: ArtifactLoader,
  all: readonly SelectedArtifact[],
  signal: AbortSignal,
  onProgress?: (done: number, of: number) => void,
): Promise<DeletionResults> {
  const items: { condemned: SelectedArtifact; outcome: DeletionOutcome }[] = [];
  for (const [index, condemned] of all.entries()) {
    const outcome: DeletionOutcome = signal.aborted
      ? { kind: "canceled" }
      : await deleteOne(loader, condemned, signal);
    items.push({ condemned, outcome });
    onProgress?.(items.length, all.length);
    if (stopsDeletion(outcome)) return { items, notTried: all.slice(index + 1) };
  }
  return { items, notTried: [] };
}
