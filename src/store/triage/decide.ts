// One quick decision about one artifact, made from the row that shows it.
import { type Failure, isFailure } from "../../model/failure.ts";
import { holdsSent, type StoredDifference } from "../../model/form/changes.ts";
import { fieldOf } from "../../model/form/form.ts";
import { sameInput } from "../../model/form/input.ts";
import type { HistoryEntry } from "../../model/history.ts";
import { isSameState, type Revision } from "../../model/revision.ts";
import { applied, type Change } from "../../model/triage/wanted.ts";
import { changedSince, type Refusal, type Shown, type Wish } from "../../model/triage/wish.ts";
import { sureFrom } from "../certainty.ts";
import type { Connection } from "../connections.ts";
import { History, historyLength, writtenByOthers } from "../history.ts";
import type { Base } from "../keptDraft.ts";
import { type SaveOutcome } from "../formBackend.ts";
import { save } from "../artifactBackend.ts";
import {
  knownSince,
  type Look,
  type Meant,
  rowOf,
  type Selected,
  type State,
  type States,
} from "./states.ts";

// Who has written to an artifact, and into which fields: for those whose own change was not sent because of it.

export interface RemoteChange {
  /** Names, the last to write first; none where the server doesn't tell. */
  readonly by: readonly string[];
  /** By their labels. */
  readonly fields: readonly string[];
}

async function newestEntries(
  states: States,
  { changesetsUri }: Base,
  signal: AbortSignal,
): Promise<readonly HistoryEntry[]> {
  if (changesetsUri === undefined) return [];
  const { client } = await states.connection();
  const history = new History((offset, limit) => client.changesets(changesetsUri, { offset, limit }, signal));
  await history.readNewest();
  return history.entries;
}

function changedFields(before: Base, now: Base): readonly { readonly id: number; readonly label: string }[] {
  return now.form.fields.filter(
    ({ id, base, control }) => control.kind !== "shown" && !sameInput(base, fieldOf(before.form, id)?.base),
  );
}

async function read(
  states: States,
  meant: Meant,
  before: Base | undefined,
  signal: AbortSignal,
): Promise<RemoteChange> {
  const { base } = await states.one(meant, signal);
  const entries = await newestEntries(states, base, signal);
  const changed = before === undefined ? [] : changedFields(before, base);
  const isConcerned = ({ changes }: HistoryEntry): boolean =>
    changes.some(({ fieldId }) => changed.some(({ id }) => id === fieldId));
  const since = Date.parse(before?.modifiedOn ?? "");
  const later = entries.filter(
    (entry) => isConcerned(entry) && !(Date.parse(entry.changeset.on ?? "") < since),
  );
  // What left no trace in the fields that were shown is at least the last write.
  const writes = later.length > 0 ? later : entries.slice(0, 1);
  const labels = changed.length > 0 ? changed : writes.flatMap(({ changes }) => changes);
  return {
    by: [...new Set(writes.flatMap(({ changeset: { by } }) => by?.label ?? []))],
    fields: [...new Set(labels.map(({ label }) => label))],
  };
}

/** `before` is the state that one's own change was made for, where it is known. Undefined where it can't be told. */
export async function remoteChange(
  states: States,
  meant: Meant,
  before: Base | undefined,
  signal: AbortSignal,
): Promise<RemoteChange | undefined> {
  try {
    return await read(states, meant, before, signal);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return undefined;
  }
}

// One change of one artifact on its way to the server.

export interface Done {
  readonly kind: "done";
  readonly change: Change;
  /** The state that it has led to, where the server tells, and when we first heard its name. */
  readonly revision: Revision | undefined;
  readonly seenAt: number;
  /** Where the server holds something else than was sent, and nobody else wrote it: both. */
  readonly stored?: StoredDifference | undefined;
}

export type Sent =
  | Done
  /** Someone was faster; what they did, where it was asked and is known. */
  | { readonly kind: "conflict"; readonly theirs?: RemoteChange | undefined }
  /** The server said no, in its own sentence. */
  | { readonly kind: "rejected"; readonly failure: Failure; readonly fieldId: number | undefined }
  /** The answer was lost, and a look at the server has not told what became of the change. */
  | { readonly kind: "unknown" }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A comment is said once: only how many writes there were before it tells later whether it is among those after. */
