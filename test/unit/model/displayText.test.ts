import assert from "node:assert/strict";
import fc from "fast-check";
import {
  normalizeLine,
  escapeHtml,
  getInitials,
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

describe("getInitials", () => {
  const expected: Readonly<Record<string, string>> = {
    "Asha Raman": "AR",
    "Asha Raman (araman)": "AR",
    "asha raman": "AR",
    "Ines de la Cruz": "IC",
    "Jean-Pierre Dupont": "JD",
    "O'Brien": "O",
    "Lopes, Ana": "AL",
    "“Ana” Lopes": "AL",
    "Éloïse ßander": "ÉS",
    Plato: "P",
    "Test User 1": "T1",
    山田太郎: "山",
    "山田 太郎": "山太",
    김철수: "김",
    "שרה כהן": "שכ",
    // Without the separator, the letters would be joined.
    "محمد علي": "م\u200cع",
    "निशा शर्मा": "निश",
    "\u{1f98a}": "\u{1f98a}",
    "\u{1f98a} Fox Team": "FT",
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}":
      "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}",
    "": "",
    "--": "",
    "(none)": "",
    "\ud83d \udc00": "",
  };
  for (const [name, initials] of Object.entries(expected)) {
    it(`of ${JSON.stringify(name)} are ${JSON.stringify(initials)}`, () => {
      assert.equal(getInitials([name]), initials);
    });
  }

  it("of several names are the first letter and a plus", () => {
    assert.equal(getInitials(["Asha Raman", "Ines de la Cruz"]), "A+");
    assert.equal(getInitials(["محمد علي", "Asha"]), "م+");
    assert.equal(getInitials(["", "Asha"]), "");
    assert.equal(getInitials([]), "");
  });

  it("have at most two short characters without controls, which VS Code accepts in a badge", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: "binary" }), directedText), { maxLength: 2 }),
        (names) => {
          const initials = getInitials(names);
          assert.ok([...new Intl.Segmenter().segment(initials)].length <= 2, JSON.stringify(initials));
          assert.doesNotMatch(initials, directionControl);
          assert.doesNotMatch(initials, /[\s\p{Cc}\p{Cs}]/u);
        },
      ),
      { numRuns: 2000 },
    );
    assert.equal(getInitials([`a${"\u0301".repeat(100)} b`]), "AB");
  });
});
