import assert from "node:assert/strict";
import fc from "fast-check";
import { sortRows, type SortValue } from "../../../../src/model/table.ts";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const anyKey: fc.Arbitrary<SortValue> = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.string({ maxLength: 4 }),
  fc.constant(undefined),
);

function isMissing(key: SortValue): boolean {
  return key === undefined || key === "" || Number.isNaN(key);
}

describe("sortRows", () => {
  it("sorts numbers and words naturally", () => {
    const sort = (...keys: readonly SortValue[]) => sortRows(keys, (key) => key, "ascending", collator);
    assert.deepEqual(sort(10, 9, undefined, -1), [-1, 9, 10, undefined]);
    assert.deepEqual(sort("item 10", "Item 9", "", "ärger", "zoo"), [
      "ärger",
      "Item 9",
      "item 10",
      "zoo",
      "",
    ]);
  });

  it("keeps all rows, puts those without a value last in both directions, and sorts the others", () => {
    const rows = fc.array(anyKey).map((keys) => keys.map((key, index) => ({ key, index })));
    fc.assert(
      fc.property(rows, fc.constantFrom("ascending", "descending"), (unsorted, direction) => {
        const result = sortRows(unsorted, ({ key }) => key, direction, collator);
        assert.deepEqual(
          result.map(({ index }) => index).toSorted((one, other) => one - other),
          unsorted.map(({ index }) => index),
        );
        const withValue = result.filter(({ key }) => !isMissing(key));
        assert.deepEqual(result.slice(0, withValue.length), withValue);
        withValue.slice(1).forEach((each, place) => {
          const before = withValue[place];
          assert.ok(before !== undefined);
          const [low, high] = direction === "ascending" ? [before, each] : [each, before];
          if (typeof low.key === "number" && typeof high.key === "number") assert.ok(low.key <= high.key);
          if (typeof low.key === "string") {
            assert.equal(typeof high.key, "string");
            assert.ok(collator.compare(low.key, String(high.key)) <= 0);
          }
          // The sort is stable.
          if (Object.is(low.key, high.key)) assert.ok(before.index < each.index);
        });
      }),
    );
  });
});
