// Merges a draft with remote changes. The form always has the server's values; the merge state remembers the
// previous values of fields changed remotely until the draft is saved or discarded.
import type { Input } from "../fields/registry.ts";
import {
  type Draft,
  editDraft,
  countDroppedSteps,
  dropInputsEqualToBase,
  type InputTarget,
  getDraftInput,
} from "../form/draft.ts";
import { getUnsentDraft, toFormAfterSave } from "../form/fieldChanges.ts";
import { findField, type Form, type FormField } from "../form/form.ts";
import { isSameInput } from "../form/input.ts";
import type { ChangeAuthorship } from "../history.ts";
import { type MergeOutcome, mergeInput, mergeLaterInput, getCardinality } from "./mergeInput.ts";

// All inputs of a field that undo can reach, oldest first.

function fieldUndoHistory(draft: Draft, fieldId: number): readonly (Input | undefined)[] {
  const steps = draft.steps.slice(0, draft.position).filter(({ target }) => target === fieldId);
  const [first] = steps;
  return first === undefined
    ? [getDraftInput(draft, fieldId)]
    : [first.before, ...steps.map(({ after }) => after)];
}

/** Number of steps that aren't undone, including dropped ones. */
function getUndoHistoryLength(draft: Draft, fieldId: number): number {
  return countDroppedSteps(draft, fieldId) + fieldUndoHistory(draft, fieldId).length - 1;
}

/** Keeps undo from restoring earlier inputs of a field. */
function removeUndoSteps(draft: Draft, fieldId: number): Draft {
  const otherSteps = draft.steps.filter(({ target }) => target !== fieldId);
  if (otherSteps.length === draft.steps.length && countDroppedSteps(draft, fieldId) === 0) return draft;
  const position = draft.steps.slice(0, draft.position).filter(({ target }) => target !== fieldId).length;
  const droppedSteps = draft.droppedSteps?.filter(({ target }) => target !== fieldId);
  return { ...draft, steps: otherSteps, position, ...(droppedSteps === undefined ? {} : { droppedSteps }) };
}

export type Resolution = "mine" | "theirs" | "both" | "edit";

/** How the user resolved a conflict. */
interface ConflictDecision {
  readonly mine: Input;
  readonly resolution: Resolution;
  /** The input that was set; undefined for "theirs". */
  readonly result?: Input | undefined;
  /** Length of the undo history at that time. */
  readonly undoHistoryLength: number;
}

/** Whether the decision wasn't undone, even if the field was edited later. */
export function isDecisionStillValid(
  draft: Draft,
  fieldId: number,
  { result, undoHistoryLength: length }: ConflictDecision,
): boolean {
  const index = length - countDroppedSteps(draft, fieldId);
  // Undo can't reach dropped steps.
  if (index < 0) return true;
  const history = fieldUndoHistory(draft, fieldId);
  return index < history.length && isSameInput(history[index], result);
}

/** The value that an edit was typed over. */
interface ConflictBasis {
  readonly before: Input | undefined;
  /** Bases of earlier decisions, oldest first, which undo can restore. */
  readonly earlier?:
    readonly { readonly before: Input | undefined; readonly until: ConflictDecision }[] | undefined;
}

/** The basis of the current input. */
export function findConflictBasis(draft: Draft, fieldId: number, basis: ConflictBasis): ConflictBasis {
  const { earlier = [] } = basis;
  const at = earlier.findIndex(({ until }) => !isDecisionStillValid(draft, fieldId, until));
  const earlierBasis = earlier[at];
  return earlierBasis === undefined ? basis : { before: earlierBasis.before, earlier: earlier.slice(0, at) };
}

/** A field that someone else changed. */
export interface RemoteChange {
  readonly fieldId: number;
  readonly label: string;
  /** The value before the change. */
  readonly before: Input | undefined;
  /** Author and time, if the server reports them. */
  readonly by: string | undefined;
  readonly on: string | undefined;
}

