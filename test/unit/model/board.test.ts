import assert from "node:assert/strict";
import fc from "fast-check";
import {
  arrangeCards,
  type BoardGeometry,
  createBoardColumns,
  findAllowedMoves,
  listBoardFields,
  listCardsInSight,
  listMoveTargets,
  moveRanked,
  placeLanes,
  toRankPosition,
} from "../../../src/model/board.ts";
import { createChoice, createTracker, createWorkflow } from "../../support/fixtures/formBuilders.ts";

const choices = [
  createChoice(100, { label: "None" }),
  createChoice(1, { label: "New", color: "fiesta-red" }),
  createChoice(2, { label: "Verified" }),
  createChoice(3, { label: "Old", isHidden: true }),
  createChoice(8, { label: "Fixed" }),
  createChoice(9, { label: "Declined" }),
];

const tracker = createTracker(
  [
    { id: 20, type: "sb", label: "Severity", choices: [createChoice(5)], permissions: new Set(["read"]) },
    { id: 21, type: "msb", label: "Platforms", choices: [createChoice(6)] },
    { id: 22, type: "sb", label: "Reviewer", binding: "users" },
    { id: 10, type: "rb", label: "Status", choices },
  ],
  {
    semantics: { status: { fieldId: 10, openIds: [1, 2, 3] } },
    workflow: createWorkflow({
      fieldId: 10,
      transitions: [
        { from: undefined, to: 1 },
        { from: 1, to: 2 },
        { from: 2, to: 8 },
        { from: 2, to: 9 },
        { from: 8, to: 2 },
      ],
    }),
  },
);

describe("columns of a board", () => {
  it("are the values of a list with one value, the status first", () => {
    assert.deepEqual(
      listBoardFields(tracker).map(({ label, isEditable }) => [label, isEditable]),
      [
        ["Status", true],
        ["Severity", false],
      ],
    );
  });

  it("have the order of the values, with all closed ones in the last", () => {
    const columns = createBoardColumns(tracker, 10);
    assert.deepEqual(
      columns.map(({ kind, key, label, isHidden }) => [kind, key, label, isHidden]),
      [
        ["none", "none", "", false],
        ["value", "1", "New", false],
        ["value", "2", "Verified", false],
        ["value", "3", "Old", true],
        ["closed", "closed", "", false],
      ],
    );
    assert.deepEqual(
      columns.at(-1)?.values.map(({ label }) => label),
      ["Fixed", "Declined"],
    );
  });

  it("take no cards with a closed value that isn't offered any more", () => {
    const choices = [
      createChoice(1, { label: "New" }),
      createChoice(5, { label: "Fixed" }),
      createChoice(6, { label: "Postponed", isHidden: true }),
    ];
    const columns = createBoardColumns(
      createTracker([{ id: 10, type: "sb", label: "Status", choices }], {
        semantics: { status: { fieldId: 10, openIds: [1] } },
      }),
      10,
    );
    const closed = columns.at(-1) ?? assert.fail();
    assert.deepEqual(
      closed.values.map(({ label }) => label),
      ["Fixed", "Postponed"],
    );
    assert.deepEqual(listMoveTargets(closed, "1", undefined), [{ id: 5, label: "Fixed" }]);
  });

  it("have no closed one without a status, or for another list", () => {
    const kinds = createBoardColumns(tracker, 20).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["none", "value"]);
  });

  it("take cards that the workflow allows there", () => {
    const columns = createBoardColumns(tracker, 10);
    const allowed = findAllowedMoves(tracker, 10, columns);
    const findTargets = (from: string): readonly string[] =>
      columns.flatMap((column) => listMoveTargets(column, from, allowed)).map(({ label }) => label);
    assert.deepEqual(findTargets("1"), ["Verified"]);
    assert.deepEqual(findTargets("2"), ["Fixed", "Declined"]);
    assert.deepEqual(findTargets("8"), ["Verified"]);
    assert.deepEqual(findTargets("9"), []);
    assert.deepEqual(findTargets("none"), ["New"]);
  });

  it("take all cards without a workflow, but none with a value that isn't offered any more", () => {
    const columns = createBoardColumns(tracker, 10);
    const free = findAllowedMoves({ ...tracker, workflow: undefined }, 10, columns);
    const targets = columns.flatMap((column) => listMoveTargets(column, "1", free));
    assert.deepEqual(
      targets.map(({ label }) => label),
      ["Verified", "Fixed", "Declined"],
    );
  });
});

