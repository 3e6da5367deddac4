import assert from "node:assert/strict";
import fc from "fast-check";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { toFormAfterSave } from "../../../../src/model/form/fieldChanges.ts";
import { type Draft, type InputTarget, getDraftInput, undoEdit } from "../../../../src/model/form/draft.ts";
import { findField, type Form } from "../../../../src/model/form/form.ts";
import { isSameInput } from "../../../../src/model/form/input.ts";
import {
  getResolution,
  resolveConflict,
  findUnresolvedConflicts,
  mergeForSave,
  getInputBeforeResolution,
  getAvailableResolutions,
  getShownConflicts,
  isEditableField,
  getMergeOutcome,
} from "../../../../src/model/merge/mergeState.ts";
import { type MergeOutcome, mergeLaterInput } from "../../../../src/model/merge/mergeInput.ts";
import { arbitraryInputs, arbitraryActions, fieldIds, arbitraryInputsFor } from "./arbitraryActions.ts";
import { createFormWith, mergeForms, createTextInput, createDraft } from "./testForm.ts";
import {
  type Action,
  startSession,
  findConflict,
  applyAction,
  getBases,
  isTouched,
  storeAndLoad,
  getSent,
  type MergeSession,
  getShown,
  getTheirs,
} from "./mergeSession.ts";

const targets = [...fieldIds, "comment"] as const;

function getOutcomes({ form, draft, mergeState }: MergeSession): readonly string[] {
  return mergeState.conflicts.map((conflict) => getMergeOutcome(form, draft, conflict).kind);
}

function assertSameView(one: MergeSession, other: MergeSession, except?: InputTarget): void {
  for (const target of targets) {
    if (target === except) continue;
    assert.ok(isSameInput(getShown(one, target), getShown(other, target)), `${target}`);
  }
}

interface Step {
  readonly before: MergeSession;
  readonly action: Action;
  readonly after: MergeSession;
}

/** Checks every state after any actions; returns how many checks applied. */
function checkAll(check: (step: Step) => boolean | void): number {
  let found = 0;
  fc.assert(
    fc.property(arbitraryInputsFor(fieldIds), arbitraryActions, (start, actions) => {
      actions.reduce(
        (before, action) => {
          const after = applyAction(before, action);
          if (check({ before, action, after }) === true) found += 1;
          return after;
        },
        startSession(createFormWith(...start)),
      );
    }),
    { numRuns: 1000 },
  );
  return found;
}

function isSameMerge(one: MergeOutcome, other: MergeOutcome): boolean {
  const [input, otherInput] = [one, other].map((each) => (each.kind === "merged" ? each.input : undefined));
  return one.kind === other.kind && isSameInput(input, otherInput);
}

/** The observable state. */
function describeSession({ form, draft, mergeState }: MergeSession): unknown {
  const conflicts = mergeState.conflicts.map((conflict) => [
    conflict.fieldId,
    getMergeOutcome(form, draft, conflict),
    getAvailableResolutions(form, draft, conflict),
    getResolution(form, draft, conflict),
    getInputBeforeResolution(draft, conflict),
  ]);
  const prompts = [findUnresolvedConflicts, getShownConflicts].map((of) =>
    of(form, draft, mergeState).map(({ fieldId }) => fieldId),
  );
  return [conflicts, prompts, mergeState.merged.map(({ fieldId }) => fieldId)];
}