/** A remote change of a field that was edited before. */
export interface FieldConflict extends RemoteChange, ConflictBasis {
  /** Undefined while unresolved. */
  readonly decision: ConflictDecision | undefined;
  /** The edit was discarded for a remote value that has changed again: ask even if it could be merged. */
  readonly wasDiscarded?: boolean | undefined;
}

export interface MergeState {
  /** Remote changes of fields without edits. */
  readonly merged: readonly RemoteChange[];
  readonly conflicts: readonly FieldConflict[];
}

export const emptyMergeState: MergeState = { merged: [], conflicts: [] };

export interface DraftWithMergeState {
  readonly draft: Draft;
  readonly mergeState: MergeState;
}

export function isEditableField(field: FormField | undefined): field is FormField {
  return field?.access === "edit";
}

function findConflict({ conflicts }: MergeState, fieldId: number): FieldConflict | undefined {
  return conflicts.find((conflict) => conflict.fieldId === fieldId);
}

function isResolved(draft: Draft, { fieldId, decision }: FieldConflict): boolean {
  return decision !== undefined && isDecisionStillValid(draft, fieldId, decision);
}

/** Whether there is a decision that wasn't undone. */
function isConflictResolved(draft: Draft, mergeState: MergeState, target: InputTarget): boolean {
  const conflict = typeof target === "number" ? findConflict(mergeState, target) : undefined;
  return conflict !== undefined && isResolved(draft, conflict);
}

/** The conflict with the basis of the current input. */
function withCurrentBasis(draft: Draft, conflict: FieldConflict): FieldConflict {
  const basis = findConflictBasis(draft, conflict.fieldId, conflict);
  return basis === conflict ? conflict : { ...conflict, ...basis };
}

/** Undoing a decision reopens the conflict. */
export function getMergeOutcome(form: Form, draft: Draft, conflict: FieldConflict): MergeOutcome {
  const mine = getDraftInput(draft, conflict.fieldId);
  const field = findField(form, conflict.fieldId);
  if (mine === undefined) return { kind: "theirs" };
  // The edit can't be sent any more, whatever the decision.
  if (!isEditableField(field)) return { kind: "conflict", both: undefined };
  if (isResolved(draft, conflict)) return { kind: "mine" };
  const outcome = mergeLaterInput(
    withCurrentBasis(draft, conflict).before,
    mine,
    field.base,
    getCardinality(field.control),
  );
  const isAutomatic = outcome.kind === "mine" || outcome.kind === "merged";
  return isAutomatic && conflict.wasDiscarded === true ? { kind: "conflict", both: undefined } : outcome;
}

/** Conflicts that need a decision and don't have one. */
export function findUnresolvedConflicts(
  form: Form,
  draft: Draft,
  { conflicts }: MergeState,
): readonly FieldConflict[] {
  return conflicts
    .filter((conflict) => getMergeOutcome(form, draft, conflict).kind === "conflict")
    .map((conflict) => withCurrentBasis(draft, conflict));
}

/** A conflict that is shown to the user. */
export interface ShownConflict extends FieldConflict {
  /** The value when the user started editing, even after several remote changes; both sides are compared with it. */
  readonly original: Input | undefined;
}

/** Choosing "theirs" starts over from that value. */
function toConflictPrompt(conflict: FieldConflict): ShownConflict {
  const { before, earlier = [] } = conflict;
  const laterBases = earlier.slice(earlier.findLastIndex(({ until }) => until.resolution === "theirs") + 1);
  return { ...conflict, original: [...laterBases, { before }][0]?.before };
}

/** All conflicts that were or must be shown. */
export function getShownConflicts(
  form: Form,
  draft: Draft,
  { conflicts }: MergeState,
): readonly ShownConflict[] {
  return conflicts
    .filter(
      (conflict) =>
        getResolution(form, draft, conflict) !== undefined ||
        getMergeOutcome(form, draft, conflict).kind === "conflict",
    )
    .map((conflict) => toConflictPrompt(withCurrentBasis(draft, conflict)));
}

