// A person at a form, and others who save to the same artifact meanwhile; with a second account of what each state of
// the draft was typed over, kept step by step.
import type { Input } from "../../../../src/model/fields/registry.ts";
import { settled } from "../../../../src/model/form/changes.ts";
import {
  type Draft,
  edited,
  inputIn,
  redone,
  type Target,
  typedIn,
  undone,
  untouched,
} from "../../../../src/model/form/draft.ts";
import { fieldOf, type Form } from "../../../../src/model/form/form.ts";
import { sameInput } from "../../../../src/model/form/input.ts";
import {
  alone,
  type Choice,
  chosen,
  type Contest,
  type Encounter,
  forSending,
  met,
  takesInput,
} from "../../../../src/model/merge/encounter.ts";
import { typing } from "./someForm.ts";

export type Action =
  | { readonly kind: "type"; readonly target: Target; readonly input: Input; readonly step: "begin" | "join" }
  | { readonly kind: "putBack"; readonly fieldId: number }
  | { readonly kind: "undo" | "redo" | "keep" }
  | { readonly kind: "choose"; readonly fieldId: number; readonly choice: Choice }
  /** Others save; then these fields can't be changed, and those are not there at all. */
  | {
      readonly kind: "others";
      readonly inputs: readonly (readonly [fieldId: number, input: Input])[];
      readonly locked: readonly number[];
      readonly gone: readonly number[];
    };

type Step = Draft["steps"][number];
/** More than one where a question was open: what is typed then may be meant either way. */
type Grounds = readonly (Input | undefined)[];

export interface Session {
  /** All that the server has, also where the person does not see it. */
  readonly server: Form;
  readonly form: Form;
  readonly draft: Draft;
  readonly encounter: Encounter;
  /** What stood on the server when the person last looked at what they have typed, for each step of the draft. */
  readonly grounds: ReadonlyMap<Step, Grounds>;
  /** The steps after something was typed; the next letter is a step of its own unless they are the same. */
  readonly lastTyped: Draft["steps"];
}

export function begun(form: Form): Session {
  return { server: form, form, draft: untouched, encounter: alone, grounds: new Map(), lastTyped: [] };
}

export function contestIn({ encounter }: Session, fieldId: number): Contest | undefined {
  return encounter.contests.find((contest) => contest.fieldId === fieldId);
}

export function theirsIn({ form }: Session, target: Target): Input | undefined {
  return target === "comment" ? undefined : fieldOf(form, target)?.base;
}

/** What a field shows, or the comment. */
export function shownIn({ form, draft }: Session, target: Target): Input | undefined {
  return target === "comment" ? typedIn(draft, target) : inputIn(form, draft, target);
}

function lastStep({ draft }: Session, target: Target): Step | undefined {
  return draft.steps.slice(0, draft.position).findLast((step) => step.target === target);
}

/** Whether anything was done to a field that was not undone. */
export function isTouched(session: Session, fieldId: number): boolean {
  return lastStep(session, fieldId) !== undefined;
}

/** What the server had when the person last saw both what it had and what they have typed. */
export function groundsIn(session: Session, target: Target): Grounds {
  const step = lastStep(session, target);
  return (step && session.grounds.get(step)) ?? [];
}

/** Steps that were added stand on `grounds`. */
function after(session: Session, draft: Draft, grounds: (target: Target) => Grounds): Session {
  const all = draft.steps.map((step) => [step, session.grounds.get(step) ?? grounds(step.target)] as const);
  return { ...session, draft, grounds: new Map(all) };
}

/** Whatever is typed belongs to what was there already, or to a question that may be open. */
function groundsOfTyping(session: Session, target: Target, input: Input | undefined): Grounds {
  const contest = target === "comment" ? undefined : contestIn(session, target);
  const decided = [contest?.decided, ...(contest?.earlier ?? []).map(({ until }) => until)];
  // Whoever types what was decided has decided it.
  const isDecided = decided.some((each) => each !== undefined && sameInput(each.became, input));
  const goesOn = typedIn(session.draft, target) !== undefined && !isDecided;
  return goesOn ? groundsIn(session, target) : [theirsIn(session, target), ...befores(contest)];
}

