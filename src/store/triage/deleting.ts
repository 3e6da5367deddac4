// Artifacts deleted, one or many. Servers ignore preconditions here: each is read again just before.
import { type Failure, isFailure, type RateLimit } from "../../model/failure.ts";
import { changedSince, type Shown } from "../../model/triage/wish.ts";
import { rowOf, type Selected, type State, type States } from "./states.ts";

export type Deletion =
  /** With what is left of the daily deletions, where the server tells. */
  | { readonly kind: "deleted"; readonly quota: RateLimit | undefined }
  | { readonly kind: "quotaReached"; readonly limit: number | undefined }
  | { readonly kind: "notAdministrator" }
  /** The platform lets nobody delete. */
  | { readonly kind: "switchedOff" }
  /** One of both, and the server does not tell which. */
  | { readonly kind: "notAllowed"; readonly failure: Failure }
  /** It is not what was shown any more; nothing was deleted. Deleting `now` confirms it. */
  | { readonly kind: "changedSince"; readonly what: readonly Shown[]; readonly now: Selected }
  | { readonly kind: "gone" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly failure: Failure };

function changeOf(condemned: Selected, state: State): Deletion | undefined {
  const what = changedSince(condemned.row, state.artifact);
  return what.length === 0 ? undefined : { kind: "changedSince", what, now: rowOf(condemned, state) };
}

async function isAdministrator(states: States, { artifact, base }: State): Promise<boolean | undefined> {
  if (artifact.structure !== undefined) return artifact.structure.isAdministrator;
  if (base.tracker.id === undefined) return undefined;
  return (await states.tracker(base.tracker.id)).isAdministrator;
}

function outcomeOf(failure: Failure): Deletion {
  switch (failure.kind) {
    case "quotaReached":
      return { kind: "quotaReached", limit: failure.request.rateLimit?.limit };
    case "deletionRefused":
      return failure.because === "unknown" ? { kind: "notAllowed", failure } : { kind: failure.because };
    case "notFound":
      return { kind: "gone" };
    default:
      return { kind: "failed", failure };
  }
}

/** The answer was lost: what is not there any more was deleted. */
async function lookAfter(states: States, { row: { id } }: Selected, failure: Failure): Promise<Deletion> {
  try {
    const { client } = await states.connection();
    await client.artifact(id);
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    if (thrown.kind === "notFound") return { kind: "deleted", quota: undefined };
  }
  return { kind: "failed", failure };
}

async function remove(states: States, condemned: Selected, state: State): Promise<Deletion> {
  const { catalog, site } = states.world;
  const { client } = await states.connection();
  const isAdmin = await isAdministrator(states, state);
  const note = (outcome: Deletion): Deletion => {
    const trackerId = state.base.tracker.id ?? condemned.trackerId;
    if (outcome.kind === "deleted") catalog.noteWritten(site, condemned.row.id, trackerId);
    return outcome;
  };
  try {
    // Nobody can call it off any more: what is on its way may be carried out all the same.
    return note({ kind: "deleted", quota: await client.remove(condemned.row.id, isAdmin) });
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind !== "outcomeUnknown") return outcomeOf(failure);
    return note(await lookAfter(states, condemned, failure));
  }
}

export async function deleteOne(states: States, condemned: Selected, signal: AbortSignal): Promise<Deletion> {
  try {
    const state = await states.one(condemned, signal);
    const changed = changeOf(condemned, state);
    if (changed !== undefined) return changed;
    return signal.aborted ? { kind: "cancelled" } : await remove(states, condemned, state);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return signal.aborted ? { kind: "cancelled" } : outcomeOf(failure);
  }
}

export interface Deletions {
  /** Of those that were tried, in order. */
  readonly items: readonly { readonly condemned: Selected; readonly outcome: Deletion }[];
  /** Not tried, since the last one would not be the only one to fail. */
  readonly left: readonly Selected[];
}

/** What would become of all others too. */
function isTheEnd(outcome: Deletion): boolean {
  switch (outcome.kind) {
    case "quotaReached":
    case "switchedOff":
    case "cancelled":
      return true;
    case "failed":
      return outcome.failure.kind === "unreachable" || outcome.failure.kind === "signedOut";
    default:
      return false;
  }
}

/** One after the other, so that the limit is met once; the one that meets it is told as such and not among those left. */
export async function deleteMany(
  states: States,
  all: readonly Selected[],
  signal: AbortSignal,
  onProgress?: (done: number, of: number) => void,
): Promise<Deletions> {
  const items: { condemned: Selected; outcome: Deletion }[] = [];
  for (const [place, condemned] of all.entries()) {
    const outcome: Deletion = signal.aborted
      ? { kind: "cancelled" }
      : await deleteOne(states, condemned, signal);
    items.push({ condemned, outcome });
    onProgress?.(items.length, all.length);
    if (isTheEnd(outcome)) return { items, left: all.slice(place + 1) };
  }
  return { items, left: [] };
}
