// What was typed and not sent: the steps a person took, and how many of them are in force. A step that was
// undone waits behind the position until something else is typed.
import type { Input } from "../fields/registry.ts";
import { type Form, fieldOf } from "./form.ts";
import { isEmpty, sameInput } from "./input.ts";

/** A field by its id, or the comment that goes along. */
export type Target = number | "comment";

interface Step {
  readonly target: Target;
  /** Undefined for the state that the form starts from. */
  readonly before: Input | undefined;
  readonly after: Input | undefined;
}

export interface Edit {
  readonly target: Target;
  /** Undefined puts the field back. */
  readonly input: Input | undefined;
  /** `join` for the next letter of a word: one undo takes back all of it. */
  readonly step: "begin" | "join";
}

export interface Draft {
  readonly steps: readonly Step[];
  /** How many of the steps are in force. */
  readonly position: number;
  /** What stands where, of the targets that differ from what the form starts from. */
  readonly inputs: readonly Typed[];
  /** How many of the oldest steps, by their target, were too heavy to be kept. */
  readonly forgotten?: readonly { readonly target: Target; readonly steps: number }[] | undefined;
}

export interface Typed {
  readonly target: Target;
  readonly input: Input;
}

export const untouched: Draft = { steps: [], position: 0, inputs: [] };

/** Long texts make heavy steps; the oldest ones go first. In characters. */
const heaviest = 500_000;

export function typedIn(draft: Draft, target: Target): Input | undefined {
  return draft.inputs.find((typed) => typed.target === target)?.input;
}

/** What a field shows: what was typed into it, else what it starts from. */
export function inputIn(form: Form, draft: Draft, fieldId: number): Input | undefined {
  return typedIn(draft, fieldId) ?? fieldOf(form, fieldId)?.base;
}

export function isUntouched({ inputs }: Draft): boolean {
  return inputs.length === 0;
}

function baseOf(form: Form, target: Target): Input | undefined {
  return target === "comment" ? undefined : fieldOf(form, target)?.base;
}

/** Typing a field back to what it starts from is no change; neither is an empty comment. */
function changed(form: Form, target: Target, input: Input | undefined): Input | undefined {
  const isBack = target === "comment" ? isEmpty(input) : sameInput(input, baseOf(form, target));
  return isBack ? undefined : input;
}

function withTyped(inputs: readonly Typed[], target: Target, input: Input | undefined): readonly Typed[] {
  const at = inputs.findIndex((typed) => typed.target === target);
  if (input === undefined) return at === -1 ? inputs : inputs.toSpliced(at, 1);
  const typed = { target, input };
  return at === -1 ? [...inputs, typed] : inputs.with(at, typed);
}

function weight({ before, after }: Step): number {
  return JSON.stringify([before, after]).length;
}

/** The newest steps that are light enough together, always the last one. */
function lightEnough(steps: readonly Step[]): readonly Step[] {
  let sum = 0;
  const tooOld = steps.findLastIndex((step) => (sum += weight(step)) > heaviest);
  return steps.slice(Math.min(tooOld + 1, steps.length - 1));
}

export function forgottenSteps({ forgotten = [] }: Draft, target: Target): number {
  return forgotten.find((each) => each.target === target)?.steps ?? 0;
}

function forgetting(draft: Draft, steps: readonly Step[]): Draft["forgotten"] {
  return steps.reduce<NonNullable<Draft["forgotten"]>>((all, { target }) => {
    const known = all.find((each) => each.target === target);
    return [...all.filter((each) => each !== known), { target, steps: (known?.steps ?? 0) + 1 }];
  }, draft.forgotten ?? []);
}

export function edited(form: Form, draft: Draft, { target, input, step }: Edit): Draft {
  const after = changed(form, target, input);
  const before = typedIn(draft, target);
  if (sameInput(before, after)) return draft;
  const done = draft.steps.slice(0, draft.position);
  const last = done.at(-1);
  const isJoined = step === "join" && last?.target === target;
  const all = isJoined ? [...done.slice(0, -1), { ...last, after }] : [...done, { target, before, after }];
  const steps = lightEnough(all);
  const dropped = all.slice(0, all.length - steps.length);
  return {
    steps,
    position: steps.length,
    inputs: withTyped(draft.inputs, target, after),
    ...(dropped.length === 0 && draft.forgotten === undefined
      ? {}
      : { forgotten: forgetting(draft, dropped) }),
  };
}

export function canUndo({ position }: Draft): boolean {
  return position > 0;
}

export function canRedo({ steps, position }: Draft): boolean {
  return position < steps.length;
}

export function undone(form: Form, draft: Draft): Draft {
  const step = draft.steps[draft.position - 1];
  if (step === undefined) return draft;
  const inputs = withTyped(draft.inputs, step.target, changed(form, step.target, step.before));
  return { ...draft, position: draft.position - 1, inputs };
}

export function redone(form: Form, draft: Draft): Draft {
  const step = draft.steps[draft.position];
  if (step === undefined) return draft;
  const inputs = withTyped(draft.inputs, step.target, changed(form, step.target, step.after));
  return { ...draft, position: draft.position + 1, inputs };
}

/** The target of the step that an undo would take back, or a redo would do again. */
export function stepTarget(draft: Draft, direction: "undo" | "redo"): Target | undefined {
  return draft.steps[direction === "undo" ? draft.position - 1 : draft.position]?.target;
}

/** The same draft over a newer state of the server: what it says already is no change any more. */
export function rebased(form: Form, draft: Draft): Draft {
  const inputs = draft.inputs.filter(({ target, input }) => changed(form, target, input) !== undefined);
  return inputs.length === draft.inputs.length ? draft : { ...draft, inputs };
}
