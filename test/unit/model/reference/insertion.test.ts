import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { type Grammar, platformOnly, usablePatterns } from "../../../../src/model/reference/find.ts";
import { hasReference, insertion, removal } from "../../../../src/model/reference/insertion.ts";
import { applied, committedText } from "../../../../src/model/reference/message.ts";

const scissors = "# ------------------------ >8 ------------------------";

function inserted(message: string, reference = "art #12", comment: string | undefined = "#"): string {
  const rules = { comment, grammar: platformOnly };
  const edit = insertion(message, { artifactId: 12, reference }, rules);
  return edit === undefined ? message : applied(message, edit);
}

describe("a reference in a commit message", () => {
  const rows: readonly (readonly [name: string, before: string, after: string, reference?: string])[] = [
    ["leaves a place for the subject", "", "\n\nart #12"],
    ["leaves blank lines alone", "\n", "\n\n\nart #12"],
    ["goes below the subject", "Subject", "Subject\n\nart #12"],
    ["goes above lines that are empty", "Subject\n\n\n", "Subject\n\nart #12\n\n\n"],
    ["goes below the body", "Subject\n\nBody\nmore", "Subject\n\nBody\nmore\n\nart #12"],
    ["closes nothing", "Add a fix", "Add a fix\n\nart #12"],
    ["closes nothing in the other form", "Add a fix", "Add a fix\n\n- TULEAP-12", "TULEAP-12"],
    ["is as it is elsewhere", "Subject", "Subject\n\nTULEAP-12", "TULEAP-12"],
    ["closes when it says so", "Subject", "Subject\n\nCloses art #12", "Closes art #12"],
    ["goes below another", "Subject\n\nart #11", "Subject\n\nart #11\nart #12"],
    ["keeps away from a subject that is another", "see art #11", "see art #11\n\nart #12"],
    [
      "goes above the trailers",
      "Subject\n\nBody\n\nReviewed-by: A\nSigned-off-by: B",
      "Subject\n\nBody\n\nart #12\n\nReviewed-by: A\nSigned-off-by: B",
    ],
    [
      "goes above folded trailers",
      "Subject\n\nNote: long\n  text\n(cherry picked from commit 12ab)\n",
      "Subject\n\nart #12\n\nNote: long\n  text\n(cherry picked from commit 12ab)\n",
    ],
    [
      "goes among trailers if it is one",
      "Subject\n\nSigned-off-by: B\n",
      "Subject\n\nSigned-off-by: B\nRefs: art #12\n",
      "Refs: art #12",
    ],
    ["starts the trailers", "Subject", "Subject\n\nRefs: art #12", "Refs: art #12"],
    ["takes a subject for no trailer", "fix: the box", "fix: the box\n\nart #12"],
    ["takes what git signs for trailers", "\n\nSigned-off-by: B\n", "\n\nart #12\n\nSigned-off-by: B\n"],
    ["parts itself from them", "\nSigned-off-by: B\n", "\n\nart #12\n\nSigned-off-by: B\n"],
    ["goes above comments", "\n# Please enter\n#\n", "\n\nart #12\n# Please enter\n#\n"],
    ["goes above comments without a line", "# Please enter", "\n\nart #12\n# Please enter"],
    ["goes between text and comments", "Subject\n# Please\n", "Subject\n\nart #12\n# Please\n"],
    [
      "goes below the last of several",
      "# First:\nSubject\n\n# Second:\nOther\n\n# Please\n",
      "# First:\nSubject\n\n# Second:\nOther\n\nart #12\n\n# Please\n",
    ],
    [
      "stays above the scissors",
      `Subject\n${scissors}\n# Do not touch\ndiff --git a b\n+art #12\n`,
      `Subject\n\nart #12\n${scissors}\n# Do not touch\ndiff --git a b\n+art #12\n`,
    ],
    ["keeps the line ends", "Subject\r\n\r\n# Please", "Subject\r\n\r\nart #12\r\n\r\n# Please"],
    ["is not there for being in a comment", "Subject\n# art #12\n", "Subject\n\nart #12\n# art #12\n"],
    ["is there already", "Subject art #12", "Subject art #12"],
    ["is there in another form", "Subject\n\nTULEAP-12", "Subject\n\nTULEAP-12"],
    ["is there across a line break", "Subject art\n#12", "Subject art\n\nart #12\n#12"],
  ];
  for (const [name, before, after, reference] of rows) {
    it(name, () => {
      assert.equal(inserted(before, reference), after);
      assert.equal(inserted(after, reference), after);
    });
  }

  it("is in a box that has no comments", () => {
    const box = (message: string): string => {
      const edit = insertion(
        message,
        { artifactId: 12, reference: "art #12" },
        { comment: undefined, grammar: platformOnly },
      );
      return edit === undefined ? message : applied(message, edit);
    };
    assert.equal(box("# Heading"), "# Heading\n\nart #12");
    assert.equal(box("about art\n#12"), "about art\n#12");
    assert.equal(box(`Subject\n${scissors}`), `Subject\n${scissors}\n\nart #12`);
  });

  it("keeps away from one of a pattern, whose last word could close it", () => {
    const grammar = { trackers: [], patterns: usablePatterns(["^${id}-fix"]) };
    const wanted = { artifactId: 12, reference: "art #12" };
    const edit = insertion("Subject\n\n11-fix", wanted, { comment: undefined, grammar });
    assert.equal(edit?.text, "\n\nart #12");
  });

  it("is known by the comment's mark of the repository", () => {
    assert.equal(inserted("Subject\n; art #12", "art #12", ";"), "Subject\n\nart #12\n; art #12");
    assert.equal(inserted("# Subject", "art #12", ";"), "# Subject\n\nart #12");
  });

  it("is not there twice when no grammar knows it", () => {
    const rules = { comment: undefined, grammar: platformOnly };
    const wanted = { artifactId: 12, reference: "Ticket 12" };
    assert.equal(hasReference("Subject\n\nTicket 12", wanted, rules), true);
    assert.equal(insertion("Subject\n\nTicket 12 ", wanted, rules), undefined);
    assert.equal(hasReference("Subject\n\nTicket 123", wanted, rules), false);
  });

  it("leaves the trailers to git", () => {
    const message = inserted("Subject\n\nBody\n\nReviewed-by: A\nSigned-off-by: B\n");
    const asTrailer = inserted("Subject\n\nSigned-off-by: B\n", "Refs: art #12");
    const trailers = (input: string): string =>
      spawnSync("git", ["interpret-trailers", "--parse"], { input, encoding: "utf8" }).stdout;
    assert.equal(trailers(message), "Reviewed-by: A\nSigned-off-by: B\n");
    assert.equal(trailers(asTrailer), "Signed-off-by: B\nRefs: art #12\n");
  });
});

