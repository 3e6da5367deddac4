// Loads and saves artifact forms, and checks saves whose response was lost.
import type { WriteResult } from "../api/artifacts.ts";
import type { Client } from "../api/client.ts";
import type { FieldUpdate } from "../model/artifactVersion.ts";
import type { PendingAttachment } from "../model/attachment.ts";
import { isFailure } from "../model/failure.ts";
import { toInput } from "../model/form/createForm.ts";
import { toFieldUpdates, toNewComment } from "../model/form/fieldChanges.ts";
import { getAllPendingAttachments, getDraftInput, getPendingAttachments } from "../model/form/draft.ts";
import { findField } from "../model/form/form.ts";
import { isSameInput } from "../model/form/input.ts";
import type { ArtifactVersion } from "../model/artifactVersion.ts";
import type { ValueChange } from "../model/history.ts";
import type { Site } from "../model/site.ts";
import { type ArtifactFormSubject, isSvnSubject, type FormSubject } from "../model/form/formSubject.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import type {
  FileIdsByField,
  NewArtifactSubject,
  PendingAttachments,
} from "./attachments/pendingAttachments.ts";
import type { Catalog } from "./catalog.ts";
import type { MonotonicClock } from "./monotonicClock.ts";
import type { Connection, ReadConnection } from "./connections.ts";
import type { DraftStore } from "./draftStore.ts";
import {
  type OutcomeCheckRequest,
  type FormAttachments,
  type FormBackend,
  toFailedSaveOutcome,
  type SaveOutcome,
  type SaveRequest,
  type OutcomeCheckResult,
} from "./formBackend.ts";
import {
  ArtifactHistory,
  loadHistoryLength,
  loadEntriesSinceBase,
  loadEntriesAfter,
  loadConcurrentEntries,
} from "./artifactHistory.ts";
import type { DraftBase } from "./storedDraft.ts";
import { loadDraftBase } from "./loadDraftBase.ts";
import { type ChangedField, createSavedChange, type SavedChange } from "./triage/savedChanges.ts";

const unknownResult: OutcomeCheckResult = { kind: "unknown", candidates: [] };

/** A new artifact that isn't found may still appear, so only a second check can report "notSaved". */
async function checkCreation(
  { account, client }: Connection,
  { base, draft }: SaveRequest,
  trackerId: number,
  { sentAt, attempt }: OutcomeCheckRequest,
): Promise<OutcomeCheckResult> {
  const title =
    base.form.promoted.title === undefined ? undefined : getDraftInput(draft, base.form.promoted.title);
  const tracker = toTrackerSummary(trackerId, base.tracker.label);
  const rows = await client.findPossiblyCreated(tracker, account?.id, sentAt);
  const candidates = rows.filter((row) => title?.kind !== "line" || (row.title ?? title.text) === title.text);
  return candidates.length === 0 && attempt === "again"
    ? { kind: "notSaved" }
    : { kind: "unknown", candidates };
}

/**
 * Whether the history has an entry by this account with the sent values. Equal values may also come from other users,
 * or from an earlier save.
 */
async function isInHistory(
  { account, client }: Connection,
  { base: { changesetsUri, form }, draft, historyLength }: SaveRequest,
): Promise<boolean> {
  if (changesetsUri === undefined || historyLength === undefined) return false;
  const history = new ArtifactHistory((offset, limit) => client.changesets(changesetsUri, { offset, limit }));
  const entries = await loadEntriesAfter(history, historyLength);
  const comment = toNewComment(draft)?.source.trim();
  const wasSent = ({ fieldId, after }: ValueChange): boolean => {
    const field = findField(form, fieldId);
    return field !== undefined && isSameInput(getDraftInput(draft, fieldId), toInput(field.control, after));
  };
  return entries.some(({ changeset: { by, comment: savedComment }, changes }) => {
    const isByThisAccount = by !== undefined && String(by.id) === account?.id;
    if (!isByThisAccount || savedComment?.source.trim() !== comment) return false;
    return comment !== undefined || (changes.length > 0 && changes.every(wasSent));
  });
}

/**
 * The version may not change within one second, and equal values may come from others, so the history is checked too.
 */
async function checkUpdate(
  connection: Connection,
  request: SaveRequest,
  artifactId: number,
): Promise<OutcomeCheckResult> {
  const { client } = connection;
  const { base, draft } = request;
  if (base.revision === undefined) return unknownResult;
  const outcome = await client.checkUpdateOutcome(
    artifactId,
    toFieldUpdates(base.form, draft),
    base.revision,
  );
  if (!(await isInHistory(connection, request))) {
    if (outcome === "notApplied") return { kind: "notSaved" };
    if (outcome === "changedDifferently" || toNewComment(draft) !== undefined) return unknownResult;
  }
  const { version } = await client.artifact(artifactId);
  return { kind: "saved", id: artifactId, revision: version };
}

