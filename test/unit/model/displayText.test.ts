import assert from "node:assert/strict";
import fc from "fast-check";
import { literal, oneLine, plainLines, withoutLinks } from "../../../src/model/displayText.ts";

describe("server text in a label", () => {
  it("is one line, without what reorders or hides the rest, and no longer than told", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 500 }),
        fc.integer({ min: 1, max: 400 }),
        (text, maximum) => {
          const line = oneLine(text, maximum);
          assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
          assert.ok(Array.from(line).length <= maximum);
          assert.equal(oneLine(line, maximum), line);
        },
      ),
    );
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
    assert.equal(oneLine("  שלום\n\tעולם 👩‍💻 "), "שלום עולם 👩‍💻");
    assert.equal(oneLine("abc\u202Etxt.exe"), "abctxt.exe");
    assert.equal(oneLine("abcdef", 4), "abc…");
  });
});
