// Looks for changes that others made at the same time as a save. It runs after the save, and is recorded on disk until
// it is done and the user has seen its result.
import { type Failure, isFailure, isInaccessible } from "../model/failure.ts";
import type { Input } from "../model/fields/registry.ts";
import { type FieldStoredDifferently, findStoredDifferences } from "../model/form/fieldChanges.ts";
import { emptyDraft, getDraftInput } from "../model/form/draft.ts";
import { findField, type Form } from "../model/form/form.ts";
import { isSameInput } from "../model/form/input.ts";
import type { HistoryEntry } from "../model/history.ts";
import { type ConcurrentChange, findConcurrentChanges } from "../model/merge/concurrentChanges.ts";
import type { FormBackend, SaveRequest } from "./formBackend.ts";
import type { FormState } from "./formState.ts";
import type { FormNotices } from "./formNotices.ts";
import type { DraftBase, UncheckedSave } from "./storedDraft.ts";

interface SentSave {
  readonly sent: SaveRequest;
  /** Fields that differ from the sent values in the load after the save; others may have changed them. */
  readonly differences: readonly FieldStoredDifferently[];
}

type ConcurrentWrites = NonNullable<FormNotices["concurrentWrites"]>;

/** Whether the server has answered with an error; a save can do without the history then. */
function isAnswered({ kind, request }: Failure): boolean {
  return request.status !== undefined && kind !== "signedOut" && kind !== "tooManyRequests";
}

function hasSameInputs(form: Form, other: Form): boolean {
  return form.fields.every(({ id, base }) => isSameInput(base, findField(other, id)?.base));
}

export class SaveCheck {
  readonly #backend: FormBackend;
  readonly #state: FormState;
  /** The last save of this form, until it is checked. */
  #unchecked: SentSave | undefined;
  /** The stored save that was checked last; its result may not have been seen yet. */
  #checked: UncheckedSave | undefined;
  #running: Promise<void> | undefined;
  #abort = new AbortController();

  constructor(backend: FormBackend, state: FormState) {
    this.#backend = backend;
    this.#state = state;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Whether the last save isn't checked, for example because the site was offline or its window was closed. */
  get isMissing(): boolean {
    return this.#findUnchecked() !== undefined;
  }

  /** Resolves when no check is running. If the signal is aborted, so is the check. */
  async whenDone(signal?: AbortSignal): Promise<void> {
    const stop = (): void => this.#abort.abort();
    signal?.addEventListener("abort", stop);
    try {
      await this.#running;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Call when the server has confirmed the save. */
  markMissing(sent: SaveRequest, savedBase: DraftBase): void {
    const { base, draft, historyLength } = sent;
    const { modifiedOn } = base;
    this.#unchecked = { sent, differences: [] };
    // Nobody else can have changed a new artifact, and without a history there is nothing to check.
    if (base.form.isNew || base.changesetsUri === undefined) return;
    const since = this.#backend.now();
    const uncheckedSave = { since, sent: draft.inputs, modifiedOn, historyLength };
    this.#state.formDraft.setUncheckedSave(uncheckedSave, savedBase);
  }

  /** Doesn't wait for the end; errors in the code reach the caller of `whenDone`. */
  start(sent: SaveRequest, savedBase: DraftBase): void {
    this.#abort = new AbortController();
    const running = this.#run(sent, savedBase, this.#abort.signal).finally(() => {
      this.#running = undefined;
    });
    running.catch(() => undefined);
    this.#running = running;
  }

  /** Once the user has seen what others changed at the same time, it isn't shown again. */
  forgetSeen(): void {
    const { formDraft, notices, base } = this.#state;
    if (this.isMissing || notices.concurrentWrites !== undefined || base === undefined) return;
    formDraft.setUncheckedSave(undefined, base);
  }

  /**
   * Others may have saved at the same time, with the same version as this save. `entries` are loaded if not given. Does
   * nothing if the last save is checked.
   */
  async checkConcurrentWrites(
    signal: AbortSignal,
    entries?: Promise<readonly HistoryEntry[]>,
  ): Promise<void> {
    const { notices, onDidChange } = this.#state;
    if (!this.isMissing) return;
    try {
      const hasWrites = await this.reportConcurrentWrites(signal, entries);
      // They may have saved after the reload.
      if (hasWrites) await this.#state.reload("afterSave", signal);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (failure.kind !== "canceled") notices.put({ kind: "failed", failure, action: "refresh" });
      // The server will answer the same the next time.
      if (isInaccessible(failure)) this.#end();
    }
    this.forgetSeen();
    await this.#state.formDraft.flush();
    onDidChange.fire("draft");
  }

  /** Returns whether there are such writes. */
  async reportConcurrentWrites(
    signal: AbortSignal,
    loading?: Promise<readonly HistoryEntry[]>,
  ): Promise<boolean> {
    const { notices } = this.#state;
    const unchecked = this.#findUnchecked();
    if (unchecked === undefined) return false;
    this.#unchecked = unchecked;
    const { base, draft } = unchecked.sent;
    const entries = await (loading ?? this.#backend.loadConcurrentEntries(unchecked.sent, signal));
    // Another call has reported it, or there is a newer save.
    if (!this.#isLast(unchecked)) return false;
    this.#end();
    const { entries: previousEntries = [], values: unresolved = [] } = notices.concurrentWrites ?? {};
    // Fields sent again since then are resolved.
    const stillOpen = unresolved.filter(({ fieldId }) => getDraftInput(draft, fieldId) === undefined);
    const values = [...findConcurrentChanges(base.form, draft, entries), ...stillOpen];
    if (entries.length > 0 || values.length > 0) {
      notices.put({ kind: "concurrentWrites", entries: [...entries, ...previousEntries], values });
    } else if (unresolved.length > 0) notices.remove("concurrentWrites");
    this.#reportStoredDifferences(unchecked, entries);
    return entries.length > 0;
  }

  /** Before the next save: a history that the server doesn't return must not prevent it. */
  async finish(signal: AbortSignal): Promise<void> {
    try {
      await this.reportConcurrentWrites(signal);
    } catch (failure) {
      if (!isFailure(failure) || !isAnswered(failure)) throw failure;
      this.#end();
    }
  }

  /** Whether a check has found changes since `seen`, which the user has to see before the next save. */
  hasUnseen(seen: ConcurrentWrites | undefined): boolean {
    const { concurrentWrites } = this.#state.notices;
    if (concurrentWrites === undefined || concurrentWrites === seen) return false;
    this.#blockNextSave(concurrentWrites);
    return true;
  }

  /** Whether the draft would replace a concurrent value that the user hasn't seen yet. */
  wouldReplaceUnseen(seenChanges: readonly ConcurrentChange[]): boolean {
    const { notices, formDraft } = this.#state;
    const { concurrentWrites } = notices;
    const getInput = (fieldId: number): Input | undefined => getDraftInput(formDraft.current, fieldId);
    const isUnseen = ({ fieldId }: ConcurrentChange): boolean =>
      getInput(fieldId) !== undefined && seenChanges.every((change) => change.fieldId !== fieldId);
    if (concurrentWrites?.values.some(isUnseen) !== true) return false;
    this.#blockNextSave(concurrentWrites);
    return true;
  }

  /** The user chooses between the remote values and the current draft. */
  #blockNextSave(concurrentWrites: ConcurrentWrites): void {
    const { notices, formDraft, onDidChange } = this.#state;
    const values = concurrentWrites.values.map((change) => ({
      ...change,
      mine: getDraftInput(formDraft.current, change.fieldId) ?? change.mine,
    }));
    notices.put({ ...concurrentWrites, values, isNextSaveBlocked: true });
    onDidChange.fire("draft");
  }

  /** Of this form, or of one that was closed before the check. */
  #findUnchecked(): SentSave | undefined {
    const { formDraft, base } = this.#state;
    const { uncheckedSave: stored, subject } = formDraft;
    if (this.#unchecked !== undefined || stored === undefined || stored === this.#checked) {
      return this.#unchecked;
    }
    if (base === undefined || formDraft.ownership !== "ours") return undefined;
    const { sent: inputs, historyLength, modifiedOn } = stored;
    const draft = { ...emptyDraft, inputs };
    const sentBase = { ...base, modifiedOn };
    return {
      sent: { subject, base: sentBase, draft, mode: "checked", historyLength },
      differences: [],
    };
  }

  #isLast(unchecked: SentSave): boolean {
    return this.#unchecked === unchecked;
  }

