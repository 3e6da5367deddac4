// Saves a form. The draft is marked on disk before the request and unmarked when the outcome is known, so that nothing
// is sent twice without checking the server.
import { isDeepStrictEqual } from "node:util";
import { isFailure } from "../model/failure.ts";
import { toFormAfterSave, findStoredDifferences, getUnsentDraft } from "../model/form/fieldChanges.ts";
import {
  type Draft,
  isEmptyDraft,
  type InputTarget,
  emptyDraft,
  getDraftInput,
  getPendingAttachments,
} from "../model/form/draft.ts";
import { findProblemsByTarget } from "../model/form/problems.ts";
import {
  emptyMergeState,
  mergeForSave,
  toMergeStateAfterSave,
  getRemainingEdits,
} from "../model/merge/mergeState.ts";
import { isSameVersion } from "../model/artifactVersion.ts";
import { toCreatedSubject, isNewSubject } from "../model/form/formSubject.ts";
import type { FileIdsByField, PendingUploadsProgress } from "./attachments/pendingAttachments.ts";
import { type FormBackend } from "./formBackend.ts";
import { type FormState, findRemoteChanges } from "./formState.ts";
import { SaveCheck } from "./saveCheck.ts";
import type { DraftBase } from "./storedDraft.ts";
import type { SaveOutcome, SaveRequest } from "./formBackend.ts";

/** The result of a save for the user. */
export type SaveResult =
  | { readonly kind: "saved"; readonly id: number; readonly wasNew: boolean }
  | { readonly kind: "nothingToSave" }
  /** Not sent: `target` is the first field with a problem. */
  | { readonly kind: "problem"; readonly target: InputTarget }
  /** Not sent: the user has to resolve conflicts. */
  | { readonly kind: "conflict" }
  /** A notice tells the reason. */
  | { readonly kind: "notSaved" };

/**
 * `anyway` ignores the unknown outcome of the previous save; `overwrite` and `anyway` need explicit confirmation by the
 * user.
 */
export type SaveMode = SaveRequest["mode"] | "anyway";

/** The comment alone can be saved while other edits stay in the draft. */
export type SavePart = "everything" | "comment";

export interface SaveOptions {
  readonly part?: SavePart;
  readonly onUploadProgress?: (progress: PendingUploadsProgress) => void;
}

type SavedOutcome = Extract<SaveOutcome, { kind: "saved" }>;

const notSaved: SaveResult = { kind: "notSaved" };

/** Servers report a deleted file like a deleted tracker, and a file of another artifact as an error 500 with a message. */
function mayBeAboutFiles(outcome: SaveOutcome): boolean {
  if (outcome.kind !== "failed") return false;
  const { kind, request } = outcome.failure;
  return kind === "notFound" || (request.status === 500 && request.serverMessage !== undefined);
}

/** Maximum number of automatic rebases. */
const maxMerges = 3;

function hasFieldInputs({ inputs }: Draft): boolean {
  return inputs.some(({ target }) => target !== "comment");
}

function pickComment({ inputs }: Draft): Draft {
  return { ...emptyDraft, inputs: inputs.filter(({ target }) => target === "comment") };
}

export class SaveOperation {
  /** Runs after each save. */
  readonly check: SaveCheck;
  readonly #backend: FormBackend;
  readonly #state: FormState;
  #running: Promise<SaveResult> | undefined;
  #resolving: Promise<SaveResult | undefined> | undefined;
  /** The server has rejected the version that it reported. */
  #isVersionRejected = false;
  #onUploadProgress: (progress: PendingUploadsProgress) => void = () => undefined;
  /** The number of changesets, loaded in the background for a save of this base. */
  #historyLength: { readonly base: DraftBase; readonly length: Promise<number | undefined> } | undefined;

