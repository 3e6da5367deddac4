// Builders for actions on a form.
import assert from "node:assert/strict";
import type { Input } from "../../../../src/model/fields/registry.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import {
  type Resolution,
  getResolution,
  getInputBeforeResolution,
  getShownConflicts,
  getMergeOutcome,
} from "../../../../src/model/merge/mergeState.ts";
import {
  type Action,
  startSession,
  findConflict,
  applyAction,
  type MergeSession,
  getShown,
} from "./mergeSession.ts";

export function runActions(start: Form, ...actions: readonly Action[]): MergeSession {
  return actions.reduce(applyAction, startSession(start));
}

export function createTyping(fieldId: number, input: Input): Action {
  return { kind: "type", target: fieldId, input, step: "begin" };
}

export function createRemoteSave(...inputs: readonly (readonly [fieldId: number, input: Input])[]): Action {
  return { kind: "remoteSave", inputs, locked: [], gone: [] };
}

export function createChoice(fieldId: number, choice: Resolution): Action {
  return { kind: "choose", fieldId, choice };
}

export const undo: Action = { kind: "undo" };
export const redo: Action = { kind: "redo" };

export function createGroupsInput(...ids: readonly string[]): Input {
  return { kind: "permissions", groups: ids.map((id) => ({ id, label: id })) };
}

/** Current input, resolution and merge outcome of a field. */
export function describeField(
  session: MergeSession,
  fieldId: number,
): readonly [input: Input | undefined, choice: Resolution | undefined, verdict: string] {
  const { form, draft } = session;
  const conflict = findConflict(session, fieldId) ?? assert.fail("no conflict");
  return [
    getShown(session, fieldId),
    getResolution(form, draft, conflict),
    getMergeOutcome(form, draft, conflict).kind,
  ];
}

export function getMine(session: MergeSession, fieldId: number): Input | undefined {
  return getInputBeforeResolution(
    session.draft,
    findConflict(session, fieldId) ?? assert.fail("no conflict"),
  );
}

/** The base shown in the conflict prompt. */
export function getBefore({ form, draft, mergeState }: MergeSession, fieldId: number): Input | undefined {
  const prompt = getShownConflicts(form, draft, mergeState).find((conflict) => conflict.fieldId === fieldId);
  return (prompt ?? assert.fail("no prompt")).before;
}
