// An open form: its base, its draft and the outcome of saves. Pages and editors display it and send edits.
import type { PendingFile } from "../model/valueTypes.ts";
import type { Input } from "../model/fields/registry.ts";
import {
  type Draft,
  type DraftEdit,
  editDraft,
  redoEdit,
  getUndoRedoTarget,
  type InputTarget,
  getCurrentInput,
  getDraftInput,
  getPendingAttachments,
  undoEdit,
  emptyDraft,
} from "../model/form/draft.ts";
import { findField } from "../model/form/form.ts";
import {
  emptyMergeState,
  type Resolution,
  resolveConflict,
  type FieldConflict,
  type MergeState,
  recordStaleEdit,
} from "../model/merge/mergeState.ts";
import { isNewSubject, type FormSubject } from "../model/form/formSubject.ts";
import type { HistoryEntry } from "../model/history.ts";
import { Emitter } from "./emitter.ts";
import type { FormAttachments, FormBackend } from "./formBackend.ts";
import { FormState, type FormLoadResult } from "./formState.ts";
import type { DraftBase } from "./storedDraft.ts";
import type { FormNotice, RemoteFieldChange } from "./formNotices.ts";
import { type SaveResult, type SaveMode, SaveOperation, type SaveOptions } from "./saveOperation.ts";
import type { ReadonlyFormDraft } from "./formDraft.ts";

/** A version that was loaded within its second is loaded again after this time. */
const finalVersionDelayMs = 2_100;

export class FormSession {
  /** Fires when the user has discarded the draft. */
  readonly onDidDiscard = new Emitter<void>();
  readonly #now: () => number;
  readonly #attachments: FormAttachments | undefined;
  readonly #state: FormState;
  readonly #saveOperation: SaveOperation;
  #lastEditNumber = 0;
  #loading: Promise<void> | undefined;
  #checking: Promise<FormLoadResult | undefined> | undefined;
  /** Another change was made since the check in progress started. */
  #isCheckStale = false;
  /** When the version was loaded that was last loaded again because it could be final. */
  #lastVersionCheck: number | undefined;

  constructor(backend: FormBackend, subject: FormSubject) {
    this.#now = backend.now;
    this.#attachments = backend.attachments;
    this.#state = new FormState(backend, subject);
    this.#saveOperation = new SaveOperation(backend, this.#state);
  }

  /** `content`: the form has changed; `draft`: the draft or its state has changed. */
  get onDidChange(): Emitter<"content" | "draft"> {
    return this.#state.onDidChange;
  }

  get formDraft(): ReadonlyFormDraft {
    return this.#state.formDraft;
  }

  get subject(): FormSubject {
    return this.#state.formDraft.subject;
  }

  /** `undefined` until the first load succeeds. */
  get base(): DraftBase | undefined {
    return this.#state.base;
  }

  /** When the content was loaded, in milliseconds; `undefined` if it came from the stored draft. */
  get asOf(): number | undefined {
    return this.#state.asOf;
  }

  get draft(): Draft {
    return this.#state.formDraft.current;
  }

  get notices(): readonly FormNotice[] {
    return this.#state.notices.list;
  }

  /** Remote changes and resolutions. */
  get mergeState(): MergeState {
    return this.#state.formDraft.mergeState;
  }

  get conflicts(): readonly FieldConflict[] {
    return this.#state.conflicts;
  }

  /** Comments that others added since the draft was begun or last saved, newest first. */
  get newComments(): readonly HistoryEntry[] {
    return this.#state.newComments;
  }

  get remoteChanges(): readonly RemoteFieldChange[] {
    return this.#state.remoteChanges;
  }

  /** Number of the page's last edit that is in the draft. */
  get lastEditNumber(): number {
    return this.#lastEditNumber;
  }

  get isSaving(): boolean {
    return this.#saveOperation.isRunning;
  }

  /**
   * Loads the artifact and the stored draft. The draft is shown even if the site is offline; without either, the
   * failure is thrown.
   */
  load(rememberedHolder: string | undefined, signal: AbortSignal): Promise<void> {
    this.#loading ??= this.#load(rememberedHolder, signal).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** Reloads the artifact. The draft isn't changed. */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.#saveOperation.check.whenDone();
    if (this.isSaving) return;
    const saveResult = await this.#saveOperation.resolvePendingSave(signal);
    if (saveResult === undefined) await this.#state.reload("refresh", signal, "fresh");
    await this.#saveOperation.check.checkConcurrentWrites(signal);
  }