  constructor(backend: FormBackend, state: FormState) {
    this.#backend = backend;
    this.#state = state;
    this.check = new SaveCheck(backend, state);
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when no save is in progress, and the last one is checked. */
  async whenDone(): Promise<void> {
    await this.#running?.catch(() => undefined);
    await this.check.whenDone().catch(() => undefined);
  }

  /** Loads what a save needs to know before it sends the change. A save that isn't prepared loads it itself. */
  async prepare(signal: AbortSignal): Promise<void> {
    const { base } = this.#state;
    if (base?.isVersionFinal !== true || base.asOf !== undefined || this.#isHistoryLengthOf(base)) return;
    const prepared = { base, length: this.#backend.loadHistoryLength(base, signal) };
    this.#historyLength = prepared;
    try {
      await prepared.length;
    } catch (failure) {
      if (this.#historyLength === prepared) this.#historyLength = undefined;
      if (!isFailure(failure)) throw failure;
    }
  }

  /** Concurrent calls share the save that is in flight; a comment may not be part of it. */
  save(mode: SaveMode, signal: AbortSignal, options: SaveOptions = {}): Promise<SaveResult> {
    const { part = "everything", onUploadProgress = () => undefined } = options;
    if (this.#running !== undefined) {
      return part === "comment" ? this.#running.then(() => this.save(mode, signal, options)) : this.#running;
    }
    this.#onUploadProgress = onUploadProgress;
    const saving = this.#save(mode, part, signal).finally(() => {
      this.#running = undefined;
      this.#state.onDidChange.fire("draft");
    });
    this.#running = saving;
    this.#state.onDidChange.fire("draft");
    return saving;
  }

  /**
   * Checks the outcome of a save without a response. `undefined` if it is settled or there was none. Concurrent calls
   * share one check, because a save must not be settled twice.
   */
  resolvePendingSave(signal: AbortSignal): Promise<SaveResult | undefined> {
    this.#resolving ??= this.#resolvePendingSave(signal).finally(() => {
      this.#resolving = undefined;
    });
    return this.#resolving;
  }

