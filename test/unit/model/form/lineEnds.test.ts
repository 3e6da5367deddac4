import assert from "node:assert/strict";
import fc from "fast-check";
import { typedOver, withLineEndsOf } from "../../../../src/model/form/lineEnds.ts";

const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const line = fc.constantFrom("", "a", "b", "long line");
const text = fc
  .array(fc.tuple(line, lineEnd))
  .chain((lines) => line.map((last) => [...lines.map(([words, end]) => words + end), last].join("")));

/** As a control of a browser gives it back. */
function shown(source: string): string {
  return source.replaceAll(/\r\n?/g, "\n");
}

function ends(source: string): readonly string[] {
  return source.match(/\r\n|\r|\n/g) ?? [];
}

describe("line ends of an edited text", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["a\r\nb\nc", "a\nb!\nc", "a\r\nb!\nc"],
    ["a\r\nb\nc", "a\nc", "a\r\nc"],
    ["a\r\nb\r\nc\nd", "a\nb\nx\nc\nd", "a\r\nb\r\nx\r\nc\nd"],
    ["a\r\nb", "a\nb\nc", "a\r\nb\r\nc"],
    ["a\rb", "a\nx\nb", "a\rx\rb"],
    // A broken line keeps its end behind its second half, joined lines that of the second.
    ["a\r\nbc\nd\r\n", "a\nb\nc\nd\n", "a\r\nb\r\nc\nd\r\n"],
    ["a\r\nb\nc", "ab\nc", "ab\nc"],
    ["a", "a\nb", "a\nb"],
    ["", "a\nb", "a\nb"],
    ["a\r\nb", "", ""],
  ];
  for (const [original, edited, expected] of cases) {
    it(`${JSON.stringify(original)} edited to ${JSON.stringify(edited)}`, () => {
      assert.equal(withLineEndsOf(original, edited), expected);
    });
  }

  it("say the same words as what was typed, whatever stood there", () => {
    fc.assert(
      fc.property(text, text, (original, edited) => {
        assert.equal(shown(withLineEndsOf(original, shown(edited))), shown(edited));
      }),
    );
  });

  it("are those of the original where nothing was changed", () => {
    fc.assert(
      fc.property(text, (original) => {
        assert.equal(withLineEndsOf(original, shown(original)), original);
      }),
    );
  });

  it("stay with the lines before and after the place of one edit", () => {
    fc.assert(
      fc.property(text, text, text, text, (before, removed, added, after) => {
        // Marks make sure that what was added is not taken for something that was there.
        const original = `${before}<${removed}>${after}`;
        const edited = withLineEndsOf(original, shown(`${before}<+${added}+>${after}`));
        assert.deepEqual(ends(edited).slice(0, ends(before).length), ends(before));
        assert.deepEqual(ends(edited).slice(ends(edited).length - ends(after).length), ends(after));
      }),
    );
  });

  it("come back with the text itself, by whatever way it was typed", () => {
    fc.assert(
      fc.property(text, fc.array(text), (original, typed) => {
        const now = [...typed, original].reduce(
          (source, next) => typedOver(source, shown(next), [original]),
          original,
        );
        assert.equal(now, original);
      }),
    );
  });

  it("are those of the field where what stands in it has none", () => {
    assert.equal(typedOver("a", "a\nb", ["x\r\ny"]), "a\r\nb");
  });
});