  /** The user has changed fields outside of this form. */
  noteOwnChanges(fieldIds: readonly number[]): void {
    this.#isCheckStale = true;
    this.#state.noteOwnChanges(fieldIds);
  }

  /** Checks for remote changes in the background; failures aren't reported. */
  checkForChanges(signal: AbortSignal): Promise<FormLoadResult | undefined> {
    this.#checking ??= this.#checkUntilCurrent(signal).finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** After the site is back online: resolves a pending save, reloads, and removes the offline notice. */
  async recoverFromOffline(signal: AbortSignal): Promise<void> {
    await this.#saveOperation.check.whenDone();
    if (this.isSaving) return;
    const saveResult = await this.#saveOperation.resolvePendingSave(signal);
    const loadResult = saveResult === undefined ? await this.checkForChanges(signal) : undefined;
    if (loadResult !== "failed" && this.#state.notices.clearOfflineFailure()) this.onDidChange.fire("draft");
    await this.#saveOperation.check.checkConcurrentWrites(signal);
  }

  /**
   * Refused if another window edits the draft; the sender then keeps the input. `before` is the field's content when
   * the edit was made, for senders that may not know about newer changes.
   */
  edit(edit: DraftEdit, number: number, before?: Input): "accepted" | "refused" {
    const { base, formDraft, notices } = this.#state;
    if (base === undefined || formDraft.ownership !== "ours") return "refused";
    this.#lastEditNumber = number;
    if (typeof edit.target === "number") notices.clearRejection(edit.target);
    const { target, input } = edit;
    // Reverting a field with remote changes accepts the remote value.
    if (input === undefined && typeof target === "number") this.resolveConflict(target, "theirs");
    const isFirstEdit = getDraftInput(formDraft.current, target) === undefined;
    const draft = editDraft(base.form, formDraft.current, edit);
    const mergeState =
      before === undefined || typeof target !== "number"
        ? formDraft.mergeState
        : recordStaleEdit(base.form, { draft, mergeState: formDraft.mergeState }, target, before);
    formDraft.update(draft, base, mergeState);
    // An edit made with the remote value in sight resolves the conflict.
    if (isFirstEdit && before === undefined && typeof target === "number") {
      this.#applyResolution(base, target, "edit");
    }
    this.#state.endResolving();
    return "accepted";
  }

  /** Refused while a save is in progress. */
  resolveConflict(fieldId: number, choice: Resolution): "accepted" | "refused" {
    const { base, formDraft } = this.#state;
    if (base === undefined || this.isSaving || formDraft.ownership !== "ours") return "refused";
    this.#applyResolution(base, fieldId, choice);
    return "accepted";
  }

  /**
   * Puts one of two values that were saved at the same time into the draft. Refused if there is nothing to resolve, or
   * while a save is in progress.
   */
  resolveConcurrentWrite(fieldId: number, side: "mine" | "theirs"): "accepted" | "refused" {
    const { base, formDraft, notices } = this.#state;
    const { concurrentWrites } = notices;
    const value = concurrentWrites?.values.find((change) => change.fieldId === fieldId);
    const canChoose = !this.isSaving && formDraft.ownership === "ours";
    if (base === undefined || concurrentWrites === undefined || value === undefined || !canChoose) {
      return "refused";
    }
    const edit = { target: fieldId, input: value[side], step: "begin" } as const;
    formDraft.update(editDraft(base.form, formDraft.current, edit), base);
    const values = concurrentWrites.values.filter((change) => change !== value);
    if (values.length === 0) notices.remove("concurrentWrites");
    else notices.put({ ...concurrentWrites, values });
    this.#saveOperation.check.forgetSeen();
    this.onDidChange.fire("draft");
    return "accepted";
  }

  /** Opens or closes the conflict view. */
  setResolving(isResolving: boolean): void {
    const { base, formDraft } = this.#state;
    if (base !== undefined) formDraft.setResolving(isResolving, base);
  }

  /** A new page numbers its edits from the start. */
  resetEditNumbers(): void {
    this.#lastEditNumber = 0;
  }

  /** Returns the changed target. */
  undoOrRedo(direction: "undo" | "redo"): InputTarget | undefined {
    const { base, formDraft } = this.#state;
    if (base === undefined) return undefined;
    const target = getUndoRedoTarget(formDraft.current, direction);
    // The save in progress uploads these files; the artifact has them then.
    if (this.isSaving && this.#isNewFilesField(target)) return undefined;
    const step = direction === "undo" ? undoEdit : redoEdit;
    formDraft.update(step(base.form, formDraft.current), base);
    this.#state.endResolving();
    return target;
  }

  /** Call after an edit: loads in advance what a save needs, so that it sends the change at once. */
  async prepareSave(signal: AbortSignal): Promise<void> {
    const { base, asOf = 0 } = this.#state;
    const isFinalByNow = base?.isVersionFinal === false && this.#now() - asOf >= finalVersionDelayMs;
    // Once for each load: the server may report other times.
    if (isFinalByNow && asOf !== this.#lastVersionCheck) {
      this.#lastVersionCheck = asOf;
      await this.checkForChanges(signal);
    }
    await this.#saveOperation.prepare(signal);
  }

  save(mode: SaveMode, signal: AbortSignal, options?: SaveOptions): Promise<SaveResult> {
    return this.#saveOperation.save(mode, signal, options);
  }

  /**
   * Adds files to a field of a new artifact, in place of those with the same path. Refused while a save is in progress,
   * because it has begun to upload the files.
   */
  addFiles(fieldId: number, files: readonly PendingFile[]): "accepted" | "refused" {
    const paths = new Set(files.map(({ path }) => path));
    return this.#setFiles(fieldId, (current) => [
      ...current.filter(({ path }) => !paths.has(path)),
      ...files,
    ]);
  }

  /** Removes a file of a new artifact. Undo restores it, and it is uploaded again. */
  async removeFile(fieldId: number, key: string): Promise<"accepted" | "refused"> {
    const { subject, current } = this.#state.formDraft;
    const removed = getPendingAttachments(current).filter(
      (each) => each.fieldId === fieldId && each.file.key === key,
    );
    const result = this.#setFiles(fieldId, (files) => files.filter((file) => file.key !== key));
    if (result === "accepted") await this.#attachments?.abandon(subject, removed);
    return result;
  }

  #setFiles(
    fieldId: number,
    change: (files: readonly PendingFile[]) => readonly PendingFile[],
  ): "accepted" | "refused" {
    const { base } = this.#state;
    const canChange = !this.isSaving && this.subject.kind === "new";
    if (!canChange || base === undefined || !this.#isNewFilesField(fieldId)) return "refused";
    const input = getCurrentInput(base.form, this.draft, fieldId);
    const files = change(input?.kind === "newFiles" ? input.files : []);
    return this.edit(
      { target: fieldId, input: { kind: "newFiles", files }, step: "begin" },
      this.lastEditNumber,
    );
  }

  #isNewFilesField(target: InputTarget | undefined): boolean {
    const { base } = this.#state;
    const field = typeof target === "number" && base !== undefined ? findField(base.form, target) : undefined;
    return field?.control.kind === "newFiles";
  }

