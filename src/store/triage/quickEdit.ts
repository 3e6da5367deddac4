// Quick edits: one field edit request on one artifact, from its row.
import { getValueKey } from "../../model/board.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import { isStoredAsSent, type FieldStoredDifferently } from "../../model/form/fieldChanges.ts";
import { findField } from "../../model/form/form.ts";
import { isSameInput } from "../../model/form/input.ts";
import type { HistoryEntry } from "../../model/history.ts";
import {
  isSameVersionByTime,
  type ArtifactVersion,
  getEarliestReliableLoadTime,
} from "../../model/artifactVersion.ts";
import { checkEditRequest, type InputChange, listChangedInputs } from "../../model/triage/checkEdit.ts";
import {
  findChangedRowFields,
  type EditObstacle,
  type ComparedRowField,
  type FieldEditRequest,
} from "../../model/triage/fieldEditRequest.ts";
import type { Connection } from "../connections.ts";
import { ArtifactHistory, loadHistoryLength, loadEntriesExceptSent } from "../artifactHistory.ts";
import type { DraftBase } from "../storedDraft.ts";
import { type SaveOutcome } from "../formBackend.ts";
import { saveArtifact } from "../artifactFormBackend.ts";
import { type ChangedArtifact, createSavedChange, type SavedChange } from "./savedChanges.ts";
import {
  getVersionSeenAt,
  type ArtifactLoadResult,
  type ArtifactIdentity,
  toSelectedArtifact,
  type SelectedArtifact,
  type LoadedArtifact,
  type ArtifactLoader,
} from "./artifactLoader.ts";

// Who changed an artifact and which fields, for users whose own change was rejected because of it.

export interface RemoteChangeSummary {
  /** Names, most recent first; empty if the server doesn't report them. */
  readonly by: readonly string[];
  /** Labels. */
  readonly fields: readonly string[];
}

async function loadNewestEntries(
  loader: ArtifactLoader,
  { changesetsUri }: DraftBase,
  signal: AbortSignal,
): Promise<readonly HistoryEntry[]> {
  if (changesetsUri === undefined) return [];
  const { client } = await loader.connect();
  const history = new ArtifactHistory((offset, limit) =>
    client.changesets(changesetsUri, { offset, limit }, signal),
  );
  await history.loadNewest();
  return history.entries;
}

function findChangedFields(
  before: DraftBase,
  now: DraftBase,
): readonly { readonly id: number; readonly label: string }[] {
  return now.form.fields.filter(
    ({ id, base, control }) =>
      control.kind !== "shown" && !isSameInput(base, findField(before.form, id)?.base),
  );
}

/** Those after the user's own last one, and at least the last one. */
async function selectLatestWrites(
  loader: ArtifactLoader,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const { account } = await loader.connect();
  const ownIndex = entries.findIndex(
    ({ changeset: { by } }) => by !== undefined && String(by.id) === account?.id,
  );
  return entries.slice(0, Math.max(1, ownIndex));
}

async function loadSummary(
  loader: ArtifactLoader,
  identity: ArtifactIdentity,
  before: DraftBase | undefined,
  signal: AbortSignal,
): Promise<RemoteChangeSummary> {
  const { base } = await loader.load(identity, signal);
  const entries = await loadNewestEntries(loader, base, signal);
  const changedFields = before === undefined ? [] : findChangedFields(before, base);
  const touchesChangedFields = ({ changes }: HistoryEntry): boolean =>
    changes.some(({ fieldId }) => changedFields.some(({ id }) => id === fieldId));
  const since = Date.parse(before?.modifiedOn ?? "");
  const relevantEntries = entries.filter(
    (entry) => touchesChangedFields(entry) && !(Date.parse(entry.changeset.on ?? "") < since),
  );
  const writes = relevantEntries.length > 0 ? relevantEntries : await selectLatestWrites(loader, entries);
  const labels = changedFields.length > 0 ? changedFields : writes.flatMap(({ changes }) => changes);
  return {
    by: [...new Set(writes.flatMap(({ changeset: { by } }) => by?.label ?? []))],
    fields: [...new Set(labels.map(({ label }) => label))],
  };
}

/** `before` is the base of the user's own change, if known. `undefined` if the summary can't be loaded. */
export async function loadRemoteChangeSummary(
  loader: ArtifactLoader,
  identity: ArtifactIdentity,
  before: DraftBase | undefined,
  signal: AbortSignal,
): Promise<RemoteChangeSummary | undefined> {
  try {
    return await loadSummary(loader, identity, before, signal);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return undefined;
  }
}