describe("a merge state after any actions", () => {
  it('loses no typed input, including input discarded for "theirs"', () => {
    const found = checkAll(({ before, action: { kind }, after }) => {
      if (kind !== "remoteSave" && kind !== "storeAndLoad") return false;
      for (const { target, input } of before.draft.inputs) {
        assert.ok(isSameInput(getShown(after, target), input), `${target}`);
      }
      for (const { fieldId, decision: decided } of before.mergeState.conflicts) {
        const isDiscarded = getDraftInput(before.draft, fieldId) === undefined && isTouched(before, fieldId);
        if (decided?.resolution !== "theirs" || !isDiscarded) continue;
        const now = findConflict(after, fieldId);
        const inputs = [getShown(after, fieldId), now && getInputBeforeResolution(after.draft, now)];
        assert.ok(
          inputs.some((each) => isSameInput(each, decided.mine)),
          `${fieldId}`,
        );
      }
      assert.ok(isSameInput(getDraftInput(before.draft, "comment"), getDraftInput(after.draft, "comment")));
      return before.draft.inputs.length > 0;
    });
    assert.ok(found > 150, `${found}`);
  });

  it("overwrites no remote change that wasn't visible when typing, unless decided", () => {
    let [conflictCount, mergeCount] = [0, 0];
    checkAll(({ after }) => {
      for (const { target, input } of after.draft.inputs) {
        const theirs = getTheirs(after, target);
        const bases = getBases(after, target);
        if (target === "comment" || bases.some((each) => isSameInput(each, theirs))) continue;
        const conflict = findConflict(after, target) ?? assert.fail(`no conflict in ${target}`);
        const outcome = getMergeOutcome(after.form, after.draft, conflict);
        const expected = bases.map((each) => mergeLaterInput(each, input, theirs, "many"));
        assert.ok(
          outcome.kind === "conflict" || expected.some((each) => isSameMerge(each, outcome)),
          outcome.kind,
        );
        if (outcome.kind === "conflict") conflictCount += 1;
        if (outcome.kind === "merged") mergeCount += 1;
      }
    });
    assert.ok(conflictCount > 150 && mergeCount > 50, `${conflictCount} ${mergeCount}`);
  });

  it("is unchanged by merging the same state again", () => {
    checkAll(({ after: { form, draft, mergeState } }) => {
      // Undo can restore an input of a read-only field, which is a conflict then.
      const isStuck = draft.inputs.some(
        ({ target }) => target !== "comment" && !isEditableField(findField(form, target)),
      );
      if (isStuck) return;
      const again = mergeForms(form, draft, form, mergeState);
      assert.equal(again.draft, draft);
      assert.equal(again.mergeState, mergeState);
    });
  });

  it("sends all automatic merges, and other inputs as typed", () => {
    const found = checkAll(({ after }) => {
      const { form, draft, mergeState } = after;
      const outcomes = new Map(
        mergeState.conflicts.map((each) => [each.fieldId, getMergeOutcome(form, draft, each)]),
      );
      for (const id of fieldIds) {
        const outcome = outcomes.get(id);
        const expected = outcome?.kind === "merged" ? outcome.input : getShown(after, id);
        assert.ok(isSameInput(getSent(after, id), expected), `${id}`);
      }
      assert.ok(isSameInput(getSent(after, "comment"), getShown(after, "comment")));
      return mergeForSave(form, after) !== draft;
    });
    assert.ok(found > 100, `${found}`);
  });

  it("accepts any available resolution for that field only, keeps the typed input and can be undone", () => {
    const found = checkAll(({ after }) => {
      for (const conflict of after.mergeState.conflicts) {
        const { fieldId } = conflict;
        const mine = getInputBeforeResolution(after.draft, conflict);
        for (const choice of mine === undefined
          ? []
          : getAvailableResolutions(after.form, after.draft, conflict)) {
          const next = { ...after, ...resolveConflict(after.form, after, fieldId, choice) };
          const decided = findConflict(next, fieldId) ?? assert.fail();
          assert.ok(isSameInput(getInputBeforeResolution(next.draft, decided), mine));
          assert.equal(getResolution(next.form, next.draft, decided), choice);
          assert.notEqual(getMergeOutcome(next.form, next.draft, decided).kind, "conflict");
          if (choice === "theirs") assert.equal(getDraftInput(next.draft, fieldId), undefined);
          if (choice === "mine") assert.ok(isSameInput(getShown(next, fieldId), mine));
          assertSameView(next, after, fieldId);
          const isStep = next.draft.steps !== after.draft.steps;
          assertSameView(isStep ? { ...next, draft: undoEdit(next.form, next.draft) } : next, after);
        }
      }
      return findUnresolvedConflicts(after.form, after.draft, after.mergeState).length > 0;
    });
    assert.ok(found > 150, `${found}`);
  });

  it("is unchanged after it was stored and loaded", () => {
    checkAll(({ after }) => {
      const again = storeAndLoad(after);
      assert.deepEqual(JSON.stringify(describeSession(again)), JSON.stringify(describeSession(after)));
      const [one, other] = [again, after].map((each) => mergeForSave(each.form, each).inputs);
      assert.deepEqual(JSON.stringify(one), JSON.stringify(other));
    });
  });
});