  async #resolvePendingSave(signal: AbortSignal): Promise<SaveResult | undefined> {
    const { formDraft, base, notices } = this.#state;
    const { pendingSave } = formDraft;
    if (pendingSave === undefined || base === undefined || formDraft.ownership !== "ours") return undefined;
    const { since: sentAt, historyLength, sent, typed = sent } = pendingSave;
    const draft: Draft = { ...emptyDraft, inputs: sent };
    const request: SaveRequest = { subject: formDraft.subject, base, draft, mode: "checked", historyLength };
    const checked = await this.#backend.checkOutcome(request, { sentAt, attempt: "again" });
    // The user chose to save anyway, or another window took the draft over.
    if (formDraft.pendingSave !== pendingSave) return undefined;
    switch (checked.kind) {
      case "saved":
        await this.#handleSaved(request, { ...emptyDraft, inputs: typed }, checked);
        await this.check.whenDone(signal);
        return { kind: "saved", id: checked.id, wasNew: isNewSubject(request.subject) };
      case "notSaved":
        notices.remove("unknown");
        await formDraft.setPendingSave(undefined, base);
        return undefined;
      case "unknown":
        notices.put(checked);
        this.#state.onDidChange.fire("content");
        return notSaved;
    }
  }

  /**
   * Whether the artifact contains what was sent, and nothing was edited since. An artifact that can't be loaded may be
   * another one.
   */
  async isCreatedArtifact(id: number, signal: AbortSignal): Promise<boolean> {
    const { formDraft, base } = this.#state;
    const { subject, pendingSave } = formDraft;
    if (pendingSave === undefined || base === undefined || !isNewSubject(subject)) return false;
    const { sent, typed = sent } = pendingSave;
    try {
      const options = { trackerId: base.tracker.id, source: "known", signal } as const;
      const { form } = await this.#backend.loadBase(toCreatedSubject(subject, id), options);
      const hasSentValues =
        findStoredDifferences(base.form, { ...emptyDraft, inputs: sent }, form).length === 0;
      return (
        hasSentValues &&
        isEmptyDraft(getUnsentDraft(base.form, { ...emptyDraft, inputs: typed }, formDraft.current))
      );
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return false;
    }
  }

  async #save(mode: SaveMode, part: SavePart, signal: AbortSignal): Promise<SaveResult> {
    const { formDraft, notices } = this.#state;
    const seenWrites = notices.concurrentWrites;
    await this.check.whenDone(signal);
    if (this.check.hasUnseen(seenWrites)) return notSaved;
    await formDraft.flush();
    const pendingResult = mode === "checked" ? await this.resolvePendingSave(signal) : undefined;
    if (pendingResult?.kind === "notSaved") return pendingResult;
    if (this.#state.base === undefined || formDraft.ownership !== "ours") return notSaved;
    if (this.#state.base.form.isReadOnly === true) return notSaved;
    // With another mode, the user has accepted the unknown outcome of the previous save.
    await formDraft.setPendingSave(undefined, this.#state.base);
    if (this.#isNothingToSave(part, this.#state.base)) return pendingResult ?? { kind: "nothingToSave" };
    // Keep notices of the pending save that was just resolved.
    if (pendingResult === undefined) notices.clearSaveOutcomes();
    this.check.forgetSeen();
    return this.#saveWithRetries(mode, part, signal);
  }

  #isNothingToSave(part: SavePart, { form }: DraftBase): boolean {
    const { formDraft } = this.#state;
    if (part === "comment") return getDraftInput(formDraft.current, "comment") === undefined;
    // Resolutions to remote values count as something to save.
    return !formDraft.hasEdits && !form.isNew && formDraft.mergeState.conflicts.length === 0;
  }

  /** Rebases on remote changes as long as there are no conflicts. */
  async #saveWithRetries(mode: SaveMode, part: SavePart, signal: AbortSignal): Promise<SaveResult> {
    const { notices } = this.#state;
    let rejectedBase: DraftBase | undefined;
    let merges = 0;
    for (;;) {
      const loaded = await this.#loadBeforeSave(mode, rejectedBase !== undefined, signal);
      if (loaded === undefined) return notSaved;
      // A comment changes no field, so it is in no conflict.
      if (part === "everything" && (await this.#hasConflicts(signal))) return { kind: "conflict" };
      const isSameVersionRejected =
        rejectedBase !== undefined && isSameVersion(rejectedBase.revision, this.#state.base?.revision);
      if (isSameVersionRejected && !loaded.isNews) {
        this.#isVersionRejected = true;
        notices.put({ kind: "versionRejected" });
        return notSaved;
      }
      if (loaded.isNews || rejectedBase !== undefined) merges += 1;
      if (merges > maxMerges) {
        notices.put({ kind: "tooManyRetries" });
        return notSaved;
      }
      // Show remote changes before the draft is sent a second time.
      if (loaded.isNews && mode === "anyway") return notSaved;
      rejectedBase = this.#state.base;
      const result = await this.#send(mode, part, loaded.historyLength, signal);
      if (result !== "refused") return result;
    }
  }

  #isHistoryLengthOf({ revision }: DraftBase): boolean {
    return this.#historyLength !== undefined && isSameVersion(this.#historyLength.base.revision, revision);
  }

  /** It isn't less than when the base was loaded: the server rejects a change of the base after another one. */
  async #getHistoryLength(base: DraftBase, signal: AbortSignal): Promise<number | undefined> {
    const prepared = this.#isHistoryLengthOf(base) ? this.#historyLength?.length : undefined;
    this.#historyLength = undefined;
    const length = await prepared?.catch((failure: unknown) => {
      if (!isFailure(failure)) throw failure;
    });
    return length ?? (await this.#backend.loadHistoryLength(base, signal));
  }

  /** Whether the server rejects the change if there is another one, so that the state needn't be loaded before. */
  #canSendAtOnce(base: DraftBase, mode: SaveMode, wasRejected: boolean): boolean {
    const { notices, formDraft } = this.#state;
    const isBaseLoaded = base.isVersionFinal === true && base.asOf === undefined;
    const hasConcurrentWrites = this.check.isMissing || notices.concurrentWrites !== undefined;
    const isRejected = wasRejected || this.#isVersionRejected;
    const isSignedIn = formDraft.subject.accountId !== undefined;
    return mode === "checked" && isSignedIn && isBaseLoaded && !isRejected && !hasConcurrentWrites;
  }

  /** Loads the current state before a save, if needed; `undefined` if that isn't possible. */
  async #loadBeforeSave(
    mode: SaveMode,
    wasRejected: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly isNews: boolean; readonly historyLength: number | undefined } | undefined> {
    const { base, notices, formDraft } = this.#state;
    if (base === undefined) return undefined;
    if (isNewSubject(formDraft.subject)) return this.#state.reloadNewSubject(base, signal);
    const seenChanges = notices.concurrentWrites?.values ?? [];
    try {
      if (this.#canSendAtOnce(base, mode, wasRejected)) {
        return { isNews: false, historyLength: await this.#getHistoryLength(base, signal) };
      }
      // Report writes concurrent with the last save before the next one.
      await this.check.finish(signal);
      if (this.check.wouldReplaceUnseen(seenChanges)) return undefined;
      // The history length is loaded before the artifact, so that a change in between is counted twice at most, and
      // never missed.
      const historyLength = await this.#backend.loadHistoryLength(base, signal);
      const result = await this.#state.reload("save", signal, wasRejected ? "fresh" : "known");
      return result === "failed" ? undefined : { isNews: result === "changed", historyLength };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (failure.kind === "notFound") notices.put({ kind: "gone" });
      else if (failure.kind !== "canceled") notices.put({ kind: "failed", failure, action: "save" });
      return undefined;
    }
  }

  /** If there are conflicts, opens the conflict view. */
  async #hasConflicts(signal: AbortSignal): Promise<boolean> {
    const { formDraft, notices } = this.#state;
    if (this.#state.conflicts.length === 0) return false;
    // Reload the fields, which may have changed, before the user chooses.
    await this.#state.reload("save", signal, "fresh");
    const { base } = this.#state;
    if (base === undefined || this.#state.conflicts.length === 0) return false;
    notices.remove("remoteChanges");
    formDraft.setResolving(true, base);
    return true;
  }

  async #send(
    mode: SaveMode,
    part: SavePart,
    historyLength: number | undefined,
    signal: AbortSignal,
  ): Promise<SaveResult | "refused"> {
    const { formDraft } = this.#state;
    const { base } = this.#state;
    if (base === undefined || !formDraft.isOwned()) return notSaved;
    // Save exactly the draft that was checked, whatever is edited meanwhile.
    const { current, mergeState } = formDraft;
    const typed = part === "comment" ? pickComment(current) : current;
    const draft = part === "comment" ? typed : mergeForSave(base.form, { draft: typed, mergeState });
    if (isEmptyDraft(draft) && !base.form.isNew) return this.#finishWithoutEdits(base);
    const problem = [...findProblemsByTarget(base.form, draft).keys()].find(
      (target) => part === "everything" || target === "comment",
    );
    if (problem !== undefined) return { kind: "problem", target: problem };
    // If the server reports a version, resolutions are sent with it, so that unseen changes aren't overwritten.
    const cannotCheck = base.revision === undefined || this.#isVersionRejected;
    const requestMode = mode === "overwrite" && cannotCheck ? "overwrite" : "checked";
    const { subject } = formDraft;
    const request: SaveRequest = { subject, base, draft, mode: requestMode, historyLength };
    // Before the draft is marked: an interrupted upload changes nothing that has to be checked.
    const fileIds = await this.#uploadFiles(request, signal);
    if (fileIds === undefined || !formDraft.isOwned()) return notSaved;
    const sent = { ...request, fileIds };
    const outcome = await this.#sendMarked(sent, typed, signal);
    if (fileIds.size === 0 || outcome === undefined || !mayBeAboutFiles(outcome)) {
      return this.#handleOutcome(sent, typed, outcome);
    }
    // The server may have deleted an upload meanwhile, or a creation with unknown outcome may have used it.
    await formDraft.setPendingSave(undefined, base);
    const currentIds = await this.#uploadFiles(request, signal);
    if (currentIds === undefined || !formDraft.isOwned()) return notSaved;
    if (isDeepStrictEqual(currentIds, fileIds)) return this.#handleOutcome(sent, typed, outcome);
    const sentAgain = { ...request, fileIds: currentIds };
    return this.#handleOutcome(sentAgain, typed, await this.#sendMarked(sentAgain, typed, signal));
  }

  /** `undefined` if files weren't uploaded; a notice tells the reason. */
  async #uploadFiles(request: SaveRequest, signal: AbortSignal): Promise<FileIdsByField | undefined> {
    const { attachments } = this.#backend;
    if (attachments === undefined) return new Map();
    try {
      const onProgress = this.#onUploadProgress;
      const result = await attachments.upload(request, { signal, onProgress });
      if (result.kind === "uploaded") return result.fileIds;
      if (result.kind === "failed") {
        const { attachment, failure } = result;
        const { fieldId, file } = attachment;
        this.#state.notices.put({ kind: "fileNotUploaded", fieldId, name: file.name, failure });
      }
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (failure.kind !== "canceled") this.#state.notices.put({ kind: "failed", failure, action: "save" });
    }
    return undefined;
  }

  /** `undefined` if another window has taken the draft over. */
  async #sendMarked(
    request: SaveRequest,
    typed: Draft,
    signal: AbortSignal,
  ): Promise<SaveOutcome | undefined> {
    const { formDraft } = this.#state;
    const { base, draft, historyLength } = request;
    const typedInputs = draft === typed ? {} : { typed: typed.inputs };
    await formDraft.setPendingSave(
      { since: this.#backend.now(), sent: draft.inputs, historyLength, ...typedInputs },
      base,
    );
    // Writing the mark reveals whether another window has taken the draft over.
    if (!formDraft.isOwned()) return undefined;
    this.#state.onDidChange.fire("draft");
    return this.#backend.save(request, signal);
  }

  async #handleOutcome(
    request: SaveRequest,
    typed: Draft,
    outcome: SaveOutcome | undefined,
  ): Promise<SaveResult | "refused"> {
    if (outcome === undefined) return notSaved;
    if (outcome.kind === "saved") return this.#handleSaved(request, typed, outcome);
    if (outcome.kind === "failed" && outcome.failure.kind === "canceled") {
      await this.#backend.attachments?.abandon(request.subject, getPendingAttachments(request.draft));
    }
    return this.#handleFailure(outcome);
  }

  /** All edits were given up for remote values, or are equal to them. */
  async #finishWithoutEdits(base: DraftBase): Promise<SaveResult> {
    const { formDraft } = this.#state;
    // Clear the undo history, which would restore edits of older versions without a conflict.
    formDraft.update(emptyDraft, base, emptyMergeState);
    formDraft.setResolving(false, base);
    await formDraft.flush();
    this.#state.onDidChange.fire("content");
    return { kind: "nothingToSave" };
  }

  /** `typed` is the draft when it was sent, before remote changes were merged into it. */
  async #handleSaved(sent: SaveRequest, typed: Draft, { id, revision }: SavedOutcome): Promise<SaveResult> {
    const { formDraft, notices } = this.#state;
    const { base, draft } = sent;
    // Other edits, and the remote changes to merge them with, stay as they are.
    const { current, mergeState } = formDraft;
    const isPart = !hasFieldInputs(draft) && hasFieldInputs(current);
    const changes = isPart
      ? []
      : findRemoteChanges(base.form, toMergeStateAfterSave(base.form, { draft: typed, mergeState }));
    this.#isVersionRejected = false;
    await this.#backend.attachments?.finish(sent.subject, draft, formDraft.current);
    const wasNew = isNewSubject(formDraft.subject);
    const form = toFormAfterSave(base.form, draft);
    const savedBase: DraftBase = { ...base, form, revision, isVersionFinal: undefined };
    const { concurrentWrites } = notices;
    if (!isPart) notices.clear();
    if (concurrentWrites !== undefined) notices.put(concurrentWrites);
    if (changes.length > 0) notices.put({ kind: "merged", changes });
    this.#state.setStoredBase(savedBase);
    if (!isPart) {
      this.#state.forgetNewComments();
      formDraft.setResolving(false, savedBase);
    }
    const remaining = isPart
      ? { draft: getUnsentDraft(base.form, typed, current), mergeState }
      : getRemainingEdits(base.form, savedBase.form, typed, { draft: current, mergeState });
    formDraft.update(remaining.draft, savedBase, remaining.mergeState);
    if (wasNew) await formDraft.moveToSubject(toCreatedSubject(formDraft.subject, id), savedBase);
    this.check.markMissing(sent, savedBase);
    await formDraft.setPendingSave(undefined, savedBase);
    await formDraft.flush();
    this.check.start(sent, savedBase);
    return { kind: "saved", id, wasNew };
  }

  async #handleFailure(outcome: Exclude<SaveOutcome, SavedOutcome>): Promise<SaveResult | "refused"> {
    const { formDraft, notices, base } = this.#state;
    if (outcome.kind !== "unknown" && base !== undefined) await formDraft.setPendingSave(undefined, base);
    switch (outcome.kind) {
      case "conflict":
        return "refused";
      case "failed":
        if (outcome.failure.kind !== "canceled") notices.put({ ...outcome, action: "save" });
        break;
      case "rejected":
        if (outcome.isPermanent === true) this.#state.setReadOnly();
        notices.put(outcome);
        break;
      case "unknown":
      case "noVersion":
      case "gone":
        notices.put(outcome);
    }
    return notSaved;
  }
}
