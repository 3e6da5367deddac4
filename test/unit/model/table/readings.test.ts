import assert from "node:assert/strict";
import fc from "fast-check";
import { nothingRead, received, replaced, settled } from "../../../../src/model/table.ts";

interface Row {
  readonly id: number;
  readonly title: string;
}

function rows(...ids: readonly number[]): readonly Row[] {
  return ids.map((id) => ({ id, title: "" }));
}

function idsOf(some: readonly Row[]): readonly number[] {
  return some.map(({ id }) => id);
}

describe("rows of one reading after the other", () => {
  it("take their place when they reach as far as somebody looks", () => {
    const first = received(nothingRead<Row>(), { reading: 1, from: 0, rows: rows(1, 2, 3) }, 0);
    const begun = received(first, { reading: 2, from: 0, rows: rows(4) }, 2);
    assert.deepEqual(idsOf(begun.shown.rows), [1, 2, 3]);
    const enough = received(begun, { reading: 2, from: 1, rows: rows(5) }, 2);
    assert.deepEqual(idsOf(enough.shown.rows), [4, 5]);
    assert.deepEqual(idsOf(settled(begun).shown.rows), [4]);
    assert.equal(settled(first), first);
  });

  it("are shown at once where nobody looks further, none of them included", () => {
    const first = received(nothingRead<Row>(), { reading: 1, from: 0, rows: rows(1) }, 0);
    assert.deepEqual(received(first, { reading: 2, from: 0, rows: [] }, 0).shown.rows, []);
  });

  it("of an older reading come too late", () => {
    const second = received(nothingRead<Row>(), { reading: 2, from: 0, rows: rows(1) }, 0);
    assert.equal(received(second, { reading: 1, from: 0, rows: rows(9) }, 0), second);
    const third = received(second, { reading: 4, from: 0, rows: rows(2) }, 5);
    assert.equal(received(third, { reading: 3, from: 0, rows: rows(9) }, 0), third);
  });

  it("are replaced and removed one by one, in what is shown and in what comes", () => {
    const first = received(nothingRead<Row>(), { reading: 1, from: 0, rows: rows(1, 2, 3) }, 0);
    const both = received(first, { reading: 2, from: 0, rows: rows(3, 1) }, 9);
    const after = replaced(both, [{ id: 3, title: "new" }], [1]);
    assert.deepEqual(after.shown.rows, [...rows(2), { id: 3, title: "new" }]);
    assert.deepEqual(after.coming?.rows, [{ id: 3, title: "new" }]);
  });

  it("are whole however they are cut into pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.array(fc.integer({ min: 1, max: 5 })), (ids, cuts) => {
        let readings = nothingRead<Row>();
        let from = 0;
        for (const cut of [...cuts, ids.length]) {
          readings = received(readings, { reading: 1, from, rows: rows(...ids.slice(from, from + cut)) }, 0);
          from = Math.min(from + cut, ids.length);
        }
        assert.deepEqual(idsOf(readings.shown.rows), ids);
      }),
    );
  });
});
