import assert from "node:assert/strict";
import fc from "fast-check";
import { getPageKeyRowCount, getVisibleRange, getRevealScrollTop } from "../../../../src/model/table.ts";

const viewport = fc.record({
  scrollTop: fc.nat({ max: 400_000 }),
  height: fc.integer({ min: 1, max: 2_000 }),
  rowHeight: fc.integer({ min: 10, max: 60 }),
  rowCount: fc.nat({ max: 12_000 }),
});

describe("the visible range", () => {
  it("contains exactly the visible rows plus the margin", () => {
    fc.assert(
      fc.property(viewport, fc.nat({ max: 8 }), (view, margin) => {
        const { scrollTop, height, rowHeight, rowCount } = view;
        const { first, end } = getVisibleRange(view, 0);
        const isSeen = (row: number): boolean =>
          (row + 1) * rowHeight > scrollTop && row * rowHeight < scrollTop + height;
        assert.ok(first >= 0 && first <= end && end <= rowCount);
        // Checks the rows around the edges.
        for (let row = Math.max(0, first - 3); row < Math.min(rowCount, end + 3); row++) {
          assert.equal(row >= first && row < end, isSeen(row), `row ${row}`);
        }
        const wide = getVisibleRange(view, margin);
        if (first < end) {
          assert.deepEqual(wide, {
            first: Math.max(0, first - margin),
            end: Math.min(rowCount, end + margin),
          });
        }
      }),
    );
  });

  it("is scrolled as little as possible to reveal a row", () => {
    fc.assert(
      fc.property(viewport, fc.nat({ max: 12_000 }), (view, row) => {
        const { scrollTop, height, rowHeight } = view;
        const to = getRevealScrollTop(row, view);
        const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight];
        if (height >= rowHeight) {
          assert.ok(top >= to && bottom <= to + height);
          const wasSeen = top >= scrollTop && bottom <= scrollTop + height;
          assert.equal(to === scrollTop, wasSeen);
          if (!wasSeen) assert.ok(to === top || to === bottom - height);
        } else assert.equal(to, top);
      }),
    );
  });

  it("overlaps by one row between pages", () => {
    assert.equal(getPageKeyRowCount({ height: 330, rowHeight: 33 }), 9);
    assert.equal(getPageKeyRowCount({ height: 10, rowHeight: 33 }), 1);
  });
});
