import assert from "node:assert/strict";
import fc from "fast-check";
import { rowsInPage, rowsInSight, scrollToShow } from "../../../../src/model/table.ts";

const viewport = fc.record({
  scroll: fc.nat({ max: 400_000 }),
  height: fc.integer({ min: 1, max: 2_000 }),
  rowHeight: fc.integer({ min: 10, max: 60 }),
  count: fc.nat({ max: 12_000 }),
});

describe("rows in sight", () => {
  it("are just those of which a pixel is seen, and the margin", () => {
    fc.assert(
      fc.property(viewport, fc.nat({ max: 8 }), (view, margin) => {
        const { scroll, height, rowHeight, count } = view;
        const { first, end } = rowsInSight(view, 0);
        const isSeen = (row: number): boolean =>
          (row + 1) * rowHeight > scroll && row * rowHeight < scroll + height;
        assert.ok(first >= 0 && first <= end && end <= count);
        // Row by row around the edges.
        for (let row = Math.max(0, first - 3); row < Math.min(count, end + 3); row++) {
          assert.equal(row >= first && row < end, isSeen(row), `row ${row}`);
        }
        const wide = rowsInSight(view, margin);
        if (first < end) {
          assert.deepEqual(wide, { first: Math.max(0, first - margin), end: Math.min(count, end + margin) });
        }
      }),
    );
  });

  it("are scrolled to by as little as shows them whole", () => {
    fc.assert(
      fc.property(viewport, fc.nat({ max: 12_000 }), (view, row) => {
        const { scroll, height, rowHeight } = view;
        const to = scrollToShow(row, view);
        const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight];
        if (height >= rowHeight) {
          assert.ok(top >= to && bottom <= to + height);
          const wasSeen = top >= scroll && bottom <= scroll + height;
          assert.equal(to === scroll, wasSeen);
          if (!wasSeen) assert.ok(to === top || to === bottom - height);
        } else assert.equal(to, top);
      }),
    );
  });

  it("leave one to go on from when a page is turned", () => {
    assert.equal(rowsInPage({ height: 330, rowHeight: 33 }), 9);
    assert.equal(rowsInPage({ height: 10, rowHeight: 33 }), 1);
  });
});