export interface SavedEdit {
  readonly kind: "done";
  readonly change: InputChange;
  /** The new version, if the server reports it, and when it was first seen. */
  readonly revision: ArtifactVersion | undefined;
  readonly seenAt: number;
  /** Set if the server stored another value than was sent, without a change by others. */
  readonly stored?: FieldStoredDifferently | undefined;
  /** The saved change that it is part of. */
  readonly changeId?: string | undefined;
}

export type SendOutcome =
  | SavedEdit
  /**
   * Changed by others; `theirs` is set if it was requested and is known. `canRestore`: an undo can restore fields that
   * still have the value of the change.
   */
  | {
      readonly kind: "conflict";
      readonly theirs?: RemoteChangeSummary | undefined;
      readonly canRestore?: boolean;
    }
  | { readonly kind: "rejected"; readonly failure: Failure; readonly fieldId: number | undefined }
  /** The response was lost, and checking the server didn't tell whether the change was applied. */
  | { readonly kind: "unknown" }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Only the number of changesets before a comment tells later whether it was added. */
async function loadWriteCount(
  { client }: Connection,
  { changesetsUri }: DraftBase,
  { target }: InputChange,
): Promise<number | undefined> {
  if (target !== "comment" || changesetsUri === undefined) return undefined;
  return loadHistoryLength(
    new ArtifactHistory((offset, limit) => client.changesets(changesetsUri, { offset, limit })),
  );
}

function listFieldIds(change: InputChange): readonly number[] {
  return listChangedInputs(change).flatMap(({ target }) => (target === "comment" ? [] : [target]));
}

