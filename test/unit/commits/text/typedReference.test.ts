import assert from "node:assert/strict";
import { isInComment, isProse } from "../../../../src/features/commits/references/inComment.ts";
import { mayRefer } from "../../../../src/features/commits/references/mayRefer.ts";
import { typedReference } from "../../../../src/features/commits/references/typedReference.ts";
import { findReferences } from "../../../../src/model/reference/find.ts";

describe("a reference that is being typed", () => {
  const typed = (before: string): string | undefined => {
    const found = typedReference(before, ["bug"]);
    return found && `${found.start} ${found.keyword} ${found.typed}`;
  };

  it("begins with a keyword, one blank and a mark", () => {
    assert.equal(typed("art #"), "0 art ");
    assert.equal(typed("see Artifact #"), "4 Artifact ");
    assert.equal(typed("(art #12"), "1 art 12");
    assert.equal(typed("art #1 and BUG #rudder ja"), "11 BUG rudder ja");
  });

  it("is none without one, and over once a number is followed by something", () => {
    const others = [
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
    for (const before of others) assert.equal(typed(before), undefined, before);
  });
});

describe("prose", () => {
  it("is what some languages are made of, and what stands in comments", () => {
    assert.deepEqual(["markdown", "plaintext", "typescript", "python"].map(isProse), [
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

describe("whether a text is worth a look", () => {
  it("is so for each that has a reference in it", () => {
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
      assert.ok(findReferences(text, { trackers: ["bug"], patterns: [] }).length > 0, text);
      assert.ok(mayRefer(text), text);
    }
  });

  it("is not for code, headings and colours", () => {
    for (const text of [
      "",
      "# Title\n\n## Part\n",
      "import x\n\nconst a = 1;",
      "a { color: #fff; }",
      "#12 art#12",
      "tuleap-x 2026-11-15",
    ]) {
      assert.ok(!mayRefer(text), text);
    }
  });
});
