import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  type ReferenceGrammar,
  builtInGrammar,
  parseValidPatterns,
} from "../../../../src/model/reference/findReferences.ts";
import {
  hasReference,
  createInsertReferenceEdit,
  createRemoveReferenceEdit,
} from "../../../../src/model/reference/insertReference.ts";
import { applyTextEdit, getCommittedText } from "../../../../src/model/reference/commitMessage.ts";

const scissors = "# ------------------------ >8 ------------------------";

function insert(message: string, reference = "art #12", commentPrefix: string | undefined = "#"): string {
  const rules = { commentPrefix, grammar: builtInGrammar };
  const edit = createInsertReferenceEdit(message, { artifactId: 12, reference }, rules);
  return edit === undefined ? message : applyTextEdit(message, edit);
}

describe("createInsertReferenceEdit", () => {
  const rows: readonly (readonly [name: string, before: string, after: string, reference?: string])[] = [
    ["leaves room for the subject", "", "\n\nart #12"],
    ["keeps blank lines", "\n", "\n\n\nart #12"],
    ["inserts below the subject", "Subject", "Subject\n\nart #12"],
    ["inserts above trailing empty lines", "Subject\n\n\n", "Subject\n\nart #12\n\n\n"],
    ["inserts below the body", "Subject\n\nBody\nmore", "Subject\n\nBody\nmore\n\nart #12"],
    ["doesn't close the artifact", "Add a fix", "Add a fix\n\nart #12"],
    ["doesn't close the artifact in the other form", "Add a fix", "Add a fix\n\n- TULEAP-12", "TULEAP-12"],
    ["inserts the other form as a plain line", "Subject", "Subject\n\nTULEAP-12", "TULEAP-12"],
    ["closes with a closing keyword", "Subject", "Subject\n\nCloses art #12", "Closes art #12"],
    ["inserts directly below another reference line", "Subject\n\nart #11", "Subject\n\nart #11\nart #12"],
    ["leaves an empty line below a subject with a reference", "see art #11", "see art #11\n\nart #12"],
    [
      "inserts above the trailers",
      "Subject\n\nBody\n\nReviewed-by: A\nSigned-off-by: B",
      "Subject\n\nBody\n\nart #12\n\nReviewed-by: A\nSigned-off-by: B",
    ],
    [
      "inserts above folded trailers",
      "Subject\n\nNote: long\n  text\n(cherry picked from commit 12ab)\n",
      "Subject\n\nart #12\n\nNote: long\n  text\n(cherry picked from commit 12ab)\n",
    ],
    [
      "adds a trailer to the trailers",
      "Subject\n\nSigned-off-by: B\n",
      "Subject\n\nSigned-off-by: B\nRefs: art #12\n",
      "Refs: art #12",
    ],
    ["starts a trailer paragraph", "Subject", "Subject\n\nRefs: art #12", "Refs: art #12"],
    ["doesn't treat a subject as a trailer", "fix: the box", "fix: the box\n\nart #12"],
    ["treats sign-offs of git as trailers", "\n\nSigned-off-by: B\n", "\n\nart #12\n\nSigned-off-by: B\n"],
    ["adds an empty line above the trailers", "\nSigned-off-by: B\n", "\n\nart #12\n\nSigned-off-by: B\n"],
    ["inserts above comments", "\n# Please enter\n#\n", "\n\nart #12\n# Please enter\n#\n"],
    ["inserts above comments without an empty line", "# Please enter", "\n\nart #12\n# Please enter"],
    ["inserts between text and comments", "Subject\n# Please\n", "Subject\n\nart #12\n# Please\n"],
    [
      "inserts below the last of several texts",
      "# First:\nSubject\n\n# Second:\nOther\n\n# Please\n",
      "# First:\nSubject\n\n# Second:\nOther\n\nart #12\n\n# Please\n",
    ],
    [
      "inserts above the scissors line",
      `Subject\n${scissors}\n# Do not touch\ndiff --git a b\n+art #12\n`,
      `Subject\n\nart #12\n${scissors}\n# Do not touch\ndiff --git a b\n+art #12\n`,
    ],
    ["keeps the line endings", "Subject\r\n\r\n# Please", "Subject\r\n\r\nart #12\r\n\r\n# Please"],
    ["ignores references in comments", "Subject\n# art #12\n", "Subject\n\nart #12\n# art #12\n"],
    ["doesn't insert an existing reference", "Subject art #12", "Subject art #12"],
    ["recognizes another form", "Subject\n\nTULEAP-12", "Subject\n\nTULEAP-12"],
    ["inserts after a keyword at the end of a line", "Subject art\n#12", "Subject art\n\nart #12\n#12"],
  ];
  for (const [name, before, after, reference] of rows) {
    it(name, () => {
      assert.equal(insert(before, reference), after);
      assert.equal(insert(after, reference), after);
    });
  }

  it("supports an input without comments", () => {
    const insertWithoutComments = (message: string): string => {
      const edit = createInsertReferenceEdit(
        message,
        { artifactId: 12, reference: "art #12" },
        { commentPrefix: undefined, grammar: builtInGrammar },
      );
      return edit === undefined ? message : applyTextEdit(message, edit);
    };
    assert.equal(insertWithoutComments("# Heading"), "# Heading\n\nart #12");
    assert.equal(insertWithoutComments("about art\n#12"), "about art\n#12");
    assert.equal(insertWithoutComments(`Subject\n${scissors}`), `Subject\n${scissors}\n\nart #12`);
  });

  it("keeps a distance to a pattern reference whose last word could close the artifact", () => {
    const grammar = { trackerNames: [], patterns: parseValidPatterns(["^${id}-fix"]) };
    const referenceLine = { artifactId: 12, reference: "art #12" };
    const edit = createInsertReferenceEdit("Subject\n\n11-fix", referenceLine, {
      commentPrefix: undefined,
      grammar,
    });
    assert.equal(edit?.text, "\n\nart #12");
  });

  it("uses the repository's comment prefix", () => {
    assert.equal(insert("Subject\n; art #12", "art #12", ";"), "Subject\n\nart #12\n; art #12");
    assert.equal(insert("# Subject", "art #12", ";"), "# Subject\n\nart #12");
  });

  it("doesn't insert a line twice if no grammar recognizes it", () => {
    const rules = { commentPrefix: undefined, grammar: builtInGrammar };
    const referenceLine = { artifactId: 12, reference: "Ticket 12" };
    assert.equal(hasReference("Subject\n\nTicket 12", referenceLine, rules), true);
    assert.equal(createInsertReferenceEdit("Subject\n\nTicket 12 ", referenceLine, rules), undefined);
    assert.equal(hasReference("Subject\n\nTicket 123", referenceLine, rules), false);
  });

  it("keeps git's trailers intact", () => {
    const message = insert("Subject\n\nBody\n\nReviewed-by: A\nSigned-off-by: B\n");
    const asTrailer = insert("Subject\n\nSigned-off-by: B\n", "Refs: art #12");
    const trailers = (input: string): string =>
      spawnSync("git", ["interpret-trailers", "--parse"], { input, encoding: "utf8" }).stdout;
    assert.equal(trailers(message), "Reviewed-by: A\nSigned-off-by: B\n");
    assert.equal(trailers(asTrailer), "Signed-off-by: B\nRefs: art #12\n");
  });
});

