import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createRowLoads,
  addRowChunk,
  updateAndRemoveRows,
  showPendingLoad,
} from "../../../../src/model/table.ts";

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

describe("rows of consecutive loads", () => {
  it("replace the shown rows when they reach the end of the viewport", () => {
    const first = addRowChunk(createRowLoads<Row>(), { loadId: 1, offset: 0, rows: rows(1, 2, 3) }, 0);
    const pending = addRowChunk(first, { loadId: 2, offset: 0, rows: rows(4) }, 2);
    assert.deepEqual(idsOf(pending.shown.rows), [1, 2, 3]);
    const enough = addRowChunk(pending, { loadId: 2, offset: 1, rows: rows(5) }, 2);
    assert.deepEqual(idsOf(enough.shown.rows), [4, 5]);
    assert.deepEqual(idsOf(showPendingLoad(pending).shown.rows), [4]);
    assert.equal(showPendingLoad(first), first);
  });

  it("are shown immediately if nothing is scrolled, even if there are none", () => {
    const first = addRowChunk(createRowLoads<Row>(), { loadId: 1, offset: 0, rows: rows(1) }, 0);
    assert.deepEqual(addRowChunk(first, { loadId: 2, offset: 0, rows: [] }, 0).shown.rows, []);
  });

  it("of an older load are ignored", () => {
    const second = addRowChunk(createRowLoads<Row>(), { loadId: 2, offset: 0, rows: rows(1) }, 0);
    assert.equal(addRowChunk(second, { loadId: 1, offset: 0, rows: rows(9) }, 0), second);
    const third = addRowChunk(second, { loadId: 4, offset: 0, rows: rows(2) }, 5);
    assert.equal(addRowChunk(third, { loadId: 3, offset: 0, rows: rows(9) }, 0), third);
  });

  it("are updated and removed in the shown and the pending load", () => {
    const first = addRowChunk(createRowLoads<Row>(), { loadId: 1, offset: 0, rows: rows(1, 2, 3) }, 0);
    const both = addRowChunk(first, { loadId: 2, offset: 0, rows: rows(3, 1) }, 9);
    const after = updateAndRemoveRows(both, [{ id: 3, title: "new" }], [1]);
    assert.deepEqual(after.shown.rows, [...rows(2), { id: 3, title: "new" }]);
    assert.deepEqual(after.pending?.rows, [{ id: 3, title: "new" }]);
  });

  it("are complete however they are split into chunks", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.array(fc.integer({ min: 1, max: 5 })), (ids, cuts) => {
        let loads = createRowLoads<Row>();
        let offset = 0;
        for (const cut of [...cuts, ids.length]) {
          loads = addRowChunk(
            loads,
            { loadId: 1, offset, rows: rows(...ids.slice(offset, offset + cut)) },
            0,
          );
          offset = Math.min(offset + cut, ids.length);
        }
        assert.deepEqual(idsOf(loads.shown.rows), ids);
      }),
    );
  });
});