describe("what is committed of a message", () => {
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
    it(`is what git makes of it: ${JSON.stringify(message)}`, () => {
      const strip = ["-c", "core.commentChar=#", "stripspace", "--strip-comments"];
      const { stdout } = spawnSync("git", strip, { input: message, encoding: "utf8" });
      assert.equal(committedText(message, "#").text.replace(/\n$/, ""), stdout.replace(/\n$/, ""));
    });
  }

  it("knows its places", () => {
    const message = "# x\nSee\n# y\nthe art #12  \n\n\nand\n";
    const { text, rangeOf } = committedText(message, "#");
    assert.equal(text, "See\nthe art #12\n\nand\n");
    for (const word of ["See", "art #12", "and", "See\n"]) {
      const start = text.indexOf(word);
      const range = rangeOf({ start, end: start + word.length });
      assert.equal(message.slice(range.start, range.end).slice(0, 3), word.slice(0, 3));
    }
    const start = text.indexOf("art #12");
    assert.deepEqual(rangeOf({ start, end: start + 7 }), { start: 16, end: 23 });
    assert.deepEqual(rangeOf({ start, end: start }), { start: 16, end: 16 });
  });
});

describe("a reference that is taken out again", () => {
  const grammar: Grammar = platformOnly;
  const rows: readonly (readonly [name: string, before: string, after: string | undefined])[] = [
    ["leaves an empty box", "\n\nart #12", ""],
    ["leaves what was typed since", "Subject\n\nart #12", "Subject"],
    ["leaves the trailers", "Subject\n\nart #12\n\nSigned-off-by: B", "Subject\n\nSigned-off-by: B"],
    ["leaves the other one", "Subject\n\nart #11\nart #12", "Subject\n\nart #11"],
    ["leaves the comments", "\n\nart #12\n# Please\n", "\n# Please\n"],
    ["is gone with its mark", "Add a fix\n\n- art #12", "Add a fix\n"],
    ["is the line alone if there is more below", "art #12\nmore", "more"],
    ["is the last line alone", "more\nart #12", "more"],
    ["is not ours with more on its line", "Subject\n\nart #12 and more", undefined],
    ["is not ours in a comment", "Subject\n# art #12", undefined],
    ["is not there", "Subject", undefined],
  ];
  for (const [name, before, after] of rows) {
    it(name, () => {
      const wanted = { artifactId: 12, reference: "art #12" };
      const edit = removal(before, wanted, { comment: "#", grammar });
      assert.equal(edit && applied(before, edit), after);
    });
  }
});