function typed(session: Session, target: Target, input: Input | undefined, step: "begin" | "join"): Session {
  // Nobody can type where there is no control.
  if (target !== "comment" && !takesInput(fieldOf(session.form, target))) return session;
  const { form, draft, lastTyped } = session;
  const goesOn = lastTyped === draft.steps && draft.position === draft.steps.length;
  const now = edited(form, draft, { target, input, step: goesOn ? step : "begin" });
  return {
    ...after(session, now, () => groundsOfTyping(session, target, input)),
    lastTyped: now === draft ? lastTyped : now.steps,
  };
}

/** All that stood there before, as far as the contest knows. */
function befores(contest: Contest | undefined): Grounds {
  return contest === undefined ? [] : [contest, ...(contest.earlier ?? [])].map(({ before }) => before);
}

function withGrounds(session: Session, steps: readonly Step[], more: Grounds): Session {
  const grounds = steps.map((step) => [step, [...(session.grounds.get(step) ?? []), ...more]] as const);
  return { ...session, grounds: new Map([...session.grounds, ...grounds]) };
}

/** An answer that was replaced by another one, or undone, is forgotten: the question may be asked again. */
function forgotten(session: Session, fieldId: number): Session {
  const contest = contestIn(session, fieldId);
  const steps = session.draft.steps.filter(({ target }) => target === fieldId);
  return contest?.decided === undefined ? session : withGrounds(session, steps, befores(contest));
}

function chose(session: Session, fieldId: number, choice: Choice): Session {
  const { draft, encounter } = chosen(session.form, session, fieldId, choice);
  if (encounter === session.encounter) return session;
  const theirs = [theirsIn(session, fieldId)];
  const next = { ...after(forgotten(session, fieldId), draft, () => theirs), encounter, lastTyped: [] };
  // What stays as it is, and what a redo makes of it, was seen together with theirs.
  const last = lastStep(next, fieldId);
  const waiting = draft.steps.slice(draft.position).filter(({ target }) => target === fieldId);
  return withGrounds(next, last === undefined ? waiting : [last, ...waiting], theirs);
}

function othersSaved(session: Session, { inputs, locked, gone }: Action & { kind: "others" }): Session {
  const server = settled(session.server, typing(session.server, ...inputs));
  const fields = server.fields
    .filter(({ id }) => !gone.includes(id))
    .map((field) => (locked.includes(field.id) ? { ...field, access: "read" as const } : field));
  const form = { ...server, fields };
  const { draft, encounter } = met({ older: session.form, newer: form, writings: [] }, session);
  // What was given up is typed again, over what it had been typed over at first.
  const given = (target: Target): Grounds =>
    typeof target === "number" ? [contestIn(session, target)?.before] : [];
  return { ...after(session, draft, given), server, form, encounter };
}

export function kept(session: Session): Session {
  const { draft, encounter, grounds } = session;
  const again = JSON.parse(JSON.stringify({ draft, encounter })) as Pick<Session, "draft" | "encounter">;
  const known = draft.steps.map((step) => grounds.get(step) ?? []);
  return {
    ...session,
    ...again,
    grounds: new Map(again.draft.steps.map((step, index) => [step, known[index] ?? []])),
  };
}

/** What the server would have, were it sent as it stands. */
export function sentIn(session: Session, target: Target): Input | undefined {
  return shownIn({ ...session, draft: forSending(session.form, session) }, target);
}

export function done(session: Session, action: Action): Session {
  const { form, draft } = session;
  switch (action.kind) {
    case "type":
      return typed(session, action.target, action.input, action.step);
    case "putBack":
      return {
        ...typed(chose(session, action.fieldId, "theirs"), action.fieldId, undefined, "begin"),
        lastTyped: [],
      };
    case "undo":
      return { ...session, draft: undone(form, draft) };
    case "redo":
      return { ...session, draft: redone(form, draft) };
    case "keep":
      return kept(session);
    case "choose":
      return chose(session, action.fieldId, action.choice);
    case "others":
      return othersSaved(session, action);
  }
}
