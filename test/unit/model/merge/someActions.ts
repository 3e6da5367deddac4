// What a person and others do to a form, said in few words, and what comes of it.
import assert from "node:assert/strict";
import type { Input } from "../../../../src/model/fields/registry.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import {
  type Choice,
  choiceIn,
  mineIn,
  questionsOf,
  verdictOf,
} from "../../../../src/model/merge/encounter.ts";
import { type Action, begun, contestIn, done, type Session, shownIn } from "./someSession.ts";

export function after(start: Form, ...actions: readonly Action[]): Session {
  return actions.reduce(done, begun(start));
}

export function type(fieldId: number, input: Input): Action {
  return { kind: "type", target: fieldId, input, step: "begin" };
}

export function others(...inputs: readonly (readonly [fieldId: number, input: Input])[]): Action {
  return { kind: "others", inputs, locked: [], gone: [] };
}

export function choose(fieldId: number, choice: Choice): Action {
  return { kind: "choose", fieldId, choice };
}

export const undo: Action = { kind: "undo" };
export const redo: Action = { kind: "redo" };

export function groups(...ids: readonly string[]): Input {
  return { kind: "permissions", groups: ids.map((id) => ({ id, label: id })) };
}

/** What stands in a field, what was chosen about it, and what comes of it. */
export function state(
  session: Session,
  fieldId: number,
): readonly [input: Input | undefined, choice: Choice | undefined, verdict: string] {
  const { form, draft } = session;
  const contest = contestIn(session, fieldId) ?? assert.fail("no contest");
  return [shownIn(session, fieldId), choiceIn(form, draft, contest), verdictOf(form, draft, contest).kind];
}

export function mineOf(session: Session, fieldId: number): Input | undefined {
  return mineIn(session.draft, contestIn(session, fieldId) ?? assert.fail("no contest"));
}

/** What a question says that stood there before. */
export function beforeIn({ form, draft, encounter }: Session, fieldId: number): Input | undefined {
  const asked = questionsOf(form, draft, encounter).find((contest) => contest.fieldId === fieldId);
  return (asked ?? assert.fail("not asked")).before;
}