/** A draft that is saved after a remote change. */
function mergeLate(base: Form, draft: Draft, theirs: Form): MergeSession {
  return { ...startSession(theirs), ...mergeForms(base, draft, theirs) };
}

/** Elements of a list, lines of a text. */
function parts(input: Input | undefined): readonly string[] {
  switch (input?.kind) {
    case "text":
      return input.source.split(/(?<=\n)/).filter((line) => line !== "");
    case "choices":
      return input.chosen.map(({ id }) => String(id));
    case "permissions":
      return input.groups.map(({ id }) => String(id));
    case "links":
      return input.forward.map((link) => JSON.stringify(link));
    case "openList":
      return input.entries.map(({ id, label }) => (id === undefined ? `new ${label}` : String(id)));
    case "notifications":
      return input.rows.flatMap(({ path, emails, users }) => [
        ...emails.map((email) => `${path} ${email}`),
        ...users.map(({ id }) => `${path} ${id}`),
      ]);
    default:
      return [JSON.stringify(input)];
  }
}

describe("a merge of any forms", () => {
  it("with different edited fields doesn't depend on the order and has no conflicts", () => {
    const split = fc
      .tuple(arbitraryInputs, fc.subarray(fieldIds))
      .chain(([before, mine]) =>
        fc.tuple(
          fc.constant(createFormWith(...before)),
          arbitraryInputsFor(mine),
          arbitraryInputsFor(fieldIds.filter((id) => !mine.includes(id))),
        ),
      );
    fc.assert(
      fc.property(split, ([base, mine, others]) => {
        const [one, other] = [createDraft(base, ...mine), createDraft(base, ...others)];
        const [first, second] = [
          mergeLate(base, one, toFormAfterSave(base, other)),
          mergeLate(base, other, toFormAfterSave(base, one)),
        ];
        for (const id of fieldIds) assert.ok(isSameInput(getSent(first, id), getSent(second, id)), `${id}`);
        assert.deepEqual([first, second].flatMap(getOutcomes), []);
      }),
      { numRuns: 1000 },
    );
  });

  it("results in my value, the remote value, or parts of both", () => {
    let mergeCount = 0;
    fc.assert(
      fc.property(arbitraryInputs, arbitraryInputs, arbitraryInputs, (before, mine, others) => {
        const base = createFormWith(...before);
        const draft = createDraft(base, ...mine, ["comment", createTextInput("why")]);
        const theirs = toFormAfterSave(base, createDraft(base, ...others));
        const session = mergeLate(base, draft, theirs);
        for (const id of fieldIds) {
          const result = getSent(session, id);
          const [myInput, theirInput] = [getDraftInput(draft, id), findField(theirs, id)?.base];
          if (isSameInput(result, myInput) || isSameInput(result, theirInput)) continue;
          mergeCount += 1;
          const knownParts = new Set([...parts(myInput), ...parts(theirInput)]);
          assert.deepEqual(
            parts(result).filter((each) => !knownParts.has(each)),
            [],
          );
        }
        assert.ok(isSameInput(getSent(session, "comment"), createTextInput("why")));
      }),
      { numRuns: 1000 },
    );
    assert.ok(mergeCount > 500, `${mergeCount}`);
  });
});
