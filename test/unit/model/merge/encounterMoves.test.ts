import assert from "node:assert/strict";
import { typedIn } from "../../../../src/model/form/draft.ts";
import type { Input } from "../../../../src/model/form/input.ts";
import { collisionsOf, offeredChoices, questionsOf } from "../../../../src/model/merge/encounter.ts";
import { chosen } from "../../../support/formParts.ts";
import { after, beforeIn, choose, groups, merge, others, redo, state, type, undo } from "./someActions.ts";
import { holding, line, text } from "./someForm.ts";
import { done, shownIn } from "./someSession.ts";

/** A text of five lines, of which some are others. */
function lines(changed: Readonly<Record<number, string>> = {}): Input {
  return text([1, 2, 3, 4, 5].map((number) => `${changed[number] ?? number}\n`).join(""));
}

const asked = after(holding([1, line("a")]), type(1, line("b")), others([1, line("c")]));
const askedGroups = after(holding([9, groups()]), type(9, groups("a")), others([9, groups("b")]));
const merged = after(
  holding([2, lines()]),
  type(2, lines({ 1: "first" })),
  type(2, lines({ 1: "mine" })),
  others([2, lines({ 5: "theirs" })]),
  merge,
);

describe("a merge that asked nothing", () => {
  it("is a step of its own: undone, the field can be merged again", () => {
    const undone = done(merged, undo);
    assert.deepEqual(
      [state(merged, 2), state(undone, 2), state(done(undone, merge), 2)],
      [
        [lines({ 1: "mine", 5: "theirs" }), undefined, "mine"],
        [lines({ 1: "mine" }), undefined, "merged"],
        [lines({ 1: "mine", 5: "theirs" }), undefined, "mine"],
      ],
    );
    assert.deepEqual(questionsOf(merged.form, merged.draft, merged.encounter), []);
  });

  it("is undone with all that was typed before it", () => {
    const undone = [undo, undo].reduce(done, merged);
    assert.deepEqual(
      [state(undone, 2), state(done(undone, merge), 2)[0]],
      [[lines({ 1: "first" }), undefined, "merged"], lines({ 1: "first", 5: "theirs" })],
    );
  });

  it("can be typed into: what of theirs is removed then stays removed", () => {
    const session = [type(2, lines({ 1: "mine" })), merge].reduce(done, merged);
    assert.deepEqual(state(session, 2), [lines({ 1: "mine" }), undefined, "mine"]);
  });

  it("still holds when it is too long ago to be undone", () => {
    const long = "x".repeat(200_000);
    const session = after(
      holding([2, lines({ 3: long })]),
      type(2, lines({ 1: "mine", 3: long })),
      others([2, lines({ 3: long, 5: "theirs" })]),
      merge,
      type(2, lines({ 1: "mine", 3: long, 5: "theirs and mine" })),
    );
    assert.deepEqual([session.draft.steps.length, state(session, 2)[2]], [1, "mine"]);
  });

  it("is nothing where mine has all that theirs has", () => {
    const session = after(holding([6, chosen(11)]), type(6, chosen(11, 12, 13)), others([6, chosen(11, 12)]));
    assert.deepEqual(state(session, 6)[2], "mine");
    assert.equal(done(session, merge).draft, session.draft);
  });

  it("is theirs where theirs has all that mine has", () => {
    const session = after(
      holding([6, chosen(11)]),
      type(6, chosen(11, 12)),
      others([6, chosen(11, 12, 13)]),
      merge,
    );
    assert.deepEqual([typedIn(session.draft, 6), state(session, 6)[2]], [undefined, "theirs"]);
    assert.deepEqual(state(done(session, undo), 6), [chosen(11, 12), undefined, "merged"]);
  });

  it("takes theirs for what was typed back to what stood there before; where there is no merge it asks", () => {
    const list = after(
      holding([6, chosen(11)]),
      type(6, chosen(11, 12)),
      others([6, chosen(11, 13)]),
      type(6, chosen(11)),
    );
    assert.deepEqual([state(list, 6)[2], shownIn(done(list, merge), 6)], ["merged", chosen(11, 13)]);
    assert.deepEqual(state(done(asked, type(1, line("a"))), 1), [line("a"), undefined, "collision"]);
  });
});

