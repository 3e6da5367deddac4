import assert from "node:assert/strict";
import fc from "fast-check";
import { mergeText } from "../../../../src/model/merge/mergeText.ts";

function linesIn(text: string): readonly string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== "");
}

const examples: readonly (readonly [
  name: string,
  base: string,
  mine: string,
  theirs: string,
  merged: string | undefined,
])[] = [
  ["empty texts", "", "", "", ""],
  ["a change of mine", "a\n", "b\n", "a\n", "b\n"],
  ["a change of theirs", "a\n", "a\n", "b\n", "b\n"],
  ["equal changes", "a\n", "b\n", "b\n", "b\n"],
  ["changes in two places", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"],
  ["one line between changes", "a\nb\nc\n", "b\nc\n", "a\nb\nc\nd\n", "b\nc\nd\n"],
  ["an equal and another change", "a\nb\nc\n", "A\nb\nc\n", "A\nb\nC\n", "A\nb\nC\n"],
  ["changes of the same line", "a\nb\nc\n", "a\nB\nc\n", "a\nX\nc\n", undefined],
  ["changes of adjacent lines", "a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nb\nC\nd\n", undefined],
  ["lines added at the same place", "a\n", "a\nb\n", "a\nc\n", undefined],
  ["a line added after a changed line", "a\nb\n", "a\nb\nc\n", "a\nB\n", undefined],
  ["a line removed by one side and changed by the other", "a\nb\nc\n", "a\nc\n", "a\nB\nc\n", undefined],
  ["new texts", "", "a\n", "b\n", undefined],
  ["a change that contains the other", "a\nb\nc\n", "a\nB\nc\n", "a\nB\nB2\nc\n", undefined],
  ["a missing newline at the end", "a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC"],
  ["an added newline at the end", "a\nb\nc", "A\nb\nc", "a\nb\nc\n", "A\nb\nc\n"],
  ["a removed newline and a line added after it", "a\nb\n", "a\nb", "a\nb\nc\n", undefined],
  ["mixed line endings", "a\r\nb\nc\r\n", "A\r\nb\nc\r\n", "a\r\nb\nC\n", "A\r\nb\nC\n"],
  ["a changed line ending", "a\r\nb\nc\r\n", "a\nb\nc\r\n", "a\r\nb\nC\r\n", "a\nb\nC\r\n"],
  ["the line ending of a changed line", "a\r\n", "a\n", "b\r\n", undefined],
  ["a change among equal lines", "\n\n\n", "\n\n\n\n", "x\n\n\n\n", "x\n\n\n\n\n"],
  [
    "a carriage return that doesn't end a line",
    "a\rb\nc\nd\n",
    "a\rB\nc\nd\n",
    "a\rb\nc\nD\n",
    "a\rB\nc\nD\n",
  ],
];

/** Segments of unique lines separated by unchanged lines; each belongs to one side. */
const arbitrarySegments = fc.array(
  fc.record({
    isMine: fc.boolean(),
    before: fc.array(fc.constantFrom("a\n", "b\r\n", "\n"), { maxLength: 4 }),
    after: fc.array(fc.constantFrom("a\n", "b\r\n", "\n", "c\n"), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 6 },
);

const line = fc.constantFrom("a", "b", "c", "d", "e", "");
const anyText = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 8 }), fc.constantFrom("", "a"))
  .map(([lines, last]) => lines.map((parts) => parts.join("")).join("") + last);

describe("mergeText", () => {
  for (const [name, base, mine, theirs, merged] of examples) {
    it(`handles ${name}: ${merged === undefined ? "conflicts" : "merges"}`, () => {
      assert.equal(mergeText(base, mine, theirs), merged);
    });
  }

  it("combines changes that are separated by a line", () => {
    fc.assert(
      fc.property(arbitrarySegments, (segments) => {
        const text = (isChanged: (isMine: boolean) => boolean): string =>
          segments
            .map(({ isMine, before, after }, index) => {
              const lines = isChanged(isMine) ? after : before;
              return `${lines.map((each) => `${index}${each}`).join("")}-${index}\n`;
            })
            .join("");
        const [base, mine, theirs] = [text(() => false), text((isMine) => isMine), text((isMine) => !isMine)];
        const merged = text(() => true);
        assert.deepEqual([mergeText(base, mine, theirs), mergeText(base, theirs, mine)], [merged, merged]);
      }),
      { numRuns: 2000 },
    );
  });

  it("is symmetric and adds no line that none of the texts has", () => {
    let merges = 0;
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, mine, theirs) => {
        const merged = mergeText(base, mine, theirs);
        assert.equal(mergeText(base, theirs, mine), merged);
        if (merged === undefined) return;
        merges += 1;
        const knownLines = new Set([base, mine, theirs].flatMap(linesIn));
        assert.deepEqual(
          linesIn(merged).filter((each) => !knownLines.has(each)),
          [],
        );
      }),
      { numRuns: 5000 },
    );
    assert.ok(merges > 50, `${merges} merges`);
  });

  it("returns the other side if one side is unchanged", () => {
    fc.assert(
      fc.property(anyText, anyText, (base, other) => {
        assert.deepEqual(
          [mergeText(base, other, base), mergeText(base, base, other), mergeText(base, other, other)],
          [other, other, other],
        );
      }),
    );
  });

  describe("with 20,000 lines", () => {
    const count = 20_000;
    const lines = Array.from({ length: count }, (_, index) => `${index % 97}\n`);
    const base = lines.join("");

    /** The fastest of several runs, to ignore other load. */
    function milliseconds(act: () => void): number {
      const times = Array.from({ length: 5 }, () => {
        const start = process.cpuUsage();
        act();
        return process.cpuUsage(start).user / 1000;
      });
      return Math.min(...times);
    }

    it("takes less than a quarter of a second for a few hundred changes", () => {
      const changed = (first: number): string =>
        lines.map((each, index) => (index % 100 === first ? `${index} is new\n` : each)).join("");
      const moved = lines
        .toSpliced(12_000, 200)
        .toSpliced(300, 0, ...lines.slice(12_000, 12_200))
        .join("");
      const elapsed = milliseconds(() => assert.ok(mergeText(base, changed(20), changed(70)) !== undefined));
      const tookMoved = milliseconds(() => void mergeText(base, moved, changed(70)));
      assert.ok(elapsed < 250 && tookMoved < 250, `${elapsed} ms, ${tookMoved} ms`);
    });

    it("ends soon if everything moved, and still merges the rest", () => {
      const random = (seed: number): readonly string[] => {
        let state = seed;
        return Array.from({ length: count }, () => {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
          return state >>> 31 === 0 ? "a\n" : "b\n";
        });
      };
      const [one, two, three] = [random(1), random(2), random(3)];
      const before = ["first\n", "second\n", ...one].join("");
      const mine = ["first\n", "second\n", ...two].join("");
      const elapsed = milliseconds(() => {
        assert.equal(mergeText(before, mine, ["first\n", "second\n", ...three].join("")), undefined);
        assert.equal(
          mergeText(before, mine, ["1st\n", "second\n", ...one].join("")),
          ["1st\n", "second\n", ...two].join(""),
        );
      });
      assert.ok(elapsed < 2000, `${elapsed} ms`);
    });
  });
});