/** The combined input, if there is one. */
function mergeBoth(form: Form, draft: Draft, conflict: FieldConflict, mine: Input): Input | undefined {
  const field = findField(form, conflict.fieldId);
  if (!isEditableField(field)) return undefined;
  const merged = mergeInput(
    withCurrentBasis(draft, conflict).before,
    mine,
    field.base,
    getCardinality(field.control),
  );
  return merged.kind === "conflict" ? merged.both : undefined;
}

/** The input before the conflict was resolved. */
export function getInputBeforeResolution(draft: Draft, conflict: FieldConflict): Input | undefined {
  const current = getDraftInput(draft, conflict.fieldId);
  return current === undefined || isResolved(draft, conflict) ? conflict.decision?.mine : current;
}

export function getAvailableResolutions(
  form: Form,
  draft: Draft,
  conflict: FieldConflict,
): readonly Resolution[] {
  const mine = getInputBeforeResolution(draft, conflict);
  if (!isEditableField(findField(form, conflict.fieldId)) || mine === undefined) return ["theirs"];
  return mergeBoth(form, draft, conflict, mine) === undefined
    ? ["mine", "theirs", "edit"]
    : ["mine", "theirs", "both", "edit"];
}

/** Undefined if undone; "edit" if the field was edited afterwards. */
export function getResolution(form: Form, draft: Draft, conflict: FieldConflict): Resolution | undefined {
  const { fieldId, decision } = conflict;
  if (decision === undefined) return undefined;
  const { kind } = getMergeOutcome(form, draft, conflict);
  if (kind === "conflict" || kind === "merged") return undefined;
  const current = getDraftInput(draft, fieldId);
  // An edit may pass through the remote value.
  if (decision.resolution === "edit" && isResolved(draft, conflict)) return "edit";
  if (isSameInput(current, decision.result)) return decision.resolution;
  return current === undefined ? "theirs" : "edit";
}

function replaceConflict(mergeState: MergeState, conflict: FieldConflict): MergeState {
  return {
    ...mergeState,
    conflicts: mergeState.conflicts.map((each) => (each.fieldId === conflict.fieldId ? conflict : each)),
  };
}

/** Adds the chosen input as an undo step; the previous input stays available. */
export function resolveConflict(
  form: Form,
  { draft, mergeState }: DraftWithMergeState,
  fieldId: number,
  as: Resolution,
): DraftWithMergeState {
  const conflict = findConflict(mergeState, fieldId);
  const mine = conflict === undefined ? undefined : getInputBeforeResolution(draft, conflict);
  if (conflict === undefined || mine === undefined) return { draft, mergeState };
  if (!getAvailableResolutions(form, draft, conflict).includes(as)) return { draft, mergeState };
  const inputs: Readonly<Record<Resolution, Input | undefined>> = {
    mine,
    theirs: undefined,
    both: mergeBoth(form, draft, conflict, mine),
    edit: getDraftInput(draft, fieldId),
  };
  const newDraft = editDraft(form, draft, { target: fieldId, input: inputs[as], step: "begin" });
  const decision = {
    mine,
    resolution: as,
    result: getDraftInput(newDraft, fieldId),
    undoHistoryLength: getUndoHistoryLength(newDraft, fieldId),
  };
  return {
    draft: newDraft,
    mergeState: replaceConflict(mergeState, { ...withCurrentBasis(draft, conflict), decision }),
  };
}

/** The draft to send, with all automatic merges applied. The original draft isn't changed. */
export function mergeForSave(form: Form, { draft, mergeState }: DraftWithMergeState): Draft {
  return mergeState.conflicts.reduce((done, conflict) => {
    const outcome = getMergeOutcome(form, draft, conflict);
    if (outcome.kind !== "merged") return done;
    return editDraft(form, done, { target: conflict.fieldId, input: outcome.input, step: "begin" });
  }, draft);
}

/** Remote changes that remain after the save: those the draft didn't overwrite. */
export function toMergeStateAfterSave(form: Form, { draft, mergeState }: DraftWithMergeState): MergeState {
  return {
    merged: mergeState.merged.filter(({ fieldId }) => getDraftInput(draft, fieldId) === undefined),
    conflicts: mergeState.conflicts.filter((conflict) => {
      const { kind } = getMergeOutcome(form, draft, conflict);
      return kind === "merged" || kind === "theirs" || kind === "same";
    }),
  };
}

