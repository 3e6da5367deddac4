// What has stood in a field of a draft, one after the other, as far as an undo leads back.
import { type Draft, forgottenSteps, typedIn } from "../form/draft.ts";
import { type Input, sameInput } from "../form/input.ts";

function courseOf(draft: Draft, fieldId: number): readonly (Input | undefined)[] {
  const steps = draft.steps.slice(0, draft.position).filter(({ target }) => target === fieldId);
  const [first] = steps;
  return first === undefined ? [typedIn(draft, fieldId)] : [first.before, ...steps.map(({ after }) => after)];
}

/** How often something was typed and not undone, from the start. */
export function lengthOf(draft: Draft, fieldId: number): number {
  return forgottenSteps(draft, fieldId) + courseOf(draft, fieldId).length - 1;
}

/** Nothing leads back to what has stood in a field. */
export function withoutSteps(draft: Draft, fieldId: number): Draft {
  const others = draft.steps.filter(({ target }) => target !== fieldId);
  if (others.length === draft.steps.length && forgottenSteps(draft, fieldId) === 0) return draft;
  const position = draft.steps.slice(0, draft.position).filter(({ target }) => target !== fieldId).length;
  const forgotten = draft.forgotten?.filter(({ target }) => target !== fieldId);
  return { ...draft, steps: others, position, ...(forgotten === undefined ? {} : { forgotten }) };
}

export type Choice = "mine" | "theirs" | "both" | "edit";

/** What was done about something that had been typed. */
export interface Decision {
  readonly mine: Input;
  readonly as: Choice;
  /** What was put in its place; undefined for theirs. */
  readonly became?: Input | undefined;
  /** How long the course was by then. */
  readonly at: number;
}

/** Whether it was not undone, whatever was typed after it. */
export function isInForce(draft: Draft, fieldId: number, { became, at }: Decision): boolean {
  const index = at - forgottenSteps(draft, fieldId);
  // No undo leads back to what is forgotten.
  if (index < 0) return true;
  const course = courseOf(draft, fieldId);
  return index < course.length && sameInput(course[index], became);
}

/** What something was typed over. */
export interface Ground {
  readonly before: Input | undefined;
  /** What it had been typed over until something was decided; the oldest first. An undo can lead back to that. */
  readonly earlier?: readonly { readonly before: Input | undefined; readonly until: Decision }[] | undefined;
}

/** That of what stands there now. */
export function groundIn(draft: Draft, fieldId: number, ground: Ground): Ground {
  const { earlier = [] } = ground;
  const at = earlier.findIndex(({ until }) => !isInForce(draft, fieldId, until));
  const found = earlier[at];
  return found === undefined ? ground : { before: found.before, earlier: earlier.slice(0, at) };
}
