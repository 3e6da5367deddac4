import assert from "node:assert/strict";
import { typedIn } from "../../../../src/model/form/draft.ts";
import {
  choiceIn,
  chosen as choose,
  collisionsOf,
  mineIn,
  offeredChoices,
  questionsOf,
} from "../../../../src/model/merge/encounter.ts";
import { form, holding, line, locked, meeting, text, typing, without } from "./someForm.ts";

describe("a field that can't be typed into any more", () => {
  const readOnly = locked(form, 1);

  for (const [how, newer] of [
    ["is gone", without(form, 1)],
    ["may only be read", readOnly],
    ["may only be read and holds something else", locked(holding([1, line("c")]), 1)],
  ] as const) {
    it(`since it ${how} keeps what was typed, for all to see, until it is given up`, () => {
      const typed = typing(form, [1, line("b")], ["comment", text("why")]);
      const { draft, encounter } = meeting(form, typed, newer);
      assert.equal(draft, typed);
      const [contest = assert.fail()] = collisionsOf(newer, draft, encounter);
      assert.deepEqual(
        [contest.fieldId, contest.label, contest.before, offeredChoices(newer, draft, contest)],
        [1, "Field 1", line(""), ["theirs"]],
      );
      assert.equal(choose(newer, { draft, encounter }, 1, "mine").draft, draft);
      const after = choose(newer, { draft, encounter }, 1, "theirs");
      assert.deepEqual(
        [after.draft.inputs.map(({ target }) => target), collisionsOf(newer, after.draft, after.encounter)],
        [["comment"], []],
      );
      assert.deepEqual(
        questionsOf(newer, after.draft, after.encounter).map((each) => mineIn(after.draft, each)),
        [line("b")],
      );
    });
  }

  it("asks too where nobody has seen it go", () => {
    const gone = without(form, 1);
    const { draft, encounter } = meeting(gone, typing(form, [1, line("b")]), gone);
    assert.deepEqual(
      collisionsOf(gone, draft, encounter).map(({ fieldId, label }) => [fieldId, label]),
      [[1, ""]],
    );
  });

  it("has what was typed once it is back, and asks about what was given up meanwhile", () => {
    const gone = without(form, 1);
    const there = meeting(form, typing(form, [1, line("b")]), gone);
    const back = meeting(gone, there.draft, form, there.encounter);
    assert.deepEqual(
      [typedIn(back.draft, 1), questionsOf(form, back.draft, back.encounter)],
      [line("b"), []],
    );
    const given = choose(gone, there, 1, "theirs");
    const backAgain = meeting(gone, given.draft, form, given.encounter);
    const [asked = assert.fail()] = questionsOf(form, backAgain.draft, backAgain.encounter);
    assert.deepEqual([typedIn(backAgain.draft, 1), asked.fieldId], [line("b"), 1]);
  });

  it("asks again whatever was chosen before, about what is there now", () => {
    const newer = holding([1, line("c")]);
    const there = choose(newer, meeting(form, typing(form, [1, line("b")]), newer), 1, "edit");
    const draft = typing(newer, [1, line("b")], [1, line("bb")]);
    const stuck = meeting(newer, draft, locked(newer, 1), there.encounter);
    const [contest = assert.fail()] = collisionsOf(locked(newer, 1), stuck.draft, stuck.encounter);
    assert.deepEqual(
      [mineIn(stuck.draft, contest), choiceIn(locked(newer, 1), stuck.draft, contest)],
      [line("bb"), undefined],
    );
    const back = meeting(locked(newer, 1), stuck.draft, newer, stuck.encounter);
    assert.deepEqual(collisionsOf(newer, back.draft, back.encounter), []);
  });
});
