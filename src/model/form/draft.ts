// Unsaved edits as undo steps. Undone steps stay after `position` until the next edit.
import type { PendingAttachment } from "../attachment.ts";
import type { Input } from "../fields/registry.ts";
import { type Form, findField } from "./form.ts";
import { isEmptyInput, isSameInput } from "./input.ts";

/** A field id, or the comment. */
export type InputTarget = number | "comment";

interface UndoStep {
  readonly target: InputTarget;
  /** Undefined means the base of the form. */
  readonly before: Input | undefined;
  readonly after: Input | undefined;
}

export interface DraftEdit {
  readonly target: InputTarget;
  /** Undefined reverts the field. */
  readonly input: Input | undefined;
  /** `join` extends the previous step while typing, so that one undo reverts all of it. */
  readonly step: "begin" | "join";
}

export interface Draft {
  readonly steps: readonly UndoStep[];
  /** Number of steps that aren't undone. */
  readonly position: number;
  /** Current inputs of all targets that differ from the base. */
  readonly inputs: readonly DraftInput[];
  /** A new step began with the same input, as when a conflict is resolved by typing, so typing doesn't join the last one. */
  readonly hasEndedStep?: true | undefined;
  /** Number of dropped oldest steps by target. */
  readonly droppedSteps?: readonly { readonly target: InputTarget; readonly steps: number }[] | undefined;
}

export interface DraftInput {
  readonly target: InputTarget;
  readonly input: Input;
}

export const emptyDraft: Draft = { steps: [], position: 0, inputs: [] };

/** In characters; the oldest steps are dropped first. */
const maxStepsSize = 500_000;

export function getDraftInput(draft: Draft, target: InputTarget): Input | undefined {
  return draft.inputs.find((typed) => typed.target === target)?.input;
}

/** The draft's input, or the base. */
export function getCurrentInput(form: Form, draft: Draft, fieldId: number): Input | undefined {
  return getDraftInput(draft, fieldId) ?? findField(form, fieldId)?.base;
}

function toPendingAttachments(target: InputTarget, input: Input | undefined): readonly PendingAttachment[] {
  if (typeof target !== "number" || input?.kind !== "newFiles") return [];
  return input.files.map((file) => ({ fieldId: target, file }));
}

/** The files that are uploaded when the artifact is created. */
export function getPendingAttachments({ inputs }: Pick<Draft, "inputs">): readonly PendingAttachment[] {
  return inputs.flatMap(({ target, input }) => toPendingAttachments(target, input));
}

/** Also those that were removed and can be restored by undo. */
export function getAllPendingAttachments({
  inputs,
  steps,
}: Pick<Draft, "inputs" | "steps">): readonly PendingAttachment[] {
  const removed = steps.flatMap(({ target, before, after }) => [
    ...toPendingAttachments(target, before),
    ...toPendingAttachments(target, after),
  ]);
  const byKey = new Map(
    [...removed, ...getPendingAttachments({ inputs })].map((each) => [
      `${each.fieldId} ${each.file.key}`,
      each,
    ]),
  );
  return [...byKey.values()];
}

export function isEmptyDraft({ inputs }: Draft): boolean {
  return inputs.length === 0;
}

function baseOf(form: Form, target: InputTarget): Input | undefined {
  return target === "comment" ? undefined : findField(form, target)?.base;
}

/** An input equal to the base is no change, nor is an empty comment. */
function toChangedInput(form: Form, target: InputTarget, input: Input | undefined): Input | undefined {
  const isBack = target === "comment" ? isEmptyInput(input) : isSameInput(input, baseOf(form, target));
  return isBack ? undefined : input;
}

function setDraftInput(
  inputs: readonly DraftInput[],
  target: InputTarget,
  input: Input | undefined,
): readonly DraftInput[] {
  const at = inputs.findIndex((typed) => typed.target === target);
  if (input === undefined) return at === -1 ? inputs : inputs.toSpliced(at, 1);
  const typed = { target, input };
  return at === -1 ? [...inputs, typed] : inputs.with(at, typed);
}

function getStepSize({ before, after }: UndoStep): number {
  return JSON.stringify([before, after]).length;
}

/** Always keeps the last step. */
function dropOldestSteps(steps: readonly UndoStep[]): readonly UndoStep[] {
  let sum = 0;
  const tooOld = steps.findLastIndex((step) => (sum += getStepSize(step)) > maxStepsSize);
  return steps.slice(Math.min(tooOld + 1, steps.length - 1));
}

export function countDroppedSteps({ droppedSteps = [] }: Draft, target: InputTarget): number {
  return droppedSteps.find((each) => each.target === target)?.steps ?? 0;
}

function addDroppedSteps(draft: Draft, steps: readonly UndoStep[]): Draft["droppedSteps"] {
  return steps.reduce<NonNullable<Draft["droppedSteps"]>>((counts, { target }) => {
    const existing = counts.find((each) => each.target === target);
    return [...counts.filter((each) => each !== existing), { target, steps: (existing?.steps ?? 0) + 1 }];
  }, draft.droppedSteps ?? []);
}

export function editDraft(form: Form, draft: Draft, { target, input, step }: DraftEdit): Draft {
  const after = toChangedInput(form, target, input);
  const before = getDraftInput(draft, target);
  const done = draft.steps.slice(0, draft.position);
  const last = done.at(-1);
  if (isSameInput(before, after)) {
    if (step === "join" || last?.target !== target || draft.hasEndedStep === true) return draft;
    return { ...draft, hasEndedStep: true };
  }
  const isJoined = step === "join" && last?.target === target && draft.hasEndedStep !== true;
  const all = isJoined ? [...done.slice(0, -1), { ...last, after }] : [...done, { target, before, after }];
  const steps = dropOldestSteps(all);
  const dropped = all.slice(0, all.length - steps.length);
  return {
    steps,
    position: steps.length,
    inputs: setDraftInput(draft.inputs, target, after),
    ...(dropped.length === 0 && draft.droppedSteps === undefined
      ? {}
      : { droppedSteps: addDroppedSteps(draft, dropped) }),
  };
}

export function canUndo({ position }: Draft): boolean {
  return position > 0;
}

export function canRedo({ steps, position }: Draft): boolean {
  return position < steps.length;
}

export function undoEdit(form: Form, draft: Draft): Draft {
  const step = draft.steps[draft.position - 1];
  if (step === undefined) return draft;
  const inputs = setDraftInput(draft.inputs, step.target, toChangedInput(form, step.target, step.before));
  return { ...draft, position: draft.position - 1, inputs };
}

export function redoEdit(form: Form, draft: Draft): Draft {
  const step = draft.steps[draft.position];
  if (step === undefined) return draft;
  const inputs = setDraftInput(draft.inputs, step.target, toChangedInput(form, step.target, step.after));
  return { ...draft, position: draft.position + 1, inputs };
}

/** The target of the next undo or redo. */
export function getUndoRedoTarget(draft: Draft, direction: "undo" | "redo"): InputTarget | undefined {
  return draft.steps[direction === "undo" ? draft.position - 1 : draft.position]?.target;
}

/** Drops inputs that are equal to the newer base. */
export function dropInputsEqualToBase(form: Form, draft: Draft): Draft {
  const inputs = draft.inputs.filter(
    ({ target, input }) => toChangedInput(form, target, input) !== undefined,
  );
  return inputs.length === draft.inputs.length ? draft : { ...draft, inputs };
}