/** Checks the server before anything is sent again. If the check fails, the outcome stays unknown. */
async function checkOutcome(
  connection: Connection,
  request: SaveRequest<ArtifactFormSubject>,
  check: OutcomeCheckRequest,
): Promise<OutcomeCheckResult> {
  const { subject } = request;
  try {
    return subject.kind === "new"
      ? await checkCreation(connection, request, subject.trackerId, check)
      : await checkUpdate(connection, request, subject.artifactId);
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    return unknownResult;
  }
}

function toTrackerSummary(id: number, label: string | undefined): TrackerSummary {
  const uri = `trackers/${id}`;
  return { kind: "tracker", id, uri, label: label ?? "", color: undefined, artifactsUri: `${uri}/artifacts` };
}

/** Sends the IDs of uploaded files in place of the files. */
function withFileIds(
  changes: readonly FieldUpdate[],
  fileIds: FileIdsByField = new Map(),
): readonly FieldUpdate[] {
  return changes.map((change) => {
    const ids = change.edit.kind === "newFiles" ? fileIds.get(change.fieldId) : undefined;
    return ids === undefined ? change : { ...change, edit: { kind: "files", ids } };
  });
}

async function sendRequest(
  client: Client,
  { subject, base, draft, mode, fileIds }: SaveRequest<ArtifactFormSubject>,
  signal: AbortSignal,
): Promise<WriteResult> {
  const changes = withFileIds(toFieldUpdates(base.form, draft), fileIds);
  if (subject.kind === "new") return client.createArtifact(subject.trackerId, changes, signal);
  const update = { changes, comment: toNewComment(draft) };
  return mode === "overwrite" || base.revision === undefined
    ? client.overwriteArtifact(subject.artifactId, update, signal)
    : client.updateArtifact(subject.artifactId, update, base.revision, signal);
}

/** Saves a draft without problems. Failures are returned; only bugs are thrown. */
export async function saveArtifact(
  connection: Connection,
  request: SaveRequest<ArtifactFormSubject>,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  const { subject, base, draft, mode } = request;
  const isChecked = subject.kind === "artifact" && mode === "checked";
  if (isChecked && base.revision === undefined) return { kind: "noVersion" };
  const sentAt = Date.now();
  try {
    const { id, version } = await sendRequest(connection.client, request, signal);
    return { kind: "saved", id, revision: version };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "outcomeUnknown") {
      const checked = await checkOutcome(connection, request, { sentAt, attempt: "first" });
      return checked.kind === "notSaved" ? { kind: "failed", failure } : checked;
    }
    const sentFieldIds = toFieldUpdates(base.form, draft).map(({ fieldId }) => fieldId);
    return toFailedSaveOutcome(failure, request, sentFieldIds);
  }
}

/** `undefined` for a new artifact: deleting it isn't an undo. */
export function toSavedChange(
  { subject, base, draft }: SaveRequest<ArtifactFormSubject>,
  revision: ArtifactVersion | undefined,
  trackerId = base.tracker.id,
): SavedChange | undefined {
  if (subject.kind === "new") return undefined;
  const fields = toFieldUpdates(base.form, draft).flatMap(({ fieldId }): readonly ChangedField[] => {
    const field = findField(base.form, fieldId);
    const after = getDraftInput(draft, fieldId);
    return field === undefined ? [] : [{ fieldId, label: field.label, before: field.base, after }];
  });
  const artifact = {
    id: subject.artifactId,
    title: base.title,
    trackerId,
    fields,
    hasComment: toNewComment(draft) !== undefined,
    base: base.revision,
    revision,
  };
  return createSavedChange(subject.siteApi, subject.accountId, [artifact]);
}

function toArtifactSubject(subject: FormSubject): ArtifactFormSubject {
  if (isSvnSubject(subject)) throw new Error("Expected the subject of an artifact form.");
  return subject;
}

function toArtifactRequest(request: SaveRequest): SaveRequest<ArtifactFormSubject> {
  return { ...request, subject: toArtifactSubject(request.subject) };
}