/** Records an edit that was typed before the page knew about the remote change. */
export function recordStaleEdit(
  form: Form,
  { draft, mergeState }: DraftWithMergeState,
  fieldId: number,
  before: Input,
): MergeState {
  const field = findField(form, fieldId);
  const existing = findConflict(mergeState, fieldId);
  const isOld = !isSameInput(before, field?.base) && getDraftInput(draft, fieldId) !== undefined;
  const isPending = existing !== undefined && existing.decision === undefined;
  if (!isOld || isPending) return mergeState;
  const knownChange = mergeState.merged.find((remoteChange) => remoteChange.fieldId === fieldId);
  const { by, on } = existing ?? knownChange ?? { by: undefined, on: undefined };
  const conflict: FieldConflict = { fieldId, label: field?.label ?? "", before, by, on, decision: undefined };
  return {
    merged: mergeState.merged.filter((remoteChange) => remoteChange !== knownChange),
    conflicts: [...mergeState.conflicts.filter((each) => each.fieldId !== fieldId), conflict],
  };
}

/** The last author of a field. */
function findAuthorship(
  authorships: readonly ChangeAuthorship[],
  fieldId: number,
): Pick<RemoteChange, "by" | "on"> {
  const authorship = authorships.find(({ fieldIds }) => fieldIds.includes(fieldId));
  return { by: authorship?.by, on: authorship?.on };
}

interface FormVersions {
  /** The base of the draft, and the server's current state. */
  readonly older: Form;
  readonly newer: Form;
  /** Newest first. */
  readonly authorships: readonly ChangeAuthorship[];
}

/** A decision is void once the remote value has changed again. */
function reopenConflict(conflict: FieldConflict, theirs: Input | undefined): FieldConflict {
  const { before, decision, earlier = [] } = conflict;
  if (decision === undefined) return conflict;
  return {
    ...conflict,
    before: theirs,
    earlier: [...earlier, { before, until: decision }],
    decision: undefined,
    wasDiscarded: undefined,
  };
}

/** The edit that was discarded for "theirs", unless that was undone. */
function getDiscardedInput(draft: Draft, { fieldId, decision }: FieldConflict): Input | undefined {
  return getUndoHistoryLength(draft, fieldId) === 0 ? undefined : decision?.mine;
}

function toFilesKey({ value }: FormField): string {
  return JSON.stringify(value?.kind === "files" ? value.files : []);
}

function toNamesKey(files: readonly { readonly name: string }[]): string {
  return JSON.stringify(files.map(({ name }) => name).toSorted());
}

/** Files that were sent with the creation are attachments of the artifact. */
function areSentFiles(was: FormField | undefined, is: FormField | undefined): boolean {
  const attached = is?.value?.kind === "files" ? is.value.files : [];
  return was?.base?.kind === "newFiles" && toNamesKey(was.base.files) === toNamesKey(attached);
}

/** Read-only fields have no input, so their values are compared. */
function isSameValue(was: FormField | undefined, is: FormField | undefined): boolean {
  if (is?.control.kind === "files" && areSentFiles(was, is)) return true;
  const areFiles = was?.control.kind === "files" && is?.control.kind === "files";
  return areFiles ? toFilesKey(was) === toFilesKey(is) : isSameInput(was?.base, is?.base);
}

/** A field that becomes visible wasn't changed by anyone: it can't be set on creation or was hidden. */
function isNewlyVisible(
  was: FormField | undefined,
  fieldId: number,
  { draft, mergeState }: DraftWithMergeState,
): boolean {
  const isUntyped = getDraftInput(draft, fieldId) === undefined && removeUndoSteps(draft, fieldId) === draft;
  return was === undefined && isUntyped && findConflict(mergeState, fieldId) === undefined;
}