  /** Whether the artifact is the result of a creation without a response. */
  isCreatedArtifact(artifactId: number, signal: AbortSignal): Promise<boolean> {
    return this.#saveOperation.isCreatedArtifact(artifactId, signal);
  }

  /** Resolves when the last save is checked for changes that others made at the same time. */
  whenChecked(): Promise<void> {
    return this.#saveOperation.check.whenDone();
  }

  /** Resolves when no save is in progress, and the last one is checked. */
  whenSaved(): Promise<void> {
    return this.#saveOperation.whenDone();
  }

  /** Discards the draft, here and on disk. A save in progress can't be undone. */
  async discard(): Promise<void> {
    const { base, formDraft, notices } = this.#state;
    if (base === undefined || this.isSaving || formDraft.ownership !== "ours") return;
    const { subject, current, pendingSave } = formDraft;
    notices.clear();
    this.#saveOperation.check.forgetSeen();
    formDraft.setResolving(false, base);
    formDraft.update(emptyDraft, base, emptyMergeState);
    await formDraft.setPendingSave(undefined, base);
    await formDraft.flush();
    await this.#attachments?.discard(subject, current, pendingSave !== undefined);
    this.onDidDiscard.fire();
    this.onDidChange.fire("content");
  }

  async takeOver(): Promise<void> {
    const stored = await this.#state.formDraft.takeOver();
    if (stored !== undefined) this.#state.setStoredBase(stored.base);
    this.onDidChange.fire("content");
  }

