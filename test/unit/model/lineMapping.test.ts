import assert from "node:assert/strict";
import fc from "fast-check";
import { CommittedLines } from "../../../src/model/lineMapping.ts";

const map = (committed: readonly string[], current: readonly string[]): readonly number[] => [
  ...new CommittedLines(committed).mapLines(current),
];

describe("CommittedLines", () => {
  it("maps unchanged lines and marks the others", () => {
    const committed = ["a", "b", "c", "d"];
    assert.deepEqual(map(committed, ["a", "new", "c", "d", "e"]), [0, -1, 2, 3, -1]);
    assert.deepEqual(map(committed, []), []);
    assert.deepEqual(map([], ["a"]), [-1]);
    assert.deepEqual(map(committed, committed), [0, 1, 2, 3]);
  });

  it("maps several texts one after the other", () => {
    const committed = new CommittedLines(["a", "b", "a"]);
    assert.deepEqual([...committed.mapLines(["x", "a", "b", "x"])], [-1, 0, 1, -1]);
    assert.deepEqual([...committed.mapLines(["x", "x", "b", "a"])], [-1, -1, 1, 2]);
    assert.deepEqual([...committed.mapLines(["a", "b", "a"])], [0, 1, 2]);
  });

  it("finds lines that occur once, even between many changes", () => {
    const committed = ["{", "first", "}", "{", "second", "}", "{", "third", "}"];
    const moved = ["{", "third", "}", "{", "first", "}", "{", "second", "}"];
    const mapped = map(committed, moved);
    assert.deepEqual([mapped[4], mapped[7]], [1, 4]);
    assert.equal(mapped[1], -1);
    const many = Array.from({ length: 3_000 }, (_, index) => (index % 3 === 0 ? "" : `line ${index}`));
    const edited = many.flatMap((line, index) => (index % 2 === 0 ? ["", "new", line] : [line]));
    const mappedEdited = map(many, edited);
    const lost = edited.filter(
      (line, at) => line.startsWith("line") && many[mappedEdited[at] ?? -1] !== line,
    );
    assert.deepEqual(lost, []);
  });

  it("maps only equal lines, in order, each once", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    const editedLines = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, editedLines, (committed, current) => {
        const mapped = map(committed, current);
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