function toSendOutcome(outcome: SaveOutcome, change: InputChange, seenAt: number): SendOutcome {
  switch (outcome.kind) {
    case "saved":
      return { kind: "done", change, revision: outcome.revision, seenAt };
    case "noVersion":
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

/** Sends a change with the version it was made for. Not cancellable: a request that was sent may be applied. */
export async function sendChange(
  loader: ArtifactLoader,
  selected: SelectedArtifact,
  base: DraftBase,
  change: InputChange,
): Promise<SendOutcome> {
  const { site, catalog, clock } = loader.options;
  const { signal } = new AbortController();
  try {
    const connection = await loader.connect();
    const historyLength = await loadWriteCount(connection, base, change);
    const subject = await loader.toSubject(selected);
    const request = { subject, base, draft: change.draft, mode: "checked", historyLength } as const;
    const outcome = await saveArtifact(connection, request, signal);
    const trackerId = base.tracker.id ?? selected.trackerId;
    if (outcome.kind === "saved" || outcome.kind === "unknown") {
      const fieldIds = outcome.kind === "saved" ? listFieldIds(change) : [];
      catalog.reportWrite(site, selected.row.id, trackerId, fieldIds);
    }
    return toSendOutcome(outcome, change, clock.now());
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", failure };
  }
}

// A server may truncate or rewrite a value without reporting it.

/** A saved change and its base. */
export interface AcceptedChange {
  readonly selected: SelectedArtifact;
  readonly base: DraftBase;
  readonly done: SavedEdit;
}

/** For a change that is about to be sent; `undefined` without a connection. */
export async function startSavedChange(loader: ArtifactLoader): Promise<SavedChange | undefined> {
  try {
    const { account } = await loader.connect();
    return createSavedChange(loader.options.site.api, account?.id, []);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return undefined;
  }
}

function toChangedArtifact({ selected, base, done }: AcceptedChange, undoes?: string): ChangedArtifact {
  const inputs = listChangedInputs(done.change);
  return {
    id: selected.row.id,
    title: base.title,
    trackerId: base.tracker.id ?? selected.trackerId,
    fields: inputs.flatMap(({ target, label, before, after }) =>
      target === "comment" ? [] : [{ fieldId: target, label, before, after }],
    ),
    hasComment: inputs.some(({ target }) => target === "comment"),
    base: base.revision,
    revision: done.revision,
    undoes,
  };
}

/** Reports what was saved so far. `getUndone` returns the ID of the change that was undone for an artifact. */
export function reportSavedChange(
  { options: { catalog } }: ArtifactLoader,
  change: SavedChange | undefined,
  accepted: readonly AcceptedChange[],
  getUndone: (artifactId: number) => string | undefined = () => undefined,
): void {
  if (change === undefined || accepted.length === 0) return;
  const artifacts = accepted.map((each) => toChangedArtifact(each, getUndone(each.selected.row.id)));
  catalog.onDidSaveChange.fire({ ...change, at: Date.now(), artifacts });
}

/** Marks changes as undone whose artifacts have the previous values already, so that they are no longer listed. */
export async function markChangesUndone(
  loader: ArtifactLoader,
  items: readonly { readonly selected: SelectedArtifact; readonly changeId?: string | undefined }[],
): Promise<void> {
  const change = items.length === 0 ? undefined : await startSavedChange(loader);
  if (change === undefined) return;
  const artifacts = items.map(({ selected: { row, trackerId }, changeId }) => ({
    id: row.id,
    title: row.title,
    trackerId,
    fields: [],
    hasComment: false,
    base: undefined,
    revision: undefined,
    undoes: changeId,
  }));
  loader.options.catalog.onDidSaveChange.fire({ ...change, artifacts });
}

function findDifferences(
  { done: { change } }: AcceptedChange,
  result: ArtifactLoadResult | undefined,
): readonly FieldStoredDifferently[] {
  if (result?.kind !== "loaded") return [];
  const { form } = result.loaded.base;
  return listChangedInputs(change).flatMap(({ target, after }) => {
    const field = target === "comment" ? undefined : findField(form, target);
    if (field?.base === undefined || isStoredAsSent(after, field.base)) return [];
    return [{ fieldId: field.id, label: field.label, sent: after, stored: field.base }];
  });
}

/** An undo compares with the stored value. */
function setStoredValue(
  change: InputChange,
  { fieldId, stored: after }: FieldStoredDifferently,
): InputChange {
  if (after === undefined) return change;
  if (change.target === fieldId) return { ...change, after };
  const further = change.further?.map((each) => (each.target === fieldId ? { ...each, after } : each));
  return { ...change, further };
}

/** Whether others have changed the field since. Without a history, whether the version is another one. */
async function isWrittenByOthers(
  loader: ArtifactLoader,
  { base, done }: AcceptedChange,
  { fieldId }: FieldStoredDifferently,
  currentBase: DraftBase,
  signal: AbortSignal,
): Promise<boolean> {
  const { changesetsUri } = base;
  if (changesetsUri === undefined) return isSameVersionByTime(done.revision, currentBase.revision) !== true;
  const { client, account } = await loader.connect();
  const history = new ArtifactHistory((offset, limit) =>
    client.changesets(changesetsUri, { offset, limit }, signal),
  );
  const sent = { base, fieldIds: new Set(listFieldIds(done.change)), accountId: account?.id };
  const otherEntries = await loadEntriesExceptSent(history, sent);
  return otherEntries.some(({ changes }) => changes.some((change) => change.fieldId === fieldId));
}

/** The state before the change, for example from a cache, although the server has reported a newer version. */
function isOutdated({ base, done }: AcceptedChange, loaded: DraftBase): boolean {
  return (
    isSameVersionByTime(done.revision, base.revision) === false &&
    isSameVersionByTime(loaded.revision, base.revision) === true
  );
}

async function addStoredValues(
  loader: ArtifactLoader,
  accepted: AcceptedChange,
  result: ArtifactLoadResult | undefined,
  signal: AbortSignal,
): Promise<SavedEdit> {
  const { done } = accepted;
  if (result?.kind !== "loaded" || isOutdated(accepted, result.loaded.base)) return done;
  const stored: FieldStoredDifferently[] = [];
  for (const difference of findDifferences(accepted, result)) {
    const isTheirs = await isWrittenByOthers(loader, accepted, difference, result.loaded.base, signal);
    if (!isTheirs) stored.push(difference);
  }
  const [first] = stored;
  return first === undefined
    ? done
    : { ...done, change: stored.reduce(setStoredValue, done.change), stored: first };
}

/** The same changes in order, with the stored values. If loading fails, nothing is added. */
export async function addStoredDifferences(
  loader: ArtifactLoader,
  all: readonly AcceptedChange[],
  signal: AbortSignal,
): Promise<readonly SavedEdit[]> {
  const fieldChanges = all.filter(({ done }) => done.change.target !== "comment");
  if (fieldChanges.length === 0) return all.map(({ done }) => done);
  try {
    const results = await loader.loadMany(
      fieldChanges.map(({ selected }) => selected),
      signal,
    );
    const byId = new Map(fieldChanges.map(({ selected }, index) => [selected.row.id, results[index]]));
    const compared: SavedEdit[] = [];
    for (const accepted of all) {
      compared.push(await addStoredValues(loader, accepted, byId.get(accepted.selected.row.id), signal));
    }
    return compared;
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return all.map(({ done }) => done);
  }
}

/** Without a version the server can't reject a stale change. */
export type QuickEditObstacle = EditObstacle | { readonly code: "noVersion" };

export type QuickEditOutcome =
  | SendOutcome
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly why: QuickEditObstacle }
  /** The artifact has changed since it was shown; nothing was sent. Repeating it with `now` confirms it. */
  | {
      readonly kind: "changedSince";
      /** Of the row; empty if only the value of a card's column has changed. */
      readonly changedFields: readonly ComparedRowField[];
      readonly now: SelectedArtifact;
    }
  | { readonly kind: "canceled" };

/** Each further load means that the artifact was changed within the last second. */
const maxReads = 5;

interface PreparedEdit {
  readonly kind: "prepared";
  readonly base: DraftBase;
  readonly change: InputChange;
}

function findChangeSinceShown(
  selected: SelectedArtifact,
  loaded: LoadedArtifact,
): QuickEditOutcome | undefined {
  const changedFields = findChangedRowFields(selected.row, loaded.artifact);
  const { shownValue } = selected;
  const isValueChanged =
    shownValue !== undefined && getValueKey(loaded.artifact, shownValue.fieldId) !== shownValue.key;
  return changedFields.length === 0 && !isValueChanged
    ? undefined
    : { kind: "changedSince", changedFields, now: toSelectedArtifact(selected, loaded) };
}

function toFailedOutcome(failure: Failure, signal: AbortSignal): QuickEditOutcome {
  if (signal.aborted) return { kind: "canceled" };
  return failure.kind === "notFound" ? { kind: "gone" } : { kind: "failed", failure };
}

/** Loads until the version is reliable. */
async function prepareEdit(
  loader: ArtifactLoader,
  selected: SelectedArtifact,
  request: FieldEditRequest,
  signal: AbortSignal,
): Promise<QuickEditOutcome | PreparedEdit> {
  const { clock } = loader.options;
  let previous: { readonly revision: ArtifactVersion; readonly at: number } | undefined;
  for (let readCount = 1; readCount <= maxReads; readCount += 1) {
    const loaded = await loader.load(selected, signal);
    const changed = findChangeSinceShown(selected, loaded);
    if (changed !== undefined) return changed;
    const { base } = loaded;
    const change = checkEditRequest(base.form, request);
    if (change.kind !== "change") return change;
    if (base.revision === undefined) return { kind: "refused", why: { code: "noVersion" } };
    const isSameAsBefore = isSameVersionByTime(previous?.revision, base.revision) === true;
    const seenAt = Math.min(
      getVersionSeenAt(selected, loaded),
      isSameAsBefore && previous !== undefined ? previous.at : Infinity,
    );
    const reliableFrom = getEarliestReliableLoadTime(base.revision, seenAt);
    if (loaded.requestedAt >= reliableFrom) return { kind: "prepared", base, change };
    previous = { revision: base.revision, at: seenAt };
    await clock.pause(Math.max(1, reliableFrom - clock.now()), signal);
  }
  return { kind: "conflict" };
}

/**
 * Loads the artifact, compares it with what was shown, and sends the field with the loaded version. A row is not
 * enough: it lacks the values for rules and for undo.
 */
export async function quickEdit(
  loader: ArtifactLoader,
  selected: SelectedArtifact,
  request: FieldEditRequest,
  signal: AbortSignal,
): Promise<QuickEditOutcome> {
  try {
    const prepared = await prepareEdit(loader, selected, request, signal);
    if (prepared.kind !== "prepared") return prepared;
    if (signal.aborted) return { kind: "canceled" };
    const { base, change } = prepared;
    const savedChange = await startSavedChange(loader);
    const sent = await sendChange(loader, selected, base, change);
    if (sent.kind !== "done") return sent;
    // The change is saved, even if the caller cancels now.
    const accepted = { selected, base, done: { ...sent, changeId: savedChange?.id } };
    reportSavedChange(loader, savedChange, [accepted]);
    const [compared = accepted.done] = await addStoredDifferences(loader, [accepted], signal);
    if (compared.stored !== undefined) {
      reportSavedChange(loader, savedChange, [{ ...accepted, done: compared }]);
    }
    return compared;
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return toFailedOutcome(failure, signal);
  }
}