  /** Assigns a draft made without an account to the account that has signed in. */
  async assignToAccount(accountId: string): Promise<void> {
    const { formDraft, base } = this.#state;
    if (base === undefined) return;
    // The account may see and change other fields.
    this.#state.setStoredBase({ ...base, isVersionFinal: undefined });
    await formDraft.moveToSubject({ ...formDraft.subject, accountId }, base);
    this.onDidChange.fire("content");
  }

  dismissNotice(kind: FormNotice["kind"]): void {
    this.#state.notices.remove(kind);
    this.#saveOperation.check.forgetSeen();
    this.onDidChange.fire("draft");
  }

  /** Call when the drafts folder has changed: another window may have started or stopped editing. */
  async reloadDraft(): Promise<void> {
    const { formDraft } = this.#state;
    const before = formDraft.ownership;
    const stored = await formDraft.reload();
    if (stored !== undefined) this.#state.setStoredBase(stored.base);
    if (stored !== undefined || formDraft.ownership !== before) this.onDidChange.fire("content");
  }

  /** Writes pending changes and gives up ownership of the draft. */
  close(): Promise<void> {
    return this.#state.formDraft.release(this.base);
  }

  #applyResolution(base: DraftBase, fieldId: number, choice: Resolution): void {
    const { formDraft } = this.#state;
    const { current: draft, mergeState } = formDraft;
    const resolved = resolveConflict(base.form, { draft, mergeState }, fieldId, choice);
    if (resolved.mergeState !== mergeState) formDraft.update(resolved.draft, base, resolved.mergeState);
  }

  async #checkUntilCurrent(signal: AbortSignal): Promise<FormLoadResult | undefined> {
    let loadResult: FormLoadResult | undefined;
    do {
      this.#isCheckStale = false;
      loadResult = await this.#checkOnce(signal);
    } while (this.#needsAnotherCheck() && !signal.aborted);
    return loadResult;
  }

  #needsAnotherCheck(): boolean {
    return this.#isCheckStale;
  }

  async #checkOnce(signal: AbortSignal): Promise<FormLoadResult | undefined> {
    const { base, formDraft } = this.#state;
    // A new artifact has no remote changes, but its fields may come from the offline cache.
    const canHaveChanges =
      base !== undefined && (!isNewSubject(formDraft.subject) || base.asOf !== undefined);
    const isSaveDone =
      !this.isSaving && !this.#saveOperation.check.isRunning && formDraft.pendingSave === undefined;
    if (!canHaveChanges || !isSaveDone) return undefined;
    const result = await this.#state.reload("background", signal);
    // The check of the last save may have failed before.
    if (result !== "failed") await this.#saveOperation.check.checkConcurrentWrites(signal);
    return result;
  }

  async #load(rememberedHolder: string | undefined, signal: AbortSignal): Promise<void> {
    const { formDraft, notices } = this.#state;
    const stored = await formDraft.claim(rememberedHolder);
    if (stored !== undefined) {
      this.#state.setStoredBase(stored.base);
      const hasOwnEdits = formDraft.ownership === "ours" && formDraft.hasEdits;
      if (hasOwnEdits) notices.put({ kind: "draftRestored", at: stored.changedAt });
      this.onDidChange.fire("content");
    }
    // While the outcome of the last save is unknown, a newer version may be the result of that save.
    const saveResult = await this.#saveOperation.resolvePendingSave(signal);
    if (saveResult === undefined) await this.#state.reload("open", signal);
    await this.#saveOperation.check.checkConcurrentWrites(signal);
  }
}