describe("getCommittedText", () => {
  const rows = [
    "a \n\n\n\nb\n# c\n\n",
    "\n\n# c\na\n# d\nb",
    "a\n \t \n# c\n\nb\u00a0\n",
    "a\r\n# c\r\nb\r\n",
    "",
    "#\n",
    " # no comment\n#comment",
  ];
  for (const message of rows) {
    it(`equals what git commits for ${JSON.stringify(message)}`, () => {
      const strip = ["-c", "core.commentChar=#", "stripspace", "--strip-comments"];
      const { stdout } = spawnSync("git", strip, { input: message, encoding: "utf8" });
      assert.equal(getCommittedText(message, "#").text.replace(/\n$/, ""), stdout.replace(/\n$/, ""));
    });
  }

  it("maps ranges to the message", () => {
    const message = "# x\nSee\n# y\nthe art #12  \n\n\nand\n";
    const { text, toMessageRange } = getCommittedText(message, "#");
    assert.equal(text, "See\nthe art #12\n\nand\n");
    for (const word of ["See", "art #12", "and", "See\n"]) {
      const start = text.indexOf(word);
      const range = toMessageRange({ start, end: start + word.length });
      assert.equal(message.slice(range.start, range.end).slice(0, 3), word.slice(0, 3));
    }
    const start = text.indexOf("art #12");
    assert.deepEqual(toMessageRange({ start, end: start + 7 }), { start: 16, end: 23 });
    assert.deepEqual(toMessageRange({ start, end: start }), { start: 16, end: 16 });
  });
});

describe("createRemoveReferenceEdit", () => {
  const grammar: ReferenceGrammar = builtInGrammar;
  const rows: readonly (readonly [name: string, before: string, after: string | undefined])[] = [
    ["empties the input", "\n\nart #12", ""],
    ["keeps the text typed since", "Subject\n\nart #12", "Subject"],
    ["keeps the trailers", "Subject\n\nart #12\n\nSigned-off-by: B", "Subject\n\nSigned-off-by: B"],
    ["keeps another reference", "Subject\n\nart #11\nart #12", "Subject\n\nart #11"],
    ["keeps the comments", "\n\nart #12\n# Please\n", "\n# Please\n"],
    ["removes a list item", "Add a fix\n\n- art #12", "Add a fix\n"],
    ["removes only the line if text follows", "art #12\nmore", "more"],
    ["removes only the last line", "more\nart #12", "more"],
    ["keeps a line with other text", "Subject\n\nart #12 and more", undefined],
    ["keeps a comment", "Subject\n# art #12", undefined],
    ["returns nothing without the line", "Subject", undefined],
  ];
  for (const [name, before, after] of rows) {
    it(name, () => {
      const referenceLine = { artifactId: 12, reference: "art #12" };
      const edit = createRemoveReferenceEdit(before, referenceLine, { commentPrefix: "#", grammar });
      assert.equal(edit && applyTextEdit(before, edit), after);
    });
  }
});
