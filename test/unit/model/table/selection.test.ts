import assert from "node:assert/strict";
import fc from "fast-check";
import {
  areAllSelected,
  selectAll,
  extendSelection,
  emptySelection,
  selectOnly,
  type RowSelection,
  pruneSelection,
  selectRows,
  toggleSelection,
} from "../../../../src/model/table.ts";

const order = [5, 3, 9, 1, 7];

function chosen({ ids }: RowSelection): readonly number[] {
  return [...ids].toSorted((one, other) => one - other);
}

describe("RowSelection", () => {
  it("is extended from the anchor in the current order", () => {
    assert.deepEqual(chosen(extendSelection(selectOnly(3), order, 1)), [1, 3, 9]);
    assert.deepEqual(chosen(extendSelection(selectOnly(1), order, 5)), [1, 3, 5, 9]);
    assert.deepEqual(chosen(extendSelection(toggleSelection(selectOnly(5), 9), order, 7)), [1, 5, 7, 9]);
  });

  it("replaces the last range with another one", () => {
    const wide = extendSelection(selectOnly(3), order, 7);
    assert.deepEqual(chosen(extendSelection(wide, order, 9)), [3, 9]);
  });

  it("starts a new range without a visible anchor", () => {
    assert.deepEqual(chosen(extendSelection(emptySelection, order, 9)), [9]);
    assert.deepEqual(chosen(extendSelection(selectOnly(100), order, 9)), [9]);
    assert.deepEqual(extendSelection(selectOnly(3), order, 100), selectOnly(3));
  });

  it("tells whether all rows are selected", () => {
    assert.ok(areAllSelected(selectAll(order), order));
    assert.ok(areAllSelected(selectRows([...order, 100]), order));
    assert.ok(!areAllSelected(toggleSelection(selectAll(order), 9), order));
    assert.ok(!areAllSelected(emptySelection, []));
  });

  it("drops removed rows only", () => {
    const selection = toggleSelection(selectOnly(5), 9);
    assert.equal(
      pruneSelection(selection, () => true),
      selection,
    );
    const left = pruneSelection(selection, (id) => id !== 9);
    assert.deepEqual(chosen(left), [5]);
    assert.deepEqual(chosen(extendSelection(left, order, 3)), [3, 5]);
  });

  it("equals a simple list of actions after any sequence", () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constantFrom("only", "toggle", "extend"), at: fc.nat({ max: 19 }) }),
      fc.constant({ kind: "all", at: 0 }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const ids = Array.from({ length: 20 }, (_, index) => 100 - index);
        // Reference implementation: a flag per row, the flags when the anchor was set, and the anchor.
        let flags = ids.map(() => false);
        let flagsBeforeRange = flags;
        let anchor = -1;
        let selection = emptySelection;
        for (const { kind, at } of actions) {
          const id = ids[at] ?? 0;
          if (kind === "only") {
            selection = selectOnly(id);
            flags = ids.map((_, place) => place === at);
            [flagsBeforeRange, anchor] = [ids.map(() => false), at];
          } else if (kind === "toggle") {
            selection = toggleSelection(selection, id);
            flags = flags.map((flag, place) => flag !== (place === at));
            [flagsBeforeRange, anchor] = [flags, at];
          } else if (kind === "all") {
            selection = selectAll(ids);
            flags = ids.map(() => true);
            [flagsBeforeRange, anchor] = [ids.map(() => false), 0];
          } else {
            selection = extendSelection(selection, ids, id);
            if (anchor === -1) anchor = at;
            const [low, high] = [Math.min(anchor, at), Math.max(anchor, at)];
            flags = flagsBeforeRange.map((flag, place) => flag || (place >= low && place <= high));
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