function createFormAttachments(pendingAttachments: () => Promise<PendingAttachments>): FormAttachments {
  /** Without files, nothing has to be loaded. */
  const run = async (
    subject: FormSubject,
    attachments: readonly PendingAttachment[],
    work: (pending: PendingAttachments, newSubject: NewArtifactSubject) => void,
  ): Promise<void> => {
    if (subject.kind === "new" && attachments.length > 0) work(await pendingAttachments(), subject);
  };
  return {
    upload: async ({ subject, base, draft }, options) => {
      const attachments = getPendingAttachments(draft);
      if (subject.kind !== "new" || attachments.length === 0) return { kind: "uploaded", fileIds: new Map() };
      const getMaxBytes = (fieldId: number): number | undefined => {
        const control = findField(base.form, fieldId)?.control;
        return control?.kind === "newFiles" ? control.maxBytes : undefined;
      };
      return (await pendingAttachments()).upload(subject, attachments, { ...options, getMaxBytes });
    },
    abandon: (subject, attachments) =>
      run(subject, attachments, (pending, newSubject) => pending.abandon(newSubject, attachments)),
    finish: (subject, sent, draft) =>
      run(
        subject,
        [...getPendingAttachments(sent), ...getAllPendingAttachments(draft)],
        (pending, newSubject) => pending.finish(newSubject, sent, draft),
      ),
    discard: (subject, draft, isOutcomeUnknown) =>
      run(subject, getAllPendingAttachments(draft), (pending, newSubject) =>
        pending.discard(newSubject, draft, isOutcomeUnknown),
      ),
  };
}

interface ArtifactFormBackendOptions {
  readonly site: Site;
  /** The artifact's tracker, for servers that don't report it. */
  readonly trackerId: number | undefined;
  readonly connect: () => Promise<Connection>;
  readonly catalog: Catalog;
  readonly drafts: DraftStore;
  readonly findSite: (api: string) => Site | undefined;
  readonly now: () => number;
  readonly clock: MonotonicClock;
  readonly pendingAttachments: () => Promise<PendingAttachments>;
}

export function createArtifactFormBackend({
  site,
  trackerId,
  connect,
  catalog,
  drafts,
  findSite,
  now,
  clock,
  pendingAttachments,
}: ArtifactFormBackendOptions): FormBackend {
  const savedChanges = new WeakMap<SaveRequest, SavedChange>();
  const reportChange = (request: SaveRequest, change: SavedChange): void => {
    savedChanges.set(request, change);
    catalog.onDidSaveChange.fire(change);
  };
  const reportSave = (request: SaveRequest, revision: ArtifactVersion | undefined): void => {
    const trackerIdOfSave = request.base.tracker.id ?? trackerId;
    const change = toSavedChange(toArtifactRequest(request), revision, trackerIdOfSave);
    if (change !== undefined) reportChange(request, change);
  };
  return {
    drafts,
    now,
    attachments: createFormAttachments(pendingAttachments),
    loadBase: async (subject, options) => {
      const siteCatalog = catalog.getSite(findSite(site.api) ?? site);
      await connect();
      const loadOptions = { ...options, trackerId: trackerId ?? options.trackerId };
      return loadDraftBase(siteCatalog, toArtifactSubject(subject), loadOptions);
    },
    save: async (request, signal) => {
      try {
        const outcome = await saveArtifact(await connect(), toArtifactRequest(request), signal);
        if (outcome.kind === "saved") {
          catalog.reportWrite(site, outcome.id, request.base.tracker.id ?? trackerId);
          reportSave(request, outcome.revision);
        }
        return outcome;
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        return { kind: "failed", failure };
      }
    },
    checkOutcome: async (request, check) => {
      try {
        const checked = await checkOutcome(await connect(), toArtifactRequest(request), check);
        if (checked.kind === "saved") reportSave(request, checked.revision);
        return checked;
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        return { kind: "unknown", candidates: [] };
      }
    },
    loadEntriesSince: (base, signal) => loadEntriesSinceBase(createHistory(connect, base, signal), base),
    reportStoredDifferences: (sent, differences) => {
      const change = savedChanges.get(sent);
      if (change === undefined) return;
      const setStored = (field: ChangedField): ChangedField => {
        const stored = differences.find(({ fieldId }) => fieldId === field.fieldId)?.stored;
        return stored === undefined ? field : { ...field, after: stored };
      };
      const artifacts = change.artifacts.map((artifact) => ({
        ...artifact,
        fields: artifact.fields.map(setStored),
      }));
      reportChange(sent, { ...change, artifacts });
    },
    loadHistoryLength: (base, signal) => loadHistoryLength(createHistory(connect, base, signal)),
    loadConcurrentEntries: async (sent, signal) => {
      const history = createHistory(connect, sent.base, signal);
      if (history === undefined) return [];
      const { account } = await connect();
      const fieldIds = new Set(toFieldUpdates(sent.base.form, sent.draft).map(({ fieldId }) => fieldId));
      return loadConcurrentEntries(history, { ...sent, fieldIds, accountId: account?.id }, clock, signal);
    },
  };
}

/** The history of an artifact; `undefined` if the server has none. */
export function createHistory(
  connection: () => Promise<ReadConnection>,
  { changesetsUri }: DraftBase,
  signal: AbortSignal | undefined,
): ArtifactHistory | undefined {
  if (changesetsUri === undefined) return undefined;
  return new ArtifactHistory(async (offset, limit) => {
    const { client } = await connection();
    return client.changesets(changesetsUri, { offset, limit }, signal);
  });
}
