// One quick decision about one artifact, made from the row that shows it.
import { type Failure, isFailure } from "../../model/failure.ts";
import { applied, type Change } from "../../model/triage/applied.ts";
import { changedSince, type Shown } from "../../model/triage/shown.ts";
import type { Refusal, Wish } from "../../model/triage/wish.ts";
import { isSameState, type Revision } from "../../model/revision.ts";
import type { Base } from "../keptDraft.ts";
import { sureFrom } from "../certainty.ts";
import { type Sent, send } from "./sending.ts";
import { comparedWithStored } from "./storedOtherwise.ts";
import { knownSince, rowOf, type Selected, type State, type States } from "./states.ts";

/** A server that has no name for a state can't be asked to refuse a stale change. */
export type Obstacle = Refusal | { readonly code: "noRevision" };

export type Decision =
  | Sent
  | { readonly kind: "alreadySo" }
  | { readonly kind: "refused"; readonly why: Obstacle }
  /** It is not what was shown any more; nothing was sent. Deciding about `now` is to have seen it. */
  | { readonly kind: "changedSince"; readonly what: readonly Shown[]; readonly now: Selected }
  | { readonly kind: "cancelled" };

/** Each further one means that somebody wrote within the last second. */
const mostLooks = 5;

interface Prepared {
  readonly kind: "prepared";
  readonly base: Base;
  readonly change: Change;
}

function comparedWith(selected: Selected, state: State): Decision | undefined {
  const what = changedSince(selected.row, state.artifact);
  return what.length === 0 ? undefined : { kind: "changedSince", what, now: rowOf(selected, state) };
}

function failedBy(failure: Failure, signal: AbortSignal): Decision {
  if (signal.aborted) return { kind: "cancelled" };
  return failure.kind === "notFound" ? { kind: "gone" } : { kind: "failed", failure };
}

/** Looks until what is seen is all that can ever have its name. */
async function prepare(
  states: States,
  selected: Selected,
  wish: Wish,
  signal: AbortSignal,
): Promise<Decision | Prepared> {
  const { time } = states.world;
  let earlier: { readonly revision: Revision; readonly at: number } | undefined;
  for (let looks = 1; looks <= mostLooks; looks += 1) {
    const state = await states.one(selected, signal);
    const other = comparedWith(selected, state);
    if (other !== undefined) return other;
    const { base } = state;
    const change = applied(base.form, wish);
    if (change.kind !== "change") return change;
    if (base.revision === undefined) return { kind: "refused", why: { code: "noRevision" } };
    const isKnown = isSameState(earlier?.revision, base.revision) === true;
    const seenAt = Math.min(
      knownSince(selected, state),
      isKnown && earlier !== undefined ? earlier.at : Infinity,
    );
    const sureAt = sureFrom(base.revision, seenAt);
    if (state.askedAt >= sureAt) return { kind: "prepared", base, change };
    earlier = { revision: base.revision, at: seenAt };
    await time.pause(Math.max(1, sureAt - time.now()), signal);
  }
  return { kind: "conflict" };
}

/**
 * Reads, compares with what was shown, and sends the one field under the revision that was read: a row neither tells the
 * values that rules depend on, nor what an undo would have to bring back. After a conflict, `editsFor` says what to type
 * into the artifact's form.
 */
export async function decide(
  states: States,
  selected: Selected,
  wish: Wish,
  signal: AbortSignal,
): Promise<Decision> {
  try {
    const prepared = await prepare(states, selected, wish, signal);
    if (prepared.kind !== "prepared") return prepared;
    if (signal.aborted) return { kind: "cancelled" };
    const { base, change } = prepared;
    const sent = await send(states, selected, base, change);
    if (sent.kind !== "done") return sent;
    // What was sent stays sent, whoever stops waiting now.
    const [compared = sent] = await comparedWithStored(states, [{ selected, base, done: sent }], signal);
    return compared;
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return failedBy(failure, signal);
  }
}
