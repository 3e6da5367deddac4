import assert from "node:assert/strict";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { typedIn } from "../../../../src/model/form/draft.ts";
import {
  type Choice,
  collisionsOf,
  offeredChoices,
  questionsOf,
} from "../../../../src/model/merge/encounter.ts";
import { chosen } from "../../../support/fixtures/formParts.ts";
import { after, beforeIn, choose, groups, others, redo, state, type, undo } from "./someActions.ts";
import { holding, line, text } from "./someForm.ts";
import { done, sentIn, shownIn } from "./someSession.ts";

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
);

describe("what is sent without a question", () => {
  it("has the changes of both, while the field shows what was typed", () => {
    assert.deepEqual(
      [state(merged, 2), sentIn(merged, 2)],
      [[lines({ 1: "mine" }), undefined, "merged"], lines({ 1: "mine", 5: "theirs" })],
    );
    assert.deepEqual(questionsOf(merged.form, merged.draft, merged.encounter), []);
  });

  it("follows what is typed, undone and redone", () => {
    const undone = done(merged, undo);
    assert.deepEqual(sentIn(undone, 2), lines({ 1: "first", 5: "theirs" }));
    assert.deepEqual(sentIn(done(undone, redo), 2), lines({ 1: "mine", 5: "theirs" }));
    const typed = done(merged, type(2, lines({ 1: "mine", 2: "more" })));
    assert.deepEqual(sentIn(typed, 2), lines({ 1: "mine", 2: "more", 5: "theirs" }));
  });

  it("is mine where mine has all that theirs has", () => {
    const session = after(holding([6, chosen(11)]), type(6, chosen(11, 12, 13)), others([6, chosen(11, 12)]));
    assert.deepEqual([state(session, 6)[2], sentIn(session, 6)], ["mine", chosen(11, 12, 13)]);
  });

  it("is theirs where theirs has all that mine has", () => {
    const session = after(holding([6, chosen(11)]), type(6, chosen(11, 12)), others([6, chosen(11, 12, 13)]));
    assert.deepEqual(sentIn(session, 6), chosen(11, 12, 13));
  });

  it("is theirs for what was typed back to what stood there before; where there is no merge it asks", () => {
    const list = after(
      holding([6, chosen(11)]),
      type(6, chosen(11, 12)),
      others([6, chosen(11, 13)]),
      type(6, chosen(11)),
    );
    assert.deepEqual([state(list, 6)[2], sentIn(list, 6)], ["merged", chosen(11, 13)]);
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

  it("after theirs was taken are asked about too where they go back to what stood there at first", () => {
    const session = [choose(1, "theirs"), others([1, line("a")])].reduce(done, asked);
    assert.deepEqual(state(session, 1), [line("b"), undefined, "collision"]);
    assert.deepEqual(state(done(session, choose(1, "mine")), 1), [line("b"), "mine", "mine"]);
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

  it("after mine was kept are shown beside what was opened, and after theirs was taken beside that", () => {
    const opened = (...choices: readonly Choice[]): unknown => {
      const actions = choices.flatMap((choice, index) => [
        choose(1, choice),
        ...(choice === "theirs" ? [type(1, line(`b${index}`))] : []),
        others([1, line(`d${index}`)]),
      ]);
      const { form, draft, encounter } = actions.reduce(done, asked);
      return questionsOf(form, draft, encounter).map((question) => question.opened);
    };
    assert.deepEqual(
      [opened(), opened("mine"), opened("edit", "mine"), opened("theirs"), opened("theirs", "mine")],
      [[line("a")], [line("a")], [line("a")], [line("c")], [line("c")]],
    );
  });

  it("after mine was kept are merged with it, and don't get back what it was kept from", () => {
    const session = after(
      holding([2, lines()]),
      type(2, lines({ 1: "mine" })),
      others([2, lines({ 1: "theirs" })]),
      choose(2, "mine"),
      others([2, lines({ 1: "theirs", 5: "new" })]),
    );
    assert.deepEqual(sentIn(session, 2), lines({ 1: "mine", 5: "new" }));
  });

  const goOn = others([2, lines({ 3: "more", 5: "theirs" })]);
  const all = lines({ 1: "mine", 3: "more", 5: "theirs" });

  it("are merged again, as far as they have got by then", () => {
    assert.deepEqual(sentIn(done(merged, goOn), 2), all);
    assert.deepEqual(
      sentIn(done(merged, others([2, lines({ 5: "again" })])), 2),
      lines({ 1: "mine", 5: "again" }),
    );
    assert.deepEqual(sentIn(done(merged, others([2, lines()])), 2), lines({ 1: "mine" }));
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

  it("don't take away what both had", () => {
    const session = after(
      holding([6, chosen(11)]),
      type(6, chosen(11, 12)),
      others([6, chosen(11, 12, 13)]),
      others([6, chosen(11)]),
    );
    assert.deepEqual([state(session, 6)[0], sentIn(session, 6)], [chosen(11, 12), chosen(11, 12)]);
  });

  it("don't bring back what was undone altogether", () => {
    const session = [undo, undo, goOn].reduce(done, merged);
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
