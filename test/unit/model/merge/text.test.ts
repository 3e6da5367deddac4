import assert from "node:assert/strict";
import fc from "fast-check";
import { mergeText } from "../../../../src/model/merge/text.ts";

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
  ["nothing", "", "", "", ""],
  ["mine alone", "a\n", "b\n", "a\n", "b\n"],
  ["theirs alone", "a\n", "a\n", "b\n", "b\n"],
  ["the same", "a\n", "b\n", "b\n", "b\n"],
  ["two places", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"],
  ["one line between", "a\nb\nc\n", "b\nc\n", "a\nb\nc\nd\n", "b\nc\nd\n"],
  ["the same and another", "a\nb\nc\n", "A\nb\nc\n", "A\nb\nC\n", "A\nb\nC\n"],
  ["the same line", "a\nb\nc\n", "a\nB\nc\n", "a\nX\nc\n", undefined],
  ["lines side by side", "a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nb\nC\nd\n", undefined],
  ["added at the same place", "a\n", "a\nb\n", "a\nc\n", undefined],
  ["added at the end, changed just before", "a\nb\n", "a\nb\nc\n", "a\nB\n", undefined],
  ["removed here, changed there", "a\nb\nc\n", "a\nc\n", "a\nB\nc\n", undefined],
  ["everything new", "", "a\n", "b\n", undefined],
  ["one is a part of the other", "a\nb\nc\n", "a\nB\nc\n", "a\nB\nB2\nc\n", undefined],
  ["no newline at the end", "a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC"],
  ["a newline comes at the end", "a\nb\nc", "A\nb\nc", "a\nb\nc\n", "A\nb\nc\n"],
  ["a newline goes, a line comes after it", "a\nb\n", "a\nb", "a\nb\nc\n", undefined],
  ["mixed line ends", "a\r\nb\nc\r\n", "A\r\nb\nc\r\n", "a\r\nb\nC\n", "A\r\nb\nC\n"],
  ["only a line end changes", "a\r\nb\nc\r\n", "a\nb\nc\r\n", "a\r\nb\nC\r\n", "a\nb\nC\r\n"],
  ["the end of the same line", "a\r\n", "a\n", "b\r\n", undefined],
  ["among equal lines", "\n\n\n", "\n\n\n\n", "x\n\n\n\n", "x\n\n\n\n\n"],
  ["a carriage return alone ends no line", "a\rb\nc\nd\n", "a\rB\nc\nd\n", "a\rb\nc\nD\n", "a\rB\nc\nD\n"],
];

/** Stretches with lines of their own, parted by lines that stay; each belongs to one side. */
const stretches = fc.array(
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

describe("a merge of texts", () => {
  for (const [name, base, mine, theirs, merged] of examples) {
    it(`${name}: ${merged === undefined ? "collides" : "merges"}`, () => {
      assert.equal(mergeText(base, mine, theirs), merged);
    });
  }

  it("has the changes of both where a line lies between them", () => {
    fc.assert(
      fc.property(stretches, (given) => {
        const text = (taken: (isMine: boolean) => boolean): string =>
          given
            .map(({ isMine, before, after }, index) => {
              const lines = taken(isMine) ? after : before;
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

  it("is the same whoever is who, and has no line that none of the three has", () => {
    let merges = 0;
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, mine, theirs) => {
        const merged = mergeText(base, mine, theirs);
        assert.equal(mergeText(base, theirs, mine), merged);
        if (merged === undefined) return;
        merges += 1;
        const known = new Set([base, mine, theirs].flatMap(linesIn));
        assert.deepEqual(
          linesIn(merged).filter((each) => !known.has(each)),
          [],
        );
      }),
      { numRuns: 5000 },
    );
    assert.ok(merges > 50, `${merges} merges`);
  });

  it("with a side that changed nothing is the other side", () => {
    fc.assert(
      fc.property(anyText, anyText, (base, other) => {
        assert.deepEqual(
          [mergeText(base, other, base), mergeText(base, base, other), mergeText(base, other, other)],
          [other, other, other],
        );
      }),
    );
  });

  describe("of 20,000 lines", () => {
    const count = 20_000;
    const lines = Array.from({ length: count }, (_, index) => `${index % 97}\n`);
    const base = lines.join("");

    /** The quickest of some: what else the machine does is not measured. */
    function milliseconds(act: () => void): number {
      const times = Array.from({ length: 5 }, () => {
        const start = process.cpuUsage();
        act();
        return process.cpuUsage(start).user / 1000;
      });
      return Math.min(...times);
    }

    it("takes less than a quarter of a second where some hundred of them changed", () => {
      const changed = (first: number): string =>
        lines.map((each, index) => (index % 100 === first ? `${index} is new\n` : each)).join("");
      const moved = lines
        .toSpliced(12_000, 200)
        .toSpliced(300, 0, ...lines.slice(12_000, 12_200))
        .join("");
      const took = milliseconds(() => assert.ok(mergeText(base, changed(20), changed(70)) !== undefined));
      const tookMoved = milliseconds(() => void mergeText(base, moved, changed(70)));
      assert.ok(took < 250 && tookMoved < 250, `${took} ms, ${tookMoved} ms`);
    });

    it("ends soon where nothing is where it was, and still merges what lies outside", () => {
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
      const took = milliseconds(() => {
        assert.equal(mergeText(before, mine, ["first\n", "second\n", ...three].join("")), undefined);
        assert.equal(
          mergeText(before, mine, ["1st\n", "second\n", ...one].join("")),
          ["1st\n", "second\n", ...two].join(""),
        );
      });
      assert.ok(took < 2000, `${took} ms`);
    });
  });
});
