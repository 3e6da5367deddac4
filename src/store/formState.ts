// The state of a form: base, draft and notices.
import { type Failure, isFailure } from "../model/failure.ts";
import { type Draft, dropInputsEqualToBase, getDraftInput } from "../model/form/draft.ts";
import { type Form, findField } from "../model/form/form.ts";
import { isSameInput } from "../model/form/input.ts";
import { sortByLayout } from "../model/form/layout.ts";
import { type ChangeAuthorship, type HistoryEntry, toChangeAuthorship } from "../model/history.ts";
import {
  emptyMergeState,
  findUnresolvedConflicts,
  type FieldConflict,
  type MergeState,
  mergeRemoteChanges,
  getShownConflicts,
} from "../model/merge/mergeState.ts";
import { isSameVersion } from "../model/artifactVersion.ts";
import { isNewSubject, type FormSubject } from "../model/form/formSubject.ts";
import { Emitter } from "./emitter.ts";
import type { DraftBase } from "./storedDraft.ts";
import { type RemoteFieldChange, FormNotices } from "./formNotices.ts";
import type { FormBackend } from "./formBackend.ts";
import { FormDraft } from "./formDraft.ts";

/** `background`: not requested by the user; `afterSave`: contains the changes just sent. */
export type FormLoadReason = "open" | "refresh" | "background" | "save" | "afterSave";

/** `changed`: there are remote changes. */
export type FormLoadResult = "changed" | "unchanged" | "failed";

/** Changes of fields that aren't in the form have neither value. */
function isRealChange({ before, after }: RemoteFieldChange): boolean {
  return !isSameInput(before, after) || (before === undefined && after === undefined);
}

export function findRemoteChanges(
  form: Form,
  { merged, conflicts }: MergeState,
): readonly RemoteFieldChange[] {
  return sortByLayout(form, [...conflicts, ...merged])
    .map(({ fieldId, label, before, by, on }) => {
      const after = findField(form, fieldId)?.base;
      return { fieldId, label, before, by, on, after };
    })
    .filter(isRealChange);
}

/** Replaces selected fields, except those with edits. */
function replaceFields(
  older: DraftBase,
  fresh: DraftBase,
  shouldReplace: (fieldId: number) => boolean,
  draft: Draft,
): DraftBase {
  const fields = older.form.fields.flatMap((field) =>
    shouldReplace(field.id) && getDraftInput(draft, field.id) === undefined
      ? (findField(fresh.form, field.id) ?? [])
      : field,
  );
  return { ...older, form: { ...older.form, fields } };
}

/** A version that counts seconds doesn't change if this user's own write happened in the same second. */
function hasBaseChanged(base: DraftBase, fresh: DraftBase, ownFields: readonly number[]): boolean {
  const isFieldChanged = (id: number): boolean =>
    !isSameInput(findField(base.form, id)?.base, findField(fresh.form, id)?.base);
  const wasCached = base.asOf !== undefined;
  const hasAccessChanged = base.form.isReadOnly !== fresh.form.isReadOnly;
  return (
    wasCached ||
    hasAccessChanged ||
    !isSameVersion(base.revision, fresh.revision) ||
    ownFields.some(isFieldChanged)
  );
}

export class FormState {
  /** `content`: the form has changed; `draft`: the draft or its state has changed. */
  readonly onDidChange = new Emitter<"content" | "draft">();
  readonly notices = new FormNotices();
  readonly formDraft: FormDraft;
  readonly #backend: FormBackend;
  #base: DraftBase | undefined;
  #loadedAt: number | undefined;
  #loadCount = 0;
  /** Fields the user has changed outside of this form; changes in them aren't remote changes. */
  #ownFields: readonly number[] = [];
  #newComments: readonly HistoryEntry[] = [];

  constructor(backend: FormBackend, subject: FormSubject) {
    this.#backend = backend;
    this.formDraft = new FormDraft({ ...backend, onChange: () => this.onDidChange.fire("draft") }, subject);
  }

