import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findReferences,
  type ReferenceGrammar,
  parseValidPatterns,
} from "../../../../src/model/reference/findReferences.ts";
import {
  hasReference,
  createInsertReferenceEdit,
  createRemoveReferenceEdit,
} from "../../../../src/model/reference/insertReference.ts";
import { applyTextEdit, getCommittedText } from "../../../../src/model/reference/commitMessage.ts";

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
  commentPrefix: fc.constantFrom("#", undefined, ";"),
  grammar: fc.constant<ReferenceGrammar>({
    trackerNames: ["bug"],
    patterns: parseValidPatterns(["Ticket ${id}", "^${id}-fix"]),
  }),
});
const runs = { numRuns: 5000 };

/** Ids of a committed message in order, marked if closed. */
function summarize(
  text: string,
  { commentPrefix, grammar }: { commentPrefix: string | undefined; grammar: ReferenceGrammar },
): string[] {
  return findReferences(getCommittedText(text, commentPrefix).text, grammar).map(
    ({ artifactId, closing }) => `${artifactId}${closing === undefined ? "" : "!"}`,
  );
}

describe("inserting a reference into any message", () => {
  it("only adds text, succeeds, and happens once", () => {
    let added = 0;
    fc.assert(
      fc.property(message, reference, rules, (text, line, messageRules) => {
        const referenceLine = { artifactId: 12, reference: line };
        const edit = createInsertReferenceEdit(text, referenceLine, messageRules);
        assert.equal(edit === undefined, hasReference(text, referenceLine, messageRules));
        if (edit === undefined) return;
        added += 1;
        assert.equal(edit.start, edit.end);
        assert.equal(edit.text.trim().replace(/^- /, ""), line);
        const result = applyTextEdit(text, edit);
        assert.equal(hasReference(result, referenceLine, messageRules), true);
        assert.equal(createInsertReferenceEdit(result, referenceLine, messageRules), undefined);
      }),
      runs,
    );
    assert.ok(added > 1000, `often enough to say something: ${added}`);
  });

  it("changes no other reference and closes no other artifact", () => {
    fc.assert(
      fc.property(message, reference, rules, (text, line, messageRules) => {
        const edit = createInsertReferenceEdit(text, { artifactId: 12, reference: line }, messageRules);
        if (edit === undefined) return;
        const result = applyTextEdit(text, edit);
        const own = findReferences(line, messageRules.grammar).map(
          ({ artifactId, closing }) => `${artifactId}${closing === undefined ? "" : "!"}`,
        );
        assert.deepEqual(
          summarize(result, messageRules).toSorted(),
          [...summarize(text, messageRules), ...own].toSorted(),
        );
      }),
      runs,
    );
  });

  it("can be reverted without a trace", () => {
    fc.assert(
      fc.property(message, reference, rules, (text, line, messageRules) => {
        const referenceLine = { artifactId: 12, reference: line };
        const edit = createInsertReferenceEdit(text, referenceLine, messageRules);
        if (edit === undefined) return;
        const result = applyTextEdit(text, edit);
        const back = createRemoveReferenceEdit(result, referenceLine, messageRules);
        assert.ok(back !== undefined);
        // Git drops empty lines above comments.
        const withoutTop = (each: string): string => each.replace(/^(?:\r?\n)+/, "");
        assert.equal(withoutTop(applyTextEdit(result, back)), withoutTop(text));
      }),
      runs,
    );
  });
});
