import assert from "node:assert/strict";
import fc from "fast-check";
import { findReferences, type Grammar, usablePatterns } from "../../../../src/model/reference/find.ts";
import { hasReference, insertion, removal } from "../../../../src/model/reference/insertion.ts";
import { applied, committedText } from "../../../../src/model/reference/message.ts";

const lines = fc.constantFrom(
  ..."|  |Subject|fix|prefix|closes|fix: it|feat:|art|art #12|art #11|TULEAP-11|closes art #11|see bug #12".split(
    "|",
  ),
  ..."Signed-off-by: B|Refs: art #11|Note: x|  folded|# comment|#|# art #12|Merge x|11-fix|- art #11".split(
    "|",
  ),
  "# ------------------------ >8 ------------------------",
);
const lineBreaks = fc.constantFrom("\n", "\r\n");
const message = fc
  .tuple(fc.array(lines, { maxLength: 8 }), lineBreaks, fc.constantFrom("", "\n", "\n\n"))
  .map(([all, lineBreak, end]) => all.join(lineBreak) + end.replaceAll("\n", lineBreak));
const reference = fc.constantFrom(
  ..."art #12|TULEAP-12|bug #12|Refs: art #12|Closes art #12|art #12: fix|Ticket 12|unknown 12".split("|"),
);
const rules = fc.record({
  comment: fc.constantFrom("#", undefined, ";"),
  grammar: fc.constant<Grammar>({
    trackers: ["bug"],
    patterns: usablePatterns(["Ticket ${id}", "^${id}-fix"]),
  }),
});
const runs = { numRuns: 5000 };

/** What is read of a committed message: ids in order, with a mark on those that are closed. */
function said(
  text: string,
  { comment, grammar }: { comment: string | undefined; grammar: Grammar },
): string[] {
  return findReferences(committedText(text, comment).text, grammar).map(
    ({ artifactId, closing }) => `${artifactId}${closing === undefined ? "" : "!"}`,
  );
}

describe("a reference put into any message", () => {
  it("only adds to it, is there then, and is put there once", () => {
    let added = 0;
    fc.assert(
      fc.property(message, reference, rules, (text, line, given) => {
        const wanted = { artifactId: 12, reference: line };
        const edit = insertion(text, wanted, given);
        assert.equal(edit === undefined, hasReference(text, wanted, given));
        if (edit === undefined) return;
        added += 1;
        assert.equal(edit.start, edit.end);
        assert.equal(edit.text.trim().replace(/^- /, ""), line);
        const result = applied(text, edit);
        assert.equal(hasReference(result, wanted, given), true);
        assert.equal(insertion(result, wanted, given), undefined);
      }),
      runs,
    );
    assert.ok(added > 1000, `often enough to say something: ${added}`);
  });

  it("changes nothing else that the message says, and closes only what it closes by itself", () => {
    fc.assert(
      fc.property(message, reference, rules, (text, line, given) => {
        const edit = insertion(text, { artifactId: 12, reference: line }, given);
        if (edit === undefined) return;
        const result = applied(text, edit);
        const own = findReferences(line, given.grammar).map(
          ({ artifactId, closing }) => `${artifactId}${closing === undefined ? "" : "!"}`,
        );
        assert.deepEqual(said(result, given).toSorted(), [...said(text, given), ...own].toSorted());
      }),
      runs,
    );
  });

  it("is taken out again without a trace", () => {
    fc.assert(
      fc.property(message, reference, rules, (text, line, given) => {
        const wanted = { artifactId: 12, reference: line };
        const edit = insertion(text, wanted, given);
        if (edit === undefined) return;
        const result = applied(text, edit);
        const back = removal(result, wanted, given);
        assert.ok(back !== undefined);
        // Comments with and without an empty line above them look the same afterwards; git drops such lines.
        const withoutTop = (each: string): string => each.replace(/^(?:\r?\n)+/, "");
        assert.equal(withoutTop(applied(result, back)), withoutTop(text));
      }),
      runs,
    );
  });
});
