import assert from "node:assert/strict";
import { getDraftInput } from "../../../../src/model/form/draft.ts";
import {
  getResolution,
  resolveConflict as choose,
  findUnresolvedConflicts,
  getInputBeforeResolution,
  getAvailableResolutions,
  getShownConflicts,
} from "../../../../src/model/merge/mergeState.ts";
import {
  form,
  createFormWith,
  createLineInput,
  lockField,
  mergeForms,
  createTextInput,
  createDraft,
  removeField,
} from "./testForm.ts";

describe("a field that is no longer editable", () => {
  const readOnly = lockField(form, 1);

  for (const [how, newer] of [
    ["was removed", removeField(form, 1)],
    ["is read-only", readOnly],
    ["is read-only with another value", lockField(createFormWith([1, createLineInput("c")]), 1)],
  ] as const) {
    it(`because it ${how} keeps the typed input visible until it is discarded`, () => {
      const typed = createDraft(form, [1, createLineInput("b")], ["comment", createTextInput("why")]);
      const { draft, mergeState } = mergeForms(form, typed, newer);
      assert.equal(draft, typed);
      const [conflict = assert.fail()] = findUnresolvedConflicts(newer, draft, mergeState);
      assert.deepEqual(
        [conflict.fieldId, conflict.label, conflict.before, getAvailableResolutions(newer, draft, conflict)],
        [1, "Field 1", createLineInput(""), ["theirs"]],
      );
      assert.equal(choose(newer, { draft, mergeState }, 1, "mine").draft, draft);
      const after = choose(newer, { draft, mergeState }, 1, "theirs");
      assert.deepEqual(
        [
          after.draft.inputs.map(({ target }) => target),
          findUnresolvedConflicts(newer, after.draft, after.mergeState),
        ],
        [["comment"], []],
      );
      assert.deepEqual(
        getShownConflicts(newer, after.draft, after.mergeState).map((each) =>
          getInputBeforeResolution(after.draft, each),
        ),
        [createLineInput("b")],
      );
    });
  }

  it("causes a conflict even if its removal wasn't noticed", () => {
    const withoutField = removeField(form, 1);
    const { draft, mergeState } = mergeForms(
      withoutField,
      createDraft(form, [1, createLineInput("b")]),
      withoutField,
    );
    assert.deepEqual(
      findUnresolvedConflicts(withoutField, draft, mergeState).map(({ fieldId, label }) => [fieldId, label]),
      [[1, ""]],
    );
  });

  it("has the typed input when it is editable again, and asks about one discarded meanwhile", () => {
    const withoutField = removeField(form, 1);
    const merged = mergeForms(form, createDraft(form, [1, createLineInput("b")]), withoutField);
    const restored = mergeForms(withoutField, merged.draft, form, merged.mergeState);
    assert.deepEqual(
      [getDraftInput(restored.draft, 1), getShownConflicts(form, restored.draft, restored.mergeState)],
      [createLineInput("b"), []],
    );
    const discarded = choose(withoutField, merged, 1, "theirs");
    const restoredAgain = mergeForms(withoutField, discarded.draft, form, discarded.mergeState);
    const [prompt = assert.fail()] = getShownConflicts(form, restoredAgain.draft, restoredAgain.mergeState);
    assert.deepEqual([getDraftInput(restoredAgain.draft, 1), prompt.fieldId], [createLineInput("b"), 1]);
  });

  it("causes a conflict about its current value whatever was chosen before", () => {
    const newer = createFormWith([1, createLineInput("c")]);
    const merged = choose(
      newer,
      mergeForms(form, createDraft(form, [1, createLineInput("b")]), newer),
      1,
      "edit",
    );
    const draft = createDraft(newer, [1, createLineInput("b")], [1, createLineInput("bb")]);
    const locked = mergeForms(newer, draft, lockField(newer, 1), merged.mergeState);
    const [conflict = assert.fail()] = findUnresolvedConflicts(
      lockField(newer, 1),
      locked.draft,
      locked.mergeState,
    );
    assert.deepEqual(
      [
        getInputBeforeResolution(locked.draft, conflict),
        getResolution(lockField(newer, 1), locked.draft, conflict),
      ],
      [createLineInput("bb"), undefined],
    );
    const restored = mergeForms(lockField(newer, 1), locked.draft, newer, locked.mergeState);
    assert.deepEqual(findUnresolvedConflicts(newer, restored.draft, restored.mergeState), []);
  });
});
