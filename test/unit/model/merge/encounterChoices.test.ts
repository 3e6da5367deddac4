import assert from "node:assert/strict";
import { type Choice, offeredChoices, questionsOf } from "../../../../src/model/merge/encounter.ts";
import { chosen } from "../../../support/fixtures/formParts.ts";
import { after, choose, groups, mineOf, others, redo, state, type, undo } from "./someActions.ts";
import { holding, line } from "./someForm.ts";
import { contestIn, done } from "./someSession.ts";

const asked = after(holding([1, line("a")]), type(1, line("b")), others([1, line("c")]));
const askedGroups = after(holding([9, groups()]), type(9, groups("a")), others([9, groups("b")]));

describe("a choice between mine and theirs", () => {
  it("puts into the field what was chosen, and keeps what was typed", () => {
    const results = (["mine", "theirs", "both", "edit"] as const).map((choice) => {
      const session = done(askedGroups, choose(9, choice));
      return [...state(session, 9), mineOf(session, 9)];
    });
    const mine = groups("a");
    assert.deepEqual(results, [
      [mine, "mine", "mine", mine],
      [groups("b"), "theirs", "theirs", mine],
      [groups("b", "a"), "both", "mine", mine],
      [mine, "edit", "mine", mine],
    ]);
  });

  it("can be made anew, as long as nothing was sent", () => {
    const session = ["theirs", "both", "mine", "theirs", "mine"].reduce(
      (so, choice) => done(so, choose(9, choice as Choice)),
      askedGroups,
    );
    assert.deepEqual([state(session, 9), mineOf(session, 9)], [[groups("a"), "mine", "mine"], groups("a")]);
    assert.equal(session.draft.steps.length, 6);
  });

  it("is none of both where there is no such thing, and none at all for a field that nobody has changed", () => {
    assert.deepEqual(
      [done(asked, choose(1, "both")) === asked, done(asked, choose(3, "theirs")) === asked],
      [true, true],
    );
    const undone = done(asked, undo);
    const contest = contestIn(undone, 1) ?? assert.fail();
    assert.deepEqual(
      [offeredChoices(undone.form, undone.draft, contest), mineOf(undone, 1)],
      [["theirs"], undefined],
    );
    assert.equal(done(undone, choose(1, "theirs")), undone);
  });

  it("becomes an edit by what is typed after it; typing theirs is choosing theirs", () => {
    assert.deepEqual(
      (["mine", "theirs", "edit"] as const).map((choice) =>
        state([choose(1, choice), type(1, line("d"))].reduce(done, asked), 1),
      ),
      [
        [line("d"), "edit", "mine"],
        [line("d"), "edit", "mine"],
        [line("d"), "edit", "mine"],
      ],
    );
    const typedTheirs = [choose(1, "mine"), type(1, line("c"))].reduce(done, asked);
    assert.deepEqual(
      [state(typedTheirs, 1), mineOf(typedTheirs, 1)],
      [[line("c"), "theirs", "theirs"], line("b")],
    );
  });

  it("is made by putting the field back, and can be made anew", () => {
    const back = done(asked, { kind: "putBack", fieldId: 1 });
    assert.deepEqual(
      [state(back, 1), mineOf(back, 1), state(done(back, choose(1, "mine")), 1)],
      [[line("c"), "theirs", "theirs"], line("b"), [line("b"), "mine", "mine"]],
    );
  });

  it("that is undone leaves nothing to choose where there is no question", () => {
    const session = after(
      holding([6, chosen(11)]),
      type(6, chosen(11, 12)),
      others([6, chosen(11, 13)]),
      { kind: "putBack", fieldId: 6 },
      undo,
    );
    const { form, draft, encounter } = session;
    assert.deepEqual(
      [state(session, 6), questionsOf(form, draft, encounter)],
      [[chosen(11, 12), undefined, "merged"], []],
    );
  });

  it("that is undone brings the question back, and the choice when it is redone", () => {
    for (const choice of ["theirs", "both"] as const) {
      const session = done(askedGroups, choose(9, choice));
      const undone = done(session, undo);
      assert.deepEqual(state(undone, 9), [groups("a"), undefined, "collision"]);
      assert.deepEqual(state(done(undone, redo), 9), state(session, 9));
      assert.deepEqual(state(done(undone, type(9, groups("a", "c"))), 9)[2], "collision");
    }
  });

  it("that is undone is undone with all that was typed before it", () => {
    const session = after(
      holding([1, line("a")]),
      type(1, line("b")),
      type(1, line("bb")),
      others([1, line("c")]),
      choose(1, "theirs"),
      undo,
      undo,
    );
    assert.deepEqual(
      [state(session, 1), mineOf(session, 1)],
      [[line("b"), undefined, "collision"], line("b")],
    );
    const chosenAgain = [choose(1, "mine"), undo].reduce(done, done(session, redo));
    assert.deepEqual(state(chosenAgain, 1), [line("b"), undefined, "collision"]);
  });
});
