import assert from "node:assert/strict";
import fc from "fast-check";
import {
  cleanLine,
  literal,
  oneLine,
  plainLines,
  withoutInvisible,
  withoutLinks,
} from "../../../src/model/displayText.ts";

const directionControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const directedText = fc.string({
  unit: fc.constantFrom(
    "a",
    " ",
    "1",
    "!",
    "\n",
    "\u05d0",
    "\u0627",
    "\u00ad",
    "\u061c",
    "\u200b",
    "\u200d",
    "\u200e",
    "\u200f",
    "\u202a",
    "\u202b",
    "\u202c",
    "\u202d",
    "\u202e",
    "\u2060",
    "\u2066",
    "\u2067",
    "\u2068",
    "\u2069",
    "\ufeff",
    "\u{e0041}",
  ),
  maxLength: 80,
});

describe("server text in a label", () => {
  it("is one line, without what reorders or hides the rest, and no longer than told", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 500 }),
        fc.integer({ min: 1, max: 400 }),
        (text, maximum) => {
          const line = oneLine(text, maximum);
          assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029]/u);
          assert.ok(Array.from(line).length <= maximum + 2);
          assert.equal(oneLine(line, maximum + 2), line);
        },
      ),
    );
  });

  it("reorders nothing beside it, and hides nothing, whatever controls it holds", () => {
    fc.assert(
      fc.property(directedText, fc.integer({ min: 1, max: 60 }), (text, maximum) => {
        for (const line of [oneLine(text, maximum), ...plainLines(text, maximum).split("\n")]) {
          const rest = line.replaceAll(/\u2068[^\u2068\u2069]*\u2069/gu, "");
          assert.doesNotMatch(
            line,
            /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\ufeff\u{e0041}]/u,
          );
          assert.doesNotMatch(rest, /[\u2068\u2069\u0590-\u08ff]/u);
        }
        assert.doesNotMatch(cleanLine(text), directionControl);
        assert.doesNotMatch(withoutInvisible(text), directionControl);
      }),
      { numRuns: 2000 },
    );
  });

  it("stays apart from its neighbours in a sentence, also where the sentence is made one line", () => {
    const hostile = "\u2067Do not pay\u200f";
    assert.equal(`${oneLine(hostile)} → Pay at once`, "Do not pay → Pay at once");
    const sentence = `${oneLine("שלום עולם")} → ${oneLine("Pay")}`;
    assert.equal(sentence, "\u2068שלום עולם\u2069 → Pay");
    assert.equal(oneLine(sentence), sentence);
    assert.equal(oneLine(`\u2069 a ${oneLine("ש")} \u2068`), "a \u2068ש\u2069");
    assert.equal(plainLines("ש\nb"), "\u2068ש\u2069\nb");
  });

  it("offers no link where VS Code would make one", () => {
    assert.doesNotMatch(withoutLinks("[go](command:x) and [on](https://a.example)"), /\]\(/);
  });

  it("is no link and no entity in Markdown, and reads the same there", () => {
    assert.equal(literal("<command:x> & <b>&lt;"), "&lt;command:x> &amp; &lt;b>&amp;lt;");
  });

  it("has lines where there is room for them, and nothing else that can't be seen", () => {
    assert.equal(plainLines("a\r\nb\u0000\u202Ec\td"), "a\nb\nc\td");
    assert.equal(plainLines("abc", 2), "ab");
  });

  it("keeps right-to-left text and emoji whole", () => {
    assert.equal(oneLine("  שלום\n\tעולם 👩‍💻 "), "\u2068שלום עולם 👩‍💻\u2069");
    assert.equal(cleanLine("  שלום\n\tעולם 👩‍💻 "), "שלום עולם 👩‍💻");
    assert.equal(oneLine("abc\u202Etxt.exe"), "abctxt.exe");
    assert.equal(oneLine("abcdef", 4), "abc…");
  });
});