describe("cards of a board", () => {
  const columns = createBoardColumns({ ...tracker, workflow: undefined }, 10);
  const geometry: BoardGeometry = { columnWidth: 200, cardHeight: 50, laneTitleHeight: 30 };
  const card = fc.record({
    id: fc.nat(),
    column: fc.constantFrom("none", "1", "2", "closed", "unknown"),
    lane: fc.constantFrom("a", "b", "c"),
  });
  const cards = fc.uniqueArray(card, { selector: ({ id }) => id, maxLength: 60 });
  type Card = (typeof cards extends fc.Arbitrary<infer T> ? T : never)[number];
  const arrange = (all: readonly Card[]): ReturnType<typeof arrangeCards<Card>> =>
    arrangeCards(
      all,
      columns,
      (each) => each.column,
      ({ lane }) => ({ key: lane, label: lane }),
    );

  it("are each in one place, in their order", () => {
    fc.assert(
      fc.property(cards, (all) => {
        const lanes = arrange(all);
        const placed = lanes.flatMap((lane) => lane.cards.flat());
        const known = all.filter(({ column }) => column !== "unknown");
        assert.deepEqual(new Set(placed), new Set(known));
        assert.equal(placed.length, known.length);
        for (const { cards: byColumn } of lanes) {
          for (const inColumn of byColumn) {
            assert.deepEqual(
              inColumn,
              all.filter((each) => inColumn.includes(each)),
            );
          }
        }
      }),
    );
  });

  it("in sight are those that a slow search finds", () => {
    fc.assert(
      fc.property(cards, fc.nat(3000), fc.nat(900), (all, from, height) => {
        const lanes = placeLanes(arrange(all), geometry);
        const total = (lanes.at(-1)?.top ?? 0) + (lanes.at(-1)?.height ?? 0);
        const everything = listCardsInSight(lanes, geometry, 0, total);
        const isVisible = ({ y }: { readonly y: number }): boolean =>
          y < from + height && y + geometry.cardHeight > from;
        assert.deepEqual(
          listCardsInSight(lanes, geometry, from, from + height),
          everything.filter(isVisible),
        );
        const places = new Set(everything.map(({ x, y }) => `${x} ${y}`));
        assert.equal(places.size, everything.length);
      }),
    );
  });
});

describe("the rank of cards", () => {
  const column = [11, 12, 13, 14].map((id) => ({ id }));

  it("is before the card at which they are dropped, or after the last one", () => {
    const drop = (index: number, ...moved: readonly number[]): unknown =>
      toRankPosition(column, index, new Set(moved));
    assert.deepEqual(drop(0, 13), { direction: "before", comparedTo: 11 });
    assert.deepEqual(drop(2, 11), { direction: "before", comparedTo: 13 });
    assert.deepEqual(drop(4, 11), { direction: "after", comparedTo: 14 });
    assert.deepEqual(drop(4, 13, 14), { direction: "after", comparedTo: 12 });
    assert.deepEqual(drop(1, 99), { direction: "before", comparedTo: 12 });
    assert.equal(drop(2, 11, 12, 13, 14), undefined);
    assert.equal(toRankPosition([], 0, new Set([1])), undefined);
  });

  it("changes for moved cards only, which keep their order at the index of the drop", () => {
    const ids = fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(ids, fc.nat(12), fc.func(fc.boolean()), (all, anyIndex, isMoved) => {
        const index = Math.min(anyIndex, all.length);
        const moved = all.filter(isMoved);
        const position = toRankPosition(
          all.map((id) => ({ id })),
          index,
          new Set(moved),
        );
        if (position === undefined) {
          assert.equal(moved.length, all.length);
          return;
        }
        const others = all.filter((id) => !moved.includes(id));
        const countBefore = all.slice(0, index).filter((id) => others.includes(id)).length;
        assert.deepEqual(moveRanked(all, moved, position), others.toSpliced(countBefore, 0, ...moved));
      }),
    );
  });

  it("stays if the card that others are compared to isn't ranked", () => {
    assert.deepEqual(moveRanked([1, 2], [1], { direction: "after", comparedTo: 9 }), [1, 2]);
    assert.deepEqual(moveRanked([1, 2], [7], { direction: "after", comparedTo: 1 }), [1, 7, 2]);
  });
});
