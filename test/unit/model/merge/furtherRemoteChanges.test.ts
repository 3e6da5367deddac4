import assert from "node:assert/strict";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { getDraftInput } from "../../../../src/model/form/draft.ts";
import {
  type Resolution,
  findUnresolvedConflicts,
  getAvailableResolutions,
  getShownConflicts,
} from "../../../../src/model/merge/mergeState.ts";
import { createChoicesValue } from "../../../support/fixtures/formBuilders.ts";
import {
  runActions,
  getBefore,
  createChoice,
  createGroupsInput,
  createRemoteSave,
  redo,
  describeField,
  createTyping,
  undo,
} from "./actionBuilders.ts";
import { createFormWith, createLineInput, createTextInput } from "./testForm.ts";
import { applyAction, getSent, getShown } from "./mergeSession.ts";

/** A text of five lines, some of them changed. */
function lines(changed: Readonly<Record<number, string>> = {}): Input {
  return createTextInput([1, 2, 3, 4, 5].map((number) => `${changed[number] ?? number}\n`).join(""));
}

const conflicting = runActions(
  createFormWith([1, createLineInput("a")]),
  createTyping(1, createLineInput("b")),
  createRemoteSave([1, createLineInput("c")]),
);
const conflictingGroups = runActions(
  createFormWith([9, createGroupsInput()]),
  createTyping(9, createGroupsInput("a")),
  createRemoteSave([9, createGroupsInput("b")]),
);
const merged = runActions(
  createFormWith([2, lines()]),
  createTyping(2, lines({ 1: "first" })),
  createTyping(2, lines({ 1: "mine" })),
  createRemoteSave([2, lines({ 5: "theirs" })]),
);

describe("an automatic merge", () => {
  it("sends the changes of both sides while the field shows the typed input", () => {
    assert.deepEqual(
      [describeField(merged, 2), getSent(merged, 2)],
      [[lines({ 1: "mine" }), undefined, "merged"], lines({ 1: "mine", 5: "theirs" })],
    );
    assert.deepEqual(getShownConflicts(merged.form, merged.draft, merged.mergeState), []);
  });

  it("follows typing, undo and redo", () => {
    const undone = applyAction(merged, undo);
    assert.deepEqual(getSent(undone, 2), lines({ 1: "first", 5: "theirs" }));
    assert.deepEqual(getSent(applyAction(undone, redo), 2), lines({ 1: "mine", 5: "theirs" }));
    const typed = applyAction(merged, createTyping(2, lines({ 1: "mine", 2: "more" })));
    assert.deepEqual(getSent(typed, 2), lines({ 1: "mine", 2: "more", 5: "theirs" }));
  });

  it("sends my input if it contains all remote changes", () => {
    const session = runActions(
      createFormWith([6, createChoicesValue(11)]),
      createTyping(6, createChoicesValue(11, 12, 13)),
      createRemoteSave([6, createChoicesValue(11, 12)]),
    );
    assert.deepEqual(
      [describeField(session, 6)[2], getSent(session, 6)],
      ["mine", createChoicesValue(11, 12, 13)],
    );
  });

  it("sends the remote value if it contains all my changes", () => {
    const session = runActions(
      createFormWith([6, createChoicesValue(11)]),
      createTyping(6, createChoicesValue(11, 12)),
      createRemoteSave([6, createChoicesValue(11, 12, 13)]),
    );
    assert.deepEqual(getSent(session, 6), createChoicesValue(11, 12, 13));
  });

  it("sends the remote value if I restored the base; without a merge it is a conflict", () => {
    const list = runActions(
      createFormWith([6, createChoicesValue(11)]),
      createTyping(6, createChoicesValue(11, 12)),
      createRemoteSave([6, createChoicesValue(11, 13)]),
      createTyping(6, createChoicesValue(11)),
    );
    assert.deepEqual([describeField(list, 6)[2], getSent(list, 6)], ["merged", createChoicesValue(11, 13)]);
    assert.deepEqual(describeField(applyAction(conflicting, createTyping(1, createLineInput("a"))), 1), [
      createLineInput("a"),
      undefined,
      "conflict",
    ]);
  });
});

