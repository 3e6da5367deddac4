import assert from "node:assert/strict";
import {
  isInComment,
  isProseLanguage,
} from "../../../../src/features/commits/references/commentDetection.ts";
import { mayContainReference } from "../../../../src/features/commits/references/mayContainReference.ts";
import { parsePartialReference } from "../../../../src/model/reference/referenceKeywords.ts";
import { findReferences } from "../../../../src/model/reference/findReferences.ts";

describe("parsePartialReference", () => {
  const parse = (before: string): string | undefined => {
    const partial = parsePartialReference(before, ["bug"]);
    return partial && `${partial.start} ${partial.keyword} ${partial.query}`;
  };

  it("accepts a keyword, one space and a hash", () => {
    assert.equal(parse("art #"), "0 art ");
    assert.equal(parse("see Artifact #"), "4 Artifact ");
    assert.equal(parse("(art #12"), "1 art 12");
    assert.equal(parse("art #1 and BUG #rudder ja"), "11 BUG rudder ja");
  });

  it("rejects other text, and a number that is followed by something", () => {
    const rejected = [
      "#",
      "# ",
      "art#",
      "art  #",
      "smart #1",
      "rev #",
      "story #1",
      "color #ff",
      "art # ",
      "art #12 ",
      "art #12,",
      "art #open-tides:1",
      "art #one two three four five six",
      `art #${"x".repeat(61)}`,
      "art",
      "art-art #",
    ];
    for (const before of rejected) assert.equal(parse(before), undefined, before);
  });
});

describe("comment detection", () => {
  it("recognizes prose languages and comments", () => {
    assert.deepEqual(["markdown", "plaintext", "typescript", "python"].map(isProseLanguage), [
      true,
      true,
      false,
      false,
    ]);
    const comments = [
      "// see ",
      "x = 1; // see ",
      "# see ",
      "x = 1 # see ",
      "-- see ",
      " * see ",
      "; see ",
      "% see ",
      "<!-- see ",
      "/* see ",
    ];
    assert.deepEqual(
      comments.filter((line) => !isInComment(line, "")),
      [],
    );
    assert.ok(isInComment("see ", "/*\nfirst line\n"));
    assert.ok(isInComment("    see ", 'def f():\n    """What it does,\n'));
    assert.ok(!isInComment("see ", "/* closed */\n"));
    assert.ok(!isInComment("see ", 'def f():\n    """What it does."""\n'));
    for (const code of ["const a = ", "return ", "  call(art, ", "a = 2 * ", 'say("']) {
      assert.ok(!isInComment(code, "const b = 1;\n"), code);
    }
  });
});

describe("mayContainReference", () => {
  it("is true for text with a reference", () => {
    const texts = [
      "art #1",
      "x\nart\n#12",
      "artifact #tides:12",
      "fixes bug #7.",
      "TULEAP-9",
      "(tuleap-9)",
      "art\t#&amp;1 art #5",
    ];
    for (const text of texts) {
      assert.ok(findReferences(text, { trackerNames: ["bug"], patterns: [] }).length > 0, text);
      assert.ok(mayContainReference(text), text);
    }
  });

  it("is false for code, headings and colors", () => {
    for (const text of [
      "",
      "# Title\n\n## Part\n",
      "import x\n\nconst a = 1;",
      "a { color: #fff; }",
      "#12 art#12",
      "tuleap-x 2026-11-15",
    ]) {
      assert.ok(!mayContainReference(text), text);
    }
  });
});
