import assert from "node:assert/strict";
import fc from "fast-check";
import {
  areAll,
  everything,
  extended,
  nothingSelected,
  only,
  type Selection,
  still,
  these,
  toggled,
} from "../../../../src/model/table.ts";

const order = [5, 3, 9, 1, 7];

function chosen({ ids }: Selection): readonly number[] {
  return [...ids].toSorted((one, other) => one - other);
}

describe("a selection of rows", () => {
  it("is extended from the last row that was chosen, over rows as they stand", () => {
    assert.deepEqual(chosen(extended(only(3), order, 1)), [1, 3, 9]);
    assert.deepEqual(chosen(extended(only(1), order, 5)), [1, 3, 5, 9]);
    assert.deepEqual(chosen(extended(toggled(only(5), 9), order, 7)), [1, 5, 7, 9]);
  });

  it("gets another range in place of the last one", () => {
    const wide = extended(only(3), order, 7);
    assert.deepEqual(chosen(extended(wide, order, 9)), [3, 9]);
  });

  it("begins where there is no anchor, or none in sight", () => {
    assert.deepEqual(chosen(extended(nothingSelected, order, 9)), [9]);
    assert.deepEqual(chosen(extended(only(100), order, 9)), [9]);
    assert.deepEqual(extended(only(3), order, 100), only(3));
  });

  it("knows when it is all of them", () => {
    assert.ok(areAll(everything(order), order));
    assert.ok(areAll(these([...order, 100]), order));
    assert.ok(!areAll(toggled(everything(order), 9), order));
    assert.ok(!areAll(nothingSelected, []));
  });

  it("forgets what is gone, and only that", () => {
    const selection = toggled(only(5), 9);
    assert.equal(
      still(selection, () => true),
      selection,
    );
    const left = still(selection, (id) => id !== 9);
    assert.deepEqual(chosen(left), [5]);
    assert.deepEqual(chosen(extended(left, order, 3)), [3, 5]);
  });

  it("is after any sequence what a plain list of what was done says", () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constantFrom("only", "toggle", "extend"), at: fc.nat({ max: 19 }) }),
      fc.constant({ kind: "all", at: 0 }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const ids = Array.from({ length: 20 }, (_, index) => 100 - index);
        // The oracle: a flag per place, what stood when the anchor was set, and the anchor's place.
        let flags = ids.map(() => false);
        let kept = flags;
        let anchor = -1;
        let selection = nothingSelected;
        for (const { kind, at } of actions) {
          const id = ids[at] ?? 0;
          if (kind === "only") {
            selection = only(id);
            flags = ids.map((_, place) => place === at);
            [kept, anchor] = [ids.map(() => false), at];
          } else if (kind === "toggle") {
            selection = toggled(selection, id);
            flags = flags.map((flag, place) => flag !== (place === at));
            [kept, anchor] = [flags, at];
          } else if (kind === "all") {
            selection = everything(ids);
            flags = ids.map(() => true);
            [kept, anchor] = [ids.map(() => false), 0];
          } else {
            selection = extended(selection, ids, id);
            if (anchor === -1) anchor = at;
            const [low, high] = [Math.min(anchor, at), Math.max(anchor, at)];
            flags = kept.map((flag, place) => flag || (place >= low && place <= high));
          }
          assert.deepEqual(
            ids.filter((each) => selection.ids.has(each)),
            ids.filter((_, place) => flags[place]),
          );
        }
      }),
    );
  });
});
