import assert from "node:assert/strict";
import fc from "fast-check";
import { mapToCommittedLines } from "../../../src/model/lineMapping.ts";

describe("mapToCommittedLines", () => {
  it("maps unchanged lines and marks the others", () => {
    const committed = ["a", "b", "c", "d"];
    assert.deepEqual([...mapToCommittedLines(committed, ["a", "new", "c", "d", "e"])], [0, -1, 2, 3, -1]);
    assert.deepEqual([...mapToCommittedLines(committed, [])], []);
    assert.deepEqual([...mapToCommittedLines([], ["a"])], [-1]);
    assert.deepEqual([...mapToCommittedLines(committed, committed)], [0, 1, 2, 3]);
  });

  it("maps only equal lines, in order, each once", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (committed, current) => {
        const mapped = [...mapToCommittedLines(committed, current)];
        assert.equal(mapped.length, current.length);
        const used = mapped.filter((line) => line >= 0);
        assert.deepEqual(
          used,
          used.toSorted((one, other) => one - other),
        );
        assert.equal(new Set(used).size, used.length);
        for (const [index, line] of mapped.entries()) {
          if (line >= 0) assert.equal(committed[line], current[index]);
        }
      }),
    );
  });
});