  #end(): void {
    this.#unchecked = undefined;
    this.#checked = this.#state.formDraft.uncheckedSave;
  }

  /** Values normalized by the server aren't remote changes. */
  #reportStoredDifferences({ sent, differences }: SentSave, entries: readonly HistoryEntry[]): void {
    const { notices } = this.#state;
    const remoteChanges = notices.list.flatMap((notice) =>
      notice.kind === "remoteChanges" ? notice.changes : [],
    );
    // Without a history, normalized values can't be told from remote changes.
    const hasHistory = sent.base.changesetsUri !== undefined;
    const otherChanges = hasHistory ? entries.flatMap(({ changes }) => changes) : remoteChanges;
    const normalized = differences.filter(({ fieldId }) =>
      otherChanges.every((change) => change.fieldId !== fieldId),
    );
    if (normalized.length === 0) return;
    this.#backend.reportStoredDifferences?.(sent, normalized);
    const remainingChanges = remoteChanges.filter(({ fieldId }) =>
      normalized.every((change) => change.fieldId !== fieldId),
    );
    if (remainingChanges.length === 0) notices.remove("remoteChanges");
    else if (remainingChanges.length < remoteChanges.length) {
      notices.put({ kind: "remoteChanges", changes: remainingChanges });
    }
    notices.put({ kind: "storedDifferently", differences: normalized });
  }

  async #run(sent: SaveRequest, savedBase: DraftBase, signal: AbortSignal): Promise<void> {
    const { base, draft } = sent;
    const early = new AbortController();
    const entries = this.#backend.loadConcurrentEntries(sent, AbortSignal.any([signal, early.signal]));
    // Reported by the check below, if it uses them.
    entries.catch(() => undefined);
    const result = await this.#state.reload("afterSave", signal);
    const loadedBase = result === "failed" ? undefined : this.#state.base;
    // Other changes in it may be later than the loaded history.
    const isAsSent = loadedBase !== undefined && hasSameInputs(loadedBase.form, savedBase.form);
    const differences =
      loadedBase === undefined ? [] : findStoredDifferences(base.form, draft, loadedBase.form);
    if (!isAsSent) early.abort();
    this.#unchecked = { sent, differences };
    await this.checkConcurrentWrites(signal, isAsSent ? entries : undefined);
  }
}