async function writesBefore(
  { client }: Connection,
  { changesetsUri }: Base,
  { target }: Change,
): Promise<number | undefined> {
  if (target !== "comment" || changesetsUri === undefined) return undefined;
  return historyLength(new History((offset, limit) => client.changesets(changesetsUri, { offset, limit })));
}

function sentOf(outcome: SaveOutcome, change: Change, seenAt: number): Sent {
  switch (outcome.kind) {
    case "saved":
      return { kind: "done", change, revision: outcome.revision, seenAt };
    case "noRevision":
      return { kind: "conflict" };
    case "unknown":
      return { kind: "unknown" };
    case "conflict":
    case "rejected":
    case "gone":
    case "failed":
      return outcome;
  }
}

/** Sends a change under the revision that it was made for. Nobody can call it off: what is on its way may be carried out. */
export async function send(states: States, selected: Selected, base: Base, change: Change): Promise<Sent> {
  const { site, catalog, time } = states.world;
  const { signal } = new AbortController();
  try {
    const connection = await states.connection();
    const historyLength = await writesBefore(connection, base, change);
    const subject = await states.subject(selected);
    const sending = { subject, base, draft: change.draft, how: "checked", historyLength } as const;
    const outcome = await save(connection, sending, signal);
    const trackerId = base.tracker.id ?? selected.trackerId;
    if (outcome.kind === "saved" || outcome.kind === "unknown") {
      const own = outcome.kind === "saved" && change.target !== "comment" ? [change.target] : [];
      catalog.noteWritten(site, selected.row.id, trackerId, own);
    }
    return sentOf(outcome, change, time.now());
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", failure };
  }
}

// What a server has made of the changes that it took: it may cut or rewrite a value without a word.

/** A change that the server took, and the state that it was made for. */
interface Taken {
  readonly selected: Selected;
  readonly base: Base;
  readonly done: Done;
}

function differenceIn({ done: { change } }: Taken, look: Look | undefined): StoredDifference | undefined {
  const { target, after } = change;
  if (target === "comment" || look?.kind !== "state") return undefined;
  const field = fieldOf(look.state.base.form, target);
  if (field?.base === undefined || holdsSent(after, field.base)) return undefined;
  return { fieldId: target, label: field.label, sent: after, stored: field.base };
}

/** Whether somebody else has written to the field since. Without a history, whether it is in another state than ours. */
async function isTheirs(
  states: States,
  { base, done }: Taken,
  { fieldId }: StoredDifference,
  now: Base,
  signal: AbortSignal,
): Promise<boolean> {
  const { changesetsUri } = base;
  if (changesetsUri === undefined) return isSameState(done.revision, now.revision) !== true;
  const { client, account } = await states.connection();
  const history = new History((offset, limit) => client.changesets(changesetsUri, { offset, limit }, signal));
  const sent = { base, fieldIds: new Set([fieldId]), accountId: account?.id };
  const others = await writtenByOthers(history, sent);
  return others.some(({ changes }) => changes.some((change) => change.fieldId === fieldId));
}

async function storedByServer(
  states: States,
  taken: Taken,
  look: Look | undefined,
  signal: AbortSignal,
): Promise<Done> {
  const difference = differenceIn(taken, look);
  const { done } = taken;
  if (difference?.stored === undefined || look?.kind !== "state") return done;
  if (await isTheirs(states, taken, difference, look.state.base, signal)) return done;
  // What an undo has to find is what is there.
  return { ...done, change: { ...done.change, after: difference.stored }, stored: difference };
}

/** The same changes, in their order, with what became of their values; a look that fails claims nothing. */
export async function comparedWithStored(
  states: States,
  all: readonly Taken[],
  signal: AbortSignal,
): Promise<readonly Done[]> {
  const fields = all.filter(({ done }) => done.change.target !== "comment");
  if (fields.length === 0) return all.map(({ done }) => done);
  try {
    const looks = await states.many(
      fields.map(({ selected }) => selected),
      signal,
    );
    const byId = new Map(fields.map(({ selected }, place) => [selected.row.id, looks[place]]));
    const compared: Done[] = [];
    for (const taken of all) {
      compared.push(await storedByServer(states, taken, byId.get(taken.selected.row.id), signal));
    }
    return compared;
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return all.map(({ done }) => done);
  }
}

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