  get base(): DraftBase | undefined {
    return this.#base;
  }

  /** When the content was loaded, in milliseconds; `undefined` if it came from the stored draft. */
  get asOf(): number | undefined {
    return this.#base?.asOf ?? this.#loadedAt;
  }

  get conflicts(): readonly FieldConflict[] {
    const { current, mergeState } = this.formDraft;
    return this.#base === undefined ? [] : findUnresolvedConflicts(this.#base.form, current, mergeState);
  }

  get remoteChanges(): readonly RemoteFieldChange[] {
    return this.#base === undefined ? [] : findRemoteChanges(this.#base.form, this.formDraft.mergeState);
  }

  /** Comments that others added since the draft was begun or last saved, newest first. */
  get newComments(): readonly HistoryEntry[] {
    return this.#newComments;
  }

  forgetNewComments(): void {
    this.#newComments = [];
  }

  /** Replaces the base and rebases the draft. */
  setBase(base: DraftBase, mergeState = this.formDraft.mergeState): void {
    this.#base = base;
    this.formDraft.update(dropInputsEqualToBase(base.form, this.formDraft.current), base, mergeState);
  }

  /** Uses the base that came with the stored draft. */
  setStoredBase(base: DraftBase): void {
    this.#base = base;
  }

  /** The account can't change the artifact: the draft stays, but can't be edited. */
  setReadOnly(): void {
    if (this.#base === undefined) return;
    this.#base = { ...this.#base, form: { ...this.#base.form, isReadOnly: true } };
    this.onDidChange.fire("content");
  }

  noteOwnChanges(fieldIds: readonly number[]): void {
    this.#ownFields = [...this.#ownFields, ...fieldIds];
  }

  async reload(
    reason: FormLoadReason,
    signal: AbortSignal,
    source: "known" | "fresh" = "known",
  ): Promise<FormLoadResult> {
    this.#loadCount += 1;
    const loadNumber = this.#loadCount;
    const requestedAt = this.#backend.now();
    try {
      const older = this.#base;
      // Cached data is only for the first load: an older version would look like remote changes.
      const isFirst = older === undefined && reason === "open";
      const options = {
        trackerId: older?.tracker.id,
        source: isFirst ? "offlineCache" : source,
        older,
        signal,
      } as const;
      const fresh = await this.#backend.loadBase(this.formDraft.subject, options);
      // A later load returns newer data, and data loaded during a save may contain its changes.
      if (loadNumber !== this.#loadCount || this.formDraft.pendingSave !== undefined) return "failed";
      this.#loadedAt = requestedAt;
      if (this.notices.clearLoadFailures()) this.onDidChange.fire("draft");
      return await this.#mergeLoaded(fresh, reason, loadNumber, signal);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      this.#reportFailure(failure, reason);
      return "failed";
    }
  }

  /**
   * A new artifact has no remote changes, but its fields may come from the offline cache; `undefined` if they can't be
   * reloaded.
   */
  async reloadNewSubject({ asOf }: DraftBase, signal: AbortSignal) {
    const result = asOf === undefined ? "unchanged" : await this.reload("save", signal, "fresh");
    return result === "failed" ? undefined : { isNews: false, historyLength: undefined };
  }

  /** Without any content, the failure is shown instead. */
  #reportFailure(failure: Failure, reason: FormLoadReason): void {
    if (this.#base === undefined) throw failure;
    const isExisting = !isNewSubject(this.formDraft.subject);
    if (failure.kind === "notFound" && isExisting) this.notices.put({ kind: "gone" });
    else if (failure.kind !== "canceled" && reason !== "background") {
      this.notices.put({ kind: "failed", failure, action: reason === "afterSave" ? "refresh" : reason });
    }
    this.onDidChange.fire("content");
  }

  async #mergeLoaded(
    fresh: DraftBase,
    reason: FormLoadReason,
    loadNumber: number,
    signal: AbortSignal,
  ): Promise<FormLoadResult> {
    const base = this.#base;
    // The server may normalize the values just sent; that isn't a remote change.
    const isOwnChange =
      reason === "afterSave" &&
      (base?.revision === undefined || isSameVersion(fresh.revision, base.revision));
    const ownFields = this.#ownFields;
    const isOwnField = (id: number): boolean => isOwnChange || ownFields.includes(id);
    // Edits were made on the values of the base, so they are merged even with the user's own changes.
    const getOlder = (): DraftBase | undefined =>
      base && replaceFields(base, fresh, isOwnField, this.formDraft.current);
    const older = getOlder();
    const isNews = older !== undefined && this.#computeMerge(older, fresh, []).isNews;
    if (older !== undefined && isNews) {
      const entries = await this.#backend.loadEntriesSince(older, signal);
      if (loadNumber !== this.#loadCount) return "failed";
      // The draft was taken over from another window, with another base.
      if (this.#base !== base) return this.#mergeLoaded(fresh, reason, loadNumber, signal);
      // More may have been edited meanwhile.
      this.#applyMerge(getOlder() ?? older, fresh, entries.map(toChangeAuthorship));
      this.#addNewComments(entries, older);
    } else if (base === undefined || reason !== "background" || hasBaseChanged(base, fresh, ownFields)) {
      this.setBase(fresh);
    } else {
      // The same state may be known to be final now.
      this.#base = { ...base, isVersionFinal: fresh.isVersionFinal };
      return "unchanged";
    }
    this.#ownFields = this.#ownFields.filter((id) => !ownFields.includes(id));
    this.onDidChange.fire("content");
    return isNews ? "changed" : "unchanged";
  }

  #addNewComments(entries: readonly HistoryEntry[], { modifiedOn }: DraftBase): void {
    const { accountId } = this.formDraft.subject;
    const since = Date.parse(modifiedOn ?? "");
    const known = new Set(this.#newComments.map(({ changeset }) => changeset.id));
    const added = entries.filter(
      ({ changeset: { id, by, on, comment } }) =>
        comment !== undefined &&
        !known.has(id) &&
        Date.parse(on ?? "") > since &&
        (by === undefined || String(by.id) !== accountId),
    );
    this.#newComments = [...added, ...this.#newComments];
  }

  /** Merges the draft with the new base; `isNews` tells whether there are remote changes. */
  #computeMerge(older: DraftBase, fresh: DraftBase, authorships: readonly ChangeAuthorship[]) {
    const { current: draft, mergeState } = this.formDraft;
    const merged = mergeRemoteChanges(
      { older: older.form, newer: fresh.form, authorships },
      { draft, mergeState },
    );
    return { ...merged, isNews: merged.mergeState !== mergeState };
  }

  #applyMerge(older: DraftBase, fresh: DraftBase, authorships: readonly ChangeAuthorship[]): void {
    // Compute again, because the draft may have changed meanwhile.
    const { draft, mergeState } = this.#computeMerge(older, fresh, authorships);
    // Edits given up for a remote value may be in conflict again.
    const hasMergeState = this.formDraft.hasEdits || this.formDraft.mergeState.conflicts.length > 0;
    const changes = findRemoteChanges(fresh.form, mergeState);
    this.#base = fresh;
    // Without edits, no merge state is needed.
    this.formDraft.update(draft, fresh, hasMergeState ? mergeState : emptyMergeState);
    if (changes.length > 0) this.notices.put({ kind: "remoteChanges", changes });
    else this.notices.remove("remoteChanges");
    this.endResolving();
  }

  /** Leaves the conflict view if nothing is left to resolve. */
  endResolving(): void {
    const { current, mergeState, isResolving } = this.formDraft;
    if (this.#base === undefined || !isResolving) return;
    if (getShownConflicts(this.#base.form, current, mergeState).length === 0) {
      this.formDraft.setResolving(false, this.#base);
    }
  }
}
