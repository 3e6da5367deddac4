import assert from "node:assert/strict";
import fc from "fast-check";
import { preserveLineEndings, restoreLineEndings } from "../../../../src/model/form/lineEndings.ts";

const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const line = fc.constantFrom("", "a", "b", "long line");
const text = fc
  .array(fc.tuple(line, lineEnd))
  .chain((lines) => line.map((last) => [...lines.map(([words, end]) => words + end), last].join("")));

/** As a browser control returns it. */
function normalize(source: string): string {
  return source.replaceAll(/\r\n?/g, "\n");
}

function ends(source: string): readonly string[] {
  return source.match(/\r\n|\r|\n/g) ?? [];
}

describe("line endings of an edited text", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["a\r\nb\nc", "a\nb!\nc", "a\r\nb!\nc"],
    ["a\r\nb\nc", "a\nc", "a\r\nc"],
    ["a\r\nb\r\nc\nd", "a\nb\nx\nc\nd", "a\r\nb\r\nx\r\nc\nd"],
    ["a\r\nb", "a\nb\nc", "a\r\nb\r\nc"],
    ["a\rb", "a\nx\nb", "a\rx\rb"],
    // A split line keeps its ending at the second part, joined lines that of the second line.
    ["a\r\nbc\nd\r\n", "a\nb\nc\nd\n", "a\r\nb\r\nc\nd\r\n"],
    ["a\r\nb\nc", "ab\nc", "ab\nc"],
    ["a", "a\nb", "a\nb"],
    ["", "a\nb", "a\nb"],
    ["a\r\nb", "", ""],
  ];
  for (const [original, edited, expected] of cases) {
    it(`are kept for ${JSON.stringify(original)} edited to ${JSON.stringify(edited)}`, () => {
      assert.equal(restoreLineEndings(original, edited), expected);
    });
  }

  it("don't change the typed text otherwise", () => {
    fc.assert(
      fc.property(text, text, (original, edited) => {
        assert.equal(normalize(restoreLineEndings(original, normalize(edited))), normalize(edited));
      }),
    );
  });

  it("equal the original's if nothing changed", () => {
    fc.assert(
      fc.property(text, (original) => {
        assert.equal(restoreLineEndings(original, normalize(original)), original);
      }),
    );
  });

  it("are kept before and after a single edit", () => {
    fc.assert(
      fc.property(text, text, text, text, (before, removed, added, after) => {
        // The marks keep added text apart from existing text.
        const original = `${before}<${removed}>${after}`;
        const edited = restoreLineEndings(original, normalize(`${before}<+${added}+>${after}`));
        assert.deepEqual(ends(edited).slice(0, ends(before).length), ends(before));
        assert.deepEqual(ends(edited).slice(ends(edited).length - ends(after).length), ends(after));
      }),
    );
  });

  it("are restored with the original text, however it was typed", () => {
    fc.assert(
      fc.property(text, fc.array(text), (original, typed) => {
        const current = [...typed, original].reduce(
          (source, next) => preserveLineEndings(source, normalize(next), [original]),
          original,
        );
        assert.equal(current, original);
      }),
    );
  });

  it("are taken from the field's value if the current text has none", () => {
    assert.equal(preserveLineEndings("a", "a\nb", ["x\r\ny"]), "a\r\nb");
  });
});
