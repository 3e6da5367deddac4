import assert from "node:assert/strict";
import fc from "fast-check";
import {
  normalizeLine,
  escapeHtml,
  toDisplayLine,
  toMultilineDisplayText,
  removeInvisibleCharacters,
  escapeLinks,
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

describe("display text", () => {
  it("is one line without characters that reorder or hide text, and is truncated", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 500 }),
        fc.integer({ min: 1, max: 400 }),
        (text, maximum) => {
          const line = toDisplayLine(text, maximum);
          assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029]/u);
          assert.ok(Array.from(line).length <= maximum + 2);
          assert.equal(toDisplayLine(line, maximum + 2), line);
        },
      ),
    );
  });

  it("neither reorders nor hides surrounding text for any control characters", () => {
    fc.assert(
      fc.property(directedText, fc.integer({ min: 1, max: 60 }), (text, maximum) => {
        for (const line of [
          toDisplayLine(text, maximum),
          ...toMultilineDisplayText(text, maximum).split("\n"),
        ]) {
          const rest = line.replaceAll(/\u2068[^\u2068\u2069]*\u2069/gu, "");
          assert.doesNotMatch(
            line,
            /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\ufeff\u{e0041}]/u,
          );
          assert.doesNotMatch(rest, /[\u2068\u2069\u0590-\u08ff]/u);
        }
        assert.doesNotMatch(normalizeLine(text), directionControl);
        assert.doesNotMatch(removeInvisibleCharacters(text), directionControl);
      }),
      { numRuns: 2000 },
    );
  });

  it("stays isolated in a sentence, also after the sentence is normalized", () => {
    const hostile = "\u2067Do not pay\u200f";
    assert.equal(`${toDisplayLine(hostile)} → Pay at once`, "Do not pay → Pay at once");
    const sentence = `${toDisplayLine("שלום עולם")} → ${toDisplayLine("Pay")}`;
    assert.equal(sentence, "\u2068שלום עולם\u2069 → Pay");
    assert.equal(toDisplayLine(sentence), sentence);
    assert.equal(toDisplayLine(`\u2069 a ${toDisplayLine("ש")} \u2068`), "a \u2068ש\u2069");
    assert.equal(toMultilineDisplayText("ש\nb"), "\u2068ש\u2069\nb");
  });

  it("contains no links in VS Code messages", () => {
    assert.doesNotMatch(escapeLinks("[go](command:x) and [on](https://a.example)"), /\]\(/);
  });

  it("contains no links or entities in Markdown and reads the same", () => {
    assert.equal(escapeHtml("<command:x> & <b>&lt;"), "&lt;command:x> &amp; &lt;b>&amp;lt;");
  });

  it("keeps line breaks in multi-line text and removes other invisible characters", () => {
    assert.equal(toMultilineDisplayText("a\r\nb\u0000\u202Ec\td"), "a\nb\nc\td");
    assert.equal(toMultilineDisplayText("abc", 2), "ab");
  });

  it("keeps right-to-left text and emoji intact", () => {
    assert.equal(toDisplayLine("  שלום\n\tעולם 👩‍💻 "), "\u2068שלום עולם 👩‍💻\u2069");
    assert.equal(normalizeLine("  שלום\n\tעולם 👩‍💻 "), "שלום עולם 👩‍💻");
    assert.equal(toDisplayLine("abc\u202Etxt.exe"), "abctxt.exe");
    assert.equal(toDisplayLine("abcdef", 4), "abc…");
  });
});
