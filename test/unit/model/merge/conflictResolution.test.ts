import assert from "node:assert/strict";
import {
  type Resolution,
  getAvailableResolutions,
  getShownConflicts,
} from "../../../../src/model/merge/mergeState.ts";
import { createChoicesValue } from "../../../support/fixtures/formBuilders.ts";
import {
  runActions,
  createChoice,
  createGroupsInput,
  getMine,
  createRemoteSave,
  redo,
  describeField,
  createTyping,
  undo,
} from "./actionBuilders.ts";
import { createFormWith, createLineInput } from "./testForm.ts";
import { findConflict, applyAction } from "./mergeSession.ts";

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

describe("resolving a conflict", () => {
  it("sets the chosen input and keeps the typed one", () => {
    const results = (["mine", "theirs", "both", "edit"] as const).map((choice) => {
      const session = applyAction(conflictingGroups, createChoice(9, choice));
      return [...describeField(session, 9), getMine(session, 9)];
    });
    const mine = createGroupsInput("a");
    assert.deepEqual(results, [
      [mine, "mine", "mine", mine],
      [createGroupsInput("b"), "theirs", "theirs", mine],
      [createGroupsInput("b", "a"), "both", "mine", mine],
      [mine, "edit", "mine", mine],
    ]);
  });

  it("can be repeated until the draft is saved", () => {
    const session = ["theirs", "both", "mine", "theirs", "mine"].reduce(
      (so, choice) => applyAction(so, createChoice(9, choice as Resolution)),
      conflictingGroups,
    );
    assert.deepEqual(
      [describeField(session, 9), getMine(session, 9)],
      [[createGroupsInput("a"), "mine", "mine"], createGroupsInput("a")],
    );
    assert.equal(session.draft.steps.length, 6);
  });

  it('doesn\'t offer "both" without a combination, and nothing without a conflict', () => {
    assert.deepEqual(
      [
        applyAction(conflicting, createChoice(1, "both")) === conflicting,
        applyAction(conflicting, createChoice(3, "theirs")) === conflicting,
      ],
      [true, true],
    );
    const undone = applyAction(conflicting, undo);
    const conflict = findConflict(undone, 1) ?? assert.fail();
    assert.deepEqual(
      [getAvailableResolutions(undone.form, undone.draft, conflict), getMine(undone, 1)],
      [["theirs"], undefined],
    );
    assert.equal(applyAction(undone, createChoice(1, "theirs")), undone);
  });

  it('becomes "edit" by later typing; typing the remote value means "theirs"', () => {
    assert.deepEqual(
      (["mine", "theirs", "edit"] as const).map((choice) =>
        describeField(
          [createChoice(1, choice), createTyping(1, createLineInput("d"))].reduce(applyAction, conflicting),
          1,
        ),
      ),
      [
        [createLineInput("d"), "edit", "mine"],
        [createLineInput("d"), "edit", "mine"],
        [createLineInput("d"), "edit", "mine"],
      ],
    );
    const typedTheirs = [createChoice(1, "mine"), createTyping(1, createLineInput("c"))].reduce(
      applyAction,
      conflicting,
    );
    assert.deepEqual(
      [describeField(typedTheirs, 1), getMine(typedTheirs, 1)],
      [[createLineInput("c"), "theirs", "theirs"], createLineInput("b")],
    );
  });

  it("happens by reverting the field, and can be repeated", () => {
    const reverted = applyAction(conflicting, { kind: "revert", fieldId: 1 });
    assert.deepEqual(
      [
        describeField(reverted, 1),
        getMine(reverted, 1),
        describeField(applyAction(reverted, createChoice(1, "mine")), 1),
      ],
      [
        [createLineInput("c"), "theirs", "theirs"],
        createLineInput("b"),
        [createLineInput("b"), "mine", "mine"],
      ],
    );
  });

  it("and undoing it leaves nothing to resolve without a conflict", () => {
    const session = runActions(
      createFormWith([6, createChoicesValue(11)]),
      createTyping(6, createChoicesValue(11, 12)),
      createRemoteSave([6, createChoicesValue(11, 13)]),
      { kind: "revert", fieldId: 6 },
      undo,
    );
    const { form, draft, mergeState } = session;
    assert.deepEqual(
      [describeField(session, 6), getShownConflicts(form, draft, mergeState)],
      [[createChoicesValue(11, 12), undefined, "merged"], []],
    );
  });

  it("and undoing it reopens the conflict; redo resolves it again", () => {
    for (const choice of ["theirs", "both"] as const) {
      const session = applyAction(conflictingGroups, createChoice(9, choice));
      const undone = applyAction(session, undo);
      assert.deepEqual(describeField(undone, 9), [createGroupsInput("a"), undefined, "conflict"]);
      assert.deepEqual(describeField(applyAction(undone, redo), 9), describeField(session, 9));
      assert.deepEqual(
        describeField(applyAction(undone, createTyping(9, createGroupsInput("a", "c"))), 9)[2],
        "conflict",
      );
    }
  });

  it("and undoing it includes all edits before it", () => {
    const session = runActions(
      createFormWith([1, createLineInput("a")]),
      createTyping(1, createLineInput("b")),
      createTyping(1, createLineInput("bb")),
      createRemoteSave([1, createLineInput("c")]),
      createChoice(1, "theirs"),
      undo,
      undo,
    );
    assert.deepEqual(
      [describeField(session, 1), getMine(session, 1)],
      [[createLineInput("b"), undefined, "conflict"], createLineInput("b")],
    );
    const chosenAgain = [createChoice(1, "mine"), undo].reduce(applyAction, applyAction(session, redo));
    assert.deepEqual(describeField(chosenAgain, 1), [createLineInput("b"), undefined, "conflict"]);
  });
});
