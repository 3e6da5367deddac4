// A user at a form while others save the same artifact. Independently records what each undo step was typed
// over.
import type { Input } from "../../../../src/model/fields/registry.ts";
import { toFormAfterSave } from "../../../../src/model/form/fieldChanges.ts";
import {
  type Draft,
  editDraft,
  getCurrentInput,
  redoEdit,
  type InputTarget,
  getDraftInput,
  undoEdit,
  emptyDraft,
} from "../../../../src/model/form/draft.ts";
import { findField, type Form } from "../../../../src/model/form/form.ts";
import { isSameInput } from "../../../../src/model/form/input.ts";
import {
  emptyMergeState,
  type Resolution,
  resolveConflict,
  type FieldConflict,
  type MergeState,
  mergeForSave,
  mergeRemoteChanges,
  isEditableField,
} from "../../../../src/model/merge/mergeState.ts";
import { createDraft } from "./testForm.ts";

export type Action =
  | {
      readonly kind: "type";
      readonly target: InputTarget;
      readonly input: Input;
      readonly step: "begin" | "join";
    }
  | { readonly kind: "revert"; readonly fieldId: number }
  | { readonly kind: "undo" | "redo" | "storeAndLoad" }
  | { readonly kind: "choose"; readonly fieldId: number; readonly choice: Resolution }
  /** Others save; `locked` fields become read-only and `gone` fields are removed. */
  | {
      readonly kind: "remoteSave";
      readonly inputs: readonly (readonly [fieldId: number, input: Input])[];
      readonly locked: readonly number[];
      readonly gone: readonly number[];
    };

type Step = Draft["steps"][number];
/** Several if a conflict was open, because the input can be meant for either base. */
type Bases = readonly (Input | undefined)[];

export interface MergeSession {
  /** Complete server state, including hidden fields. */
  readonly server: Form;
  readonly form: Form;
  readonly draft: Draft;
  readonly mergeState: MergeState;
  /** The server's value that was visible when each undo step was made. */
  readonly bases: ReadonlyMap<Step, Bases>;
  /** The steps after the last typing; joining requires that they are unchanged. */
  readonly lastTyped: Draft["steps"];
}

export function startSession(form: Form): MergeSession {
  return {
    server: form,
    form,
    draft: emptyDraft,
    mergeState: emptyMergeState,
    bases: new Map(),
    lastTyped: [],
  };
}

export function findConflict({ mergeState }: MergeSession, fieldId: number): FieldConflict | undefined {
  return mergeState.conflicts.find((conflict) => conflict.fieldId === fieldId);
}

export function getTheirs({ form }: MergeSession, target: InputTarget): Input | undefined {
  return target === "comment" ? undefined : findField(form, target)?.base;
}

export function getShown({ form, draft }: MergeSession, target: InputTarget): Input | undefined {
  return target === "comment" ? getDraftInput(draft, target) : getCurrentInput(form, draft, target);
}

function findLastStep({ draft }: MergeSession, target: InputTarget): Step | undefined {
  return draft.steps.slice(0, draft.position).findLast((step) => step.target === target);
}

/** Whether the field has steps that aren't undone. */
export function isTouched(session: MergeSession, fieldId: number): boolean {
  return findLastStep(session, fieldId) !== undefined;
}

/** The server's values that were visible at the last step. */
export function getBases(session: MergeSession, target: InputTarget): Bases {
  const step = findLastStep(session, target);
  return (step && session.bases.get(step)) ?? [];
}

/** New steps get the bases of `getNewBases`. */
function withDraft(
  session: MergeSession,
  draft: Draft,
  getNewBases: (target: InputTarget) => Bases,
): MergeSession {
  const all = draft.steps.map((step) => [step, session.bases.get(step) ?? getNewBases(step.target)] as const);
  return { ...session, draft, bases: new Map(all) };
}

/** Typing continues the previous step, or answers an open conflict. */
function getBasesOfTyping(session: MergeSession, target: InputTarget, input: Input | undefined): Bases {
  const conflict = target === "comment" ? undefined : findConflict(session, target);
  const decided = [conflict?.decision, ...(conflict?.earlier ?? []).map(({ until }) => until)];
  // Typing the decided value counts as that decision.
  const isDecided = decided.some((each) => each !== undefined && isSameInput(each.result, input));
  const isContinued = getDraftInput(session.draft, target) !== undefined && !isDecided;
  return isContinued
    ? getBases(session, target)
    : [getTheirs(session, target), ...getPreviousInputs(conflict)];
}

