import assert from "node:assert/strict";
import fc from "fast-check";
import { ordered, type OrderKey } from "../../../../src/model/table.ts";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const anyKey: fc.Arbitrary<OrderKey> = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.string({ maxLength: 4 }),
  fc.constant(undefined),
);

function isUntold(key: OrderKey): boolean {
  return key === undefined || key === "" || Number.isNaN(key);
}

describe("rows in an order", () => {
  it("follow numbers and words as people do", () => {
    const sort = (...keys: readonly OrderKey[]) => ordered(keys, (key) => key, "ascending", collator);
    assert.deepEqual(sort(10, 9, undefined, -1), [-1, 9, 10, undefined]);
    assert.deepEqual(sort("item 10", "Item 9", "", "ärger", "zoo"), [
      "ärger",
      "Item 9",
      "item 10",
      "zoo",
      "",
    ]);
  });

  it("are all there, those that don't tell last both ways, and neighbours in order", () => {
    const rows = fc.array(anyKey).map((keys) => keys.map((key, index) => ({ key, index })));
    fc.assert(
      fc.property(rows, fc.constantFrom("ascending", "descending"), (given, direction) => {
        const result = ordered(given, ({ key }) => key, direction, collator);
        assert.deepEqual(
          result.map(({ index }) => index).toSorted((one, other) => one - other),
          given.map(({ index }) => index),
        );
        const told = result.filter(({ key }) => !isUntold(key));
        assert.deepEqual(result.slice(0, told.length), told);
        told.slice(1).forEach((each, place) => {
          const before = told[place];
          assert.ok(before !== undefined);
          const [low, high] = direction === "ascending" ? [before, each] : [each, before];
          if (typeof low.key === "number" && typeof high.key === "number") assert.ok(low.key <= high.key);
          if (typeof low.key === "string") {
            assert.equal(typeof high.key, "string");
            assert.ok(collator.compare(low.key, String(high.key)) <= 0);
          }
          // Those that are alike stay as they were.
          if (Object.is(low.key, high.key)) assert.ok(before.index < each.index);
        });
      }),
    );
  });
});