describe("others who go on", () => {
  it("after theirs was taken make it a question again, with mine in the field", () => {
    const session = [choose(1, "theirs"), others([1, line("d")])].reduce(done, asked);
    assert.deepEqual(
      [state(session, 1), beforeIn(session, 1)],
      [[line("b"), undefined, "collision"], line("a")],
    );
    assert.deepEqual(shownIn(done(session, undo), 1), line("d"));
  });

  it("to what was given up leave nothing to ask", () => {
    const session = [choose(1, "theirs"), others([1, line("b")])].reduce(done, asked);
    assert.deepEqual(
      [state(session, 1), typedIn(session.draft, 1)],
      [[line("b"), undefined, "theirs"], undefined],
    );
  });

  it("after theirs was taken don't bring back what was undone", () => {
    const session = [choose(1, "theirs"), undo, undo, others([1, line("d")])].reduce(done, asked);
    assert.deepEqual(state(session, 1), [line("d"), undefined, "theirs"]);
  });

  it("after theirs was shown and typed over make it a question about what was shown", () => {
    const session = after(
      holding([1, line("a")]),
      type(3, { kind: "number", text: "1" }),
      others([1, line("b")]),
      type(1, line("c")),
      others([1, line("d")]),
    );
    assert.deepEqual([beforeIn(session, 1), session.encounter.taken], [line("b"), []]);
  });

  it("after mine or both was taken, or edited, make it a question about what they have changed since", () => {
    for (const [choice, input] of [
      ["mine", groups("a")],
      ["both", groups("b", "a")],
      ["edit", groups("a")],
    ] as const) {
      const session = [choose(9, choice), others([9, groups()])].reduce(done, askedGroups);
      assert.deepEqual(
        [state(session, 9), beforeIn(session, 9)],
        [[input, undefined, "collision"], groups("b")],
      );
    }
    const typed = [choose(1, "theirs"), type(1, line("d")), others([1, line("a")])].reduce(done, asked);
    assert.deepEqual([state(typed, 1), beforeIn(typed, 1)], [[line("d"), undefined, "collision"], line("c")]);
  });

  it("after mine was kept are merged with it, and don't get back what it was kept from", () => {
    const session = after(
      holding([2, lines()]),
      type(2, lines({ 1: "mine" })),
      others([2, lines({ 1: "theirs" })]),
      choose(2, "mine"),
      others([2, lines({ 1: "theirs", 5: "new" })]),
      merge,
    );
    assert.deepEqual(shownIn(session, 2), lines({ 1: "mine", 5: "new" }));
  });

  const goOn = others([2, lines({ 3: "more", 5: "theirs" })]);
  const all = lines({ 1: "mine", 3: "more", 5: "theirs" });

  it("after a merge are merged again", () => {
    assert.deepEqual(shownIn([goOn, merge].reduce(done, merged), 2), all);
    const taken = [others([2, lines({ 5: "again" })]), merge].reduce(done, merged);
    assert.deepEqual(shownIn(taken, 2), lines({ 1: "mine", 5: "again" }));
  });

  it("keep what they have, whether a merge was undone before that or after", () => {
    assert.deepEqual(shownIn([undo, goOn, merge].reduce(done, merged), 2), all);
    assert.deepEqual(shownIn([goOn, undo, merge].reduce(done, merged), 2), all);
    const gone = [undo, others([2, lines()]), redo, merge].reduce(done, merged);
    assert.deepEqual(shownIn(gone, 2), lines({ 1: "mine" }));
  });

  it("are asked about as at first where what was decided was undone since", () => {
    const session = [choose(9, "both"), others([9, groups("b", "c")]), undo].reduce(done, askedGroups);
    const { form, draft, encounter } = session;
    const [contest = assert.fail()] = collisionsOf(form, draft, encounter);
    assert.deepEqual(
      [contest.before, offeredChoices(form, draft, contest)],
      [groups(), ["mine", "theirs", "both", "edit"]],
    );
    assert.deepEqual(shownIn(done(session, choose(9, "both")), 9), groups("b", "c", "a"));
  });

  it("are merged time and again, whatever was undone in between", () => {
    const again = others([2, lines({ 3: "more", 5: "again" })]);
    const session = [goOn, undo, merge, again, merge].reduce(done, merged);
    assert.deepEqual(shownIn(session, 2), lines({ 1: "mine", 3: "more", 5: "again" }));
  });

  it("don't bring back what theirs had already", () => {
    const session = after(
      holding([6, chosen(11)]),
      type(6, chosen(11, 12)),
      others([6, chosen(11, 12, 13)]),
      merge,
      others([6, chosen(11)]),
    );
    assert.deepEqual(state(session, 6), [chosen(11), undefined, "theirs"]);
  });

  it("don't bring back what was merged and then undone altogether", () => {
    const session = [undo, undo, undo, goOn].reduce(done, merged);
    assert.deepEqual([typedIn(session.draft, 2), state(session, 2)[2]], [undefined, "theirs"]);
    assert.deepEqual(collisionsOf(session.form, session.draft, session.encounter), []);
  });

  it("leave the other choices as they are", () => {
    const session = after(
      holding([1, line("a")]),
      type(1, line("b")),
      type(3, { kind: "number", text: "1" }),
      others([1, line("c")], [3, { kind: "number", text: "2" }]),
      choose(1, "mine"),
      choose(3, "theirs"),
      others([3, { kind: "number", text: "3" }]),
    );
    assert.deepEqual(
      [state(session, 1), state(session, 3)],
      [
        [line("b"), "mine", "mine"],
        [{ kind: "number", text: "1" }, undefined, "collision"],
      ],
    );
  });
});