describe("further remote changes", () => {
  it('after "theirs" reopen the conflict with my input in the field', () => {
    const session = [createChoice(1, "theirs"), createRemoteSave([1, createLineInput("d")])].reduce(
      applyAction,
      conflicting,
    );
    assert.deepEqual(
      [describeField(session, 1), getBefore(session, 1)],
      [[createLineInput("b"), undefined, "conflict"], createLineInput("a")],
    );
    assert.deepEqual(getShown(applyAction(session, undo), 1), createLineInput("d"));
  });

  it('after "theirs" reopen the conflict even if they restore the base', () => {
    const session = [createChoice(1, "theirs"), createRemoteSave([1, createLineInput("a")])].reduce(
      applyAction,
      conflicting,
    );
    assert.deepEqual(describeField(session, 1), [createLineInput("b"), undefined, "conflict"]);
    assert.deepEqual(describeField(applyAction(session, createChoice(1, "mine")), 1), [
      createLineInput("b"),
      "mine",
      "mine",
    ]);
  });

  it("to my discarded input leave no conflict", () => {
    const session = [createChoice(1, "theirs"), createRemoteSave([1, createLineInput("b")])].reduce(
      applyAction,
      conflicting,
    );
    assert.deepEqual(
      [describeField(session, 1), getDraftInput(session.draft, 1)],
      [[createLineInput("b"), undefined, "theirs"], undefined],
    );
  });

  it('after "theirs" don\'t restore an undone input', () => {
    const session = [
      createChoice(1, "theirs"),
      undo,
      undo,
      createRemoteSave([1, createLineInput("d")]),
    ].reduce(applyAction, conflicting);
    assert.deepEqual(describeField(session, 1), [createLineInput("d"), undefined, "theirs"]);
  });

  it("of a value that I typed over cause a conflict with that value as base", () => {
    const session = runActions(
      createFormWith([1, createLineInput("a")]),
      createTyping(3, { kind: "number", text: "1" }),
      createRemoteSave([1, createLineInput("b")]),
      createTyping(1, createLineInput("c")),
      createRemoteSave([1, createLineInput("d")]),
    );
    assert.deepEqual([getBefore(session, 1), session.mergeState.merged], [createLineInput("b"), []]);
  });

  it('after "mine", "both" or "edit" cause a conflict about the later changes only', () => {
    for (const [choice, input] of [
      ["mine", createGroupsInput("a")],
      ["both", createGroupsInput("b", "a")],
      ["edit", createGroupsInput("a")],
    ] as const) {
      const session = [createChoice(9, choice), createRemoteSave([9, createGroupsInput()])].reduce(
        applyAction,
        conflictingGroups,
      );
      assert.deepEqual(
        [describeField(session, 9), getBefore(session, 9)],
        [[input, undefined, "conflict"], createGroupsInput("b")],
      );
    }
    const typed = [
      createChoice(1, "theirs"),
      createTyping(1, createLineInput("d")),
      createRemoteSave([1, createLineInput("a")]),
    ].reduce(applyAction, conflicting);
    assert.deepEqual(
      [describeField(typed, 1), getBefore(typed, 1)],
      [[createLineInput("d"), undefined, "conflict"], createLineInput("c")],
    );
  });

  it('after "mine" are compared with the original value, after "theirs" with the chosen value', () => {
    const opened = (...choices: readonly Resolution[]): unknown => {
      const actions = choices.flatMap((choice, index) => [
        createChoice(1, choice),
        ...(choice === "theirs" ? [createTyping(1, createLineInput(`b${index}`))] : []),
        createRemoteSave([1, createLineInput(`d${index}`)]),
      ]);
      const { form, draft, mergeState } = actions.reduce(applyAction, conflicting);
      return getShownConflicts(form, draft, mergeState).map((prompt) => prompt.original);
    };
    assert.deepEqual(
      [opened(), opened("mine"), opened("edit", "mine"), opened("theirs"), opened("theirs", "mine")],
      [
        [createLineInput("a")],
        [createLineInput("a")],
        [createLineInput("a")],
        [createLineInput("c")],
        [createLineInput("c")],
      ],
    );
  });

  it('after "mine" are merged, but don\'t restore what "mine" removed', () => {
    const session = runActions(
      createFormWith([2, lines()]),
      createTyping(2, lines({ 1: "mine" })),
      createRemoteSave([2, lines({ 1: "theirs" })]),
      createChoice(2, "mine"),
      createRemoteSave([2, lines({ 1: "theirs", 5: "new" })]),
    );
    assert.deepEqual(getSent(session, 2), lines({ 1: "mine", 5: "new" }));
  });

  const furtherSave = createRemoteSave([2, lines({ 3: "more", 5: "theirs" })]);
  const all = lines({ 1: "mine", 3: "more", 5: "theirs" });

  it("are merged again with their latest value", () => {
    assert.deepEqual(getSent(applyAction(merged, furtherSave), 2), all);
    assert.deepEqual(
      getSent(applyAction(merged, createRemoteSave([2, lines({ 5: "again" })])), 2),
      lines({ 1: "mine", 5: "again" }),
    );
    assert.deepEqual(getSent(applyAction(merged, createRemoteSave([2, lines()])), 2), lines({ 1: "mine" }));
  });

  it("reopen the original conflict if the decision was undone", () => {
    const session = [
      createChoice(9, "both"),
      createRemoteSave([9, createGroupsInput("b", "c")]),
      undo,
    ].reduce(applyAction, conflictingGroups);
    const { form, draft, mergeState } = session;
    const [conflict = assert.fail()] = findUnresolvedConflicts(form, draft, mergeState);
    assert.deepEqual(
      [conflict.before, getAvailableResolutions(form, draft, conflict)],
      [createGroupsInput(), ["mine", "theirs", "both", "edit"]],
    );
    assert.deepEqual(
      getShown(applyAction(session, createChoice(9, "both")), 9),
      createGroupsInput("b", "c", "a"),
    );
  });

  it("don't remove what both sides have", () => {
    const session = runActions(
      createFormWith([6, createChoicesValue(11)]),
      createTyping(6, createChoicesValue(11, 12)),
      createRemoteSave([6, createChoicesValue(11, 12, 13)]),
      createRemoteSave([6, createChoicesValue(11)]),
    );
    assert.deepEqual(
      [describeField(session, 6)[0], getSent(session, 6)],
      [createChoicesValue(11, 12), createChoicesValue(11, 12)],
    );
  });

  it("don't restore inputs that were undone completely", () => {
    const session = [undo, undo, furtherSave].reduce(applyAction, merged);
    assert.deepEqual([getDraftInput(session.draft, 2), describeField(session, 2)[2]], [undefined, "theirs"]);
    assert.deepEqual(findUnresolvedConflicts(session.form, session.draft, session.mergeState), []);
  });

  it("don't affect other decisions", () => {
    const session = runActions(
      createFormWith([1, createLineInput("a")]),
      createTyping(1, createLineInput("b")),
      createTyping(3, { kind: "number", text: "1" }),
      createRemoteSave([1, createLineInput("c")], [3, { kind: "number", text: "2" }]),
      createChoice(1, "mine"),
      createChoice(3, "theirs"),
      createRemoteSave([3, { kind: "number", text: "3" }]),
    );
    assert.deepEqual(
      [describeField(session, 1), describeField(session, 3)],
      [
        [createLineInput("b"), "mine", "mine"],
        [{ kind: "number", text: "1" }, undefined, "conflict"],
      ],
    );
  });
});