function applyTyping(
  session: MergeSession,
  target: InputTarget,
  input: Input | undefined,
  step: "begin" | "join",
): MergeSession {
  // Read-only fields can't be typed into.
  if (target !== "comment" && !isEditableField(findField(session.form, target))) return session;
  const { form, draft, lastTyped } = session;
  const isContinued = lastTyped === draft.steps && draft.position === draft.steps.length;
  const now = editDraft(form, draft, { target, input, step: isContinued ? step : "begin" });
  return {
    ...withDraft(session, now, () => getBasesOfTyping(session, target, input)),
    lastTyped: now === draft ? lastTyped : now.steps,
  };
}

/** All previous values known to the conflict. */
function getPreviousInputs(conflict: FieldConflict | undefined): Bases {
  return conflict === undefined ? [] : [conflict, ...(conflict.earlier ?? [])].map(({ before }) => before);
}

function withBases(session: MergeSession, steps: readonly Step[], more: Bases): MergeSession {
  const getNewBases = steps.map((step) => [step, [...(session.bases.get(step) ?? []), ...more]] as const);
  return { ...session, bases: new Map([...session.bases, ...getNewBases]) };
}

/** A replaced or undone decision doesn't count: the conflict may be shown again. */
function forgetResolution(session: MergeSession, fieldId: number): MergeSession {
  const conflict = findConflict(session, fieldId);
  const steps = session.draft.steps.filter(({ target }) => target === fieldId);
  return conflict?.decision === undefined ? session : withBases(session, steps, getPreviousInputs(conflict));
}

function applyChoice(session: MergeSession, fieldId: number, choice: Resolution): MergeSession {
  const { draft, mergeState } = resolveConflict(session.form, session, fieldId, choice);
  if (mergeState === session.mergeState) return session;
  const theirs = [getTheirs(session, fieldId)];
  const next = {
    ...withDraft(forgetResolution(session, fieldId), draft, () => theirs),
    mergeState,
    lastTyped: [],
  };
  // Unchanged inputs, and those a redo restores, were visible together with the remote value.
  const last = findLastStep(next, fieldId);
  const redoSteps = draft.steps.slice(draft.position).filter(({ target }) => target === fieldId);
  return withBases(next, last === undefined ? redoSteps : [last, ...redoSteps], theirs);
}

function applyRemoteSave(
  session: MergeSession,
  { inputs, locked, gone }: Action & { kind: "remoteSave" },
): MergeSession {
  const server = toFormAfterSave(session.server, createDraft(session.server, ...inputs));
  const fields = server.fields
    .filter(({ id }) => !gone.includes(id))
    .map((field) => (locked.includes(field.id) ? { ...field, access: "read" as const } : field));
  const form = { ...server, fields };
  const { draft, mergeState } = mergeRemoteChanges(
    { older: session.form, newer: form, authorships: [] },
    session,
  );
  // A discarded input is restored over its original base.
  const getOriginalBases = (target: InputTarget): Bases =>
    typeof target === "number" ? [findConflict(session, target)?.before] : [];
  return { ...withDraft(session, draft, getOriginalBases), server, form, mergeState };
}

export function storeAndLoad(session: MergeSession): MergeSession {
  const { draft, mergeState, bases } = session;
  const loaded = JSON.parse(JSON.stringify({ draft, mergeState })) as Pick<
    MergeSession,
    "draft" | "mergeState"
  >;
  const knownBases = draft.steps.map((step) => bases.get(step) ?? []);
  return {
    ...session,
    ...loaded,
    bases: new Map(loaded.draft.steps.map((step, index) => [step, knownBases[index] ?? []])),
  };
}

/** The server's value after sending the draft now. */
export function getSent(session: MergeSession, target: InputTarget): Input | undefined {
  return getShown({ ...session, draft: mergeForSave(session.form, session) }, target);
}

export function applyAction(session: MergeSession, action: Action): MergeSession {
  const { form, draft } = session;
  switch (action.kind) {
    case "type":
      return applyTyping(session, action.target, action.input, action.step);
    case "revert":
      return {
        ...applyTyping(applyChoice(session, action.fieldId, "theirs"), action.fieldId, undefined, "begin"),
        lastTyped: [],
      };
    case "undo":
      return { ...session, draft: undoEdit(form, draft) };
    case "redo":
      return { ...session, draft: redoEdit(form, draft) };
    case "storeAndLoad":
      return storeAndLoad(session);
    case "choose":
      return applyChoice(session, action.fieldId, action.choice);
    case "remoteSave":
      return applyRemoteSave(session, action);
  }
}