function mergeRemoteField(
  { older, newer, authorships }: FormVersions,
  { draft, mergeState }: DraftWithMergeState,
  fieldId: number,
): DraftWithMergeState {
  const [was, is] = [findField(older, fieldId), findField(newer, fieldId)];
  const existing = findConflict(mergeState, fieldId);
  const typed = getDraftInput(draft, fieldId);
  const isStuck = typed !== undefined && !isEditableField(is);
  const isPending = existing !== undefined && existing.decision === undefined;
  const isUnchanged = isSameValue(was, is) || isNewlyVisible(was, fieldId, { draft, mergeState });
  if (isUnchanged && (isPending || !isStuck)) return { draft, mergeState };
  const label = is?.label ?? was?.label ?? existing?.label ?? "";
  const change = { fieldId, label, ...findAuthorship(authorships, fieldId) };
  if (existing !== undefined) {
    // A "theirs" choice is void once the remote value has changed again.
    const discarded = typed === undefined ? getDiscardedInput(draft, existing) : undefined;
    if (discarded === undefined) {
      return {
        draft,
        mergeState: replaceConflict(mergeState, { ...reopenConflict(existing, was?.base), ...change }),
      };
    }
    return {
      draft: editDraft(newer, draft, { target: fieldId, input: discarded, step: "begin" }),
      mergeState: replaceConflict(mergeState, {
        ...existing,
        ...change,
        decision: undefined,
        wasDiscarded: true,
      }),
    };
  }
  const knownChange = mergeState.merged.find((remoteChange) => remoteChange.fieldId === fieldId);
  const otherChanges = mergeState.merged.filter((remoteChange) => remoteChange !== knownChange);
  if (typed !== undefined && !isSameInput(typed, is?.base)) {
    const conflict: FieldConflict = { ...change, before: was?.base, decision: undefined };
    return { draft, mergeState: { merged: otherChanges, conflicts: [...mergeState.conflicts, conflict] } };
  }
  const before = knownChange === undefined ? was?.base : knownChange.before;
  const isBack = before !== undefined && isSameInput(before, is?.base);
  return {
    // Undo must not restore a value over a remote change the user hasn't seen.
    draft: removeUndoSteps(draft, fieldId),
    mergeState: { ...mergeState, merged: isBack ? otherChanges : [...otherChanges, { ...change, before }] },
  };
}

/** Rebases the draft on the server's current state. Edits are only dropped if both sides have the same value. */
export function mergeRemoteChanges(versions: FormVersions, merged: DraftWithMergeState): DraftWithMergeState {
  const { older, newer } = versions;
  const ids = new Set([
    ...newer.fields.map(({ id }) => id),
    ...older.fields.map(({ id }) => id),
    ...merged.draft.inputs.flatMap(({ target }) => (target === "comment" ? [] : target)),
  ]);
  const { draft, mergeState } = [...ids].reduce(
    (done, fieldId) => mergeRemoteField(versions, done, fieldId),
    merged,
  );
  return { draft: dropInputsEqualToBase(newer, draft), mergeState };
}

/**
 * Edits made while the save was in flight, rebased on the server's new state. Fields reverted meanwhile were reverted
 * to the remote value, and later edits of them are based on it. `current` is the server's new form, `typed` the draft
 * when it was sent.
 */
export function getRemainingEdits(
  form: Form,
  current: Form,
  typed: Draft,
  { draft: draftNow, mergeState }: DraftWithMergeState,
): DraftWithMergeState {
  const unsent = getUnsentDraft(form, typed, draftNow);
  const keptInputs = typed.inputs.filter(
    ({ target }) =>
      getDraftInput(draftNow, target) !== undefined && !isConflictResolved(draftNow, mergeState, target),
  );
  const older = toFormAfterSave(current, { ...typed, inputs: keptInputs });
  const { draft, mergeState: remaining } = mergeRemoteChanges(
    { older, newer: current, authorships: [] },
    { draft: unsent, mergeState: emptyMergeState },
  );
  return { draft, mergeState: { merged: [], conflicts: remaining.conflicts } };
}
