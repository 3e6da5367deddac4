import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findReferences,
  type Grammar,
  platformOnly,
  usablePatterns,
} from "../../../../src/model/reference/find.ts";
import {
  defaultReferenceTemplate,
  referenceForms,
  referenceTemplateProblem,
  referenceText,
} from "../../../../src/model/reference/referenceText.ts";
import { anyArtifact, anyTemplate, artifact, template } from "./someArtifact.ts";

function text(source: string, title: string, grammar = platformOnly): string {
  return referenceText(template(source), artifact(12, title), grammar);
}

describe("a reference by a template", () => {
  const rows: readonly (readonly [source: string, title: string, text: string])[] = [
    [defaultReferenceTemplate, "Title", "art #12"],
    ["TULEAP-${id}", "Title", "TULEAP-12"],
    ["${tracker} #${id}: ${title}", "Login fails", "bug #12: Login fails"],
    ["Closes art #${id}", "Title", "Closes art #12"],
    ["art #${id} ${title}", "closes art #5", "art #12 closes art 5"],
    ["art #${id} ${title}", "see TULEAP-5", "art #12 see TULEAP 5"],
    ["art #${id} ${title}", "two\nlines\u202e", "art #12 two lines"],
    // Values that would close, or hide, the reference.
    ["${status} art #${id}", "Title", "art #12"],
    ["${title} #${id}", "a rev", "art #12"],
    ["${title} art #${id}", "# x", "x art #12"],
    // Templates that name nothing.
    ["#${id}", "Title", "art #12"],
    ["Ticket ${id}", "Title", "art #12"],
    ["# art #${id}", "Title", "art #12"],
  ];
  for (const [source, title, expected] of rows) {
    it(`${source} for ${JSON.stringify(title)}: ${expected}`, () => {
      assert.equal(text(source, title), expected);
    });
  }

  it("may be one of a pattern", () => {
    const grammar = { trackers: [], patterns: usablePatterns(["Ticket ${id}"]) };
    assert.equal(text("Ticket ${id} ${title}", "x", grammar), "Ticket 12 x");
    assert.equal(text("Ticket ${id} ${title}", "Ticket 5", grammar), "art #12");
  });

  it("is judged before it is used", () => {
    const judged = (source: string): string | undefined =>
      referenceTemplateProblem(template(source), platformOnly);
    assert.deepEqual(
      ["art #${id}", "${tracker} #${id}", "#${id}", "${title}", "# art #${id}", "Fixes art #${id}"].map(
        judged,
      ),
      [undefined, undefined, "noReference", "noReference", "comment", "closes"],
    );
  });

  it("names its artifact and no other, whatever the template and the artifact", () => {
    const grammar: Grammar = { trackers: ["bug"], patterns: usablePatterns(["PROJ-${id}"]) };
    fc.assert(
      fc.property(anyTemplate, anyArtifact, (source, given) => {
        const written = referenceText(source, given, grammar);
        const found = findReferences(written, grammar);
        assert.deepEqual([...new Set(found.map(({ artifactId }) => artifactId))], [given.id], written);
        assert.doesNotMatch(written, /[\n\r\p{Cc}\u202a-\u202e]|^\s*#/u);
        const mayClose = referenceTemplateProblem(source, grammar) === "closes";
        assert.ok(mayClose || found.every(({ closing }) => closing === undefined), written);
      }),
      { numRuns: 4000 },
    );
  });
});

describe("the forms of a reference", () => {
  it("are a mention, and one for each way to close", () => {
    assert.deepEqual(referenceForms(template("Refs: art #${id}"), artifact(12, "x"), platformOnly), {
      mention: "Refs: art #12",
      closing: [
        { verb: "closes", text: "Refs: Closes art #12" },
        { verb: "fixes", text: "Refs: Fixes art #12" },
        { verb: "implements", text: "Refs: Implements art #12" },
        { verb: "resolves", text: "Refs: Resolves art #12" },
      ],
    });
  });

  it("close or don't, whatever the template and the artifact", () => {
    const grammar: Grammar = { trackers: ["bug"], patterns: usablePatterns(["Ticket ${id}"]) };
    const sources = fc.oneof(anyTemplate, fc.constant(template("Ticket ${id}")));
    fc.assert(
      fc.property(sources, anyArtifact, (source, given) => {
        const { mention, closing } = referenceForms(source, given, grammar);
        assert.ok(findReferences(mention, grammar).every((each) => each.closing === undefined));
        for (const { verb, text: written } of closing) {
          const verbs = findReferences(written, grammar).map((each) => each.closing?.verb);
          assert.ok(verbs.includes(verb), written);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
