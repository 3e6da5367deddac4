import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findReferences,
  type ReferenceGrammar,
  builtInGrammar,
  parseValidPatterns,
} from "../../../../src/model/reference/findReferences.ts";
import {
  defaultReferenceTemplate,
  createReferenceVariants,
  findReferenceTemplateProblem,
  formatReference,
} from "../../../../src/model/reference/formatReference.ts";
import {
  arbitraryArtifact,
  arbitraryTemplate,
  createTemplateArtifact,
  parseTestTemplate,
} from "./templateArtifacts.ts";

function text(source: string, title: string, grammar = builtInGrammar): string {
  return formatReference(parseTestTemplate(source), createTemplateArtifact(12, title), grammar);
}

describe("formatReference", () => {
  const rows: readonly (readonly [source: string, title: string, text: string])[] = [
    [defaultReferenceTemplate, "Title", "art #12"],
    ["TULEAP-${id}", "Title", "TULEAP-12"],
    ["${tracker} #${id}: ${title}", "Login fails", "bug #12: Login fails"],
    ["Closes art #${id}", "Title", "Closes art #12"],
    ["art #${id} ${title}", "closes art #5", "art #12 closes art 5"],
    ["art #${id} ${title}", "see TULEAP-5", "art #12 see TULEAP 5"],
    ["art #${id} ${title}", "two\nlines\u202e", "art #12 two lines"],
    // Values that would close or hide the reference.
    ["${status} art #${id}", "Title", "art #12"],
    ["${title} #${id}", "a rev", "art #12"],
    ["${title} art #${id}", "# x", "x art #12"],
    // Templates without a reference.
    ["#${id}", "Title", "art #12"],
    ["Ticket ${id}", "Title", "art #12"],
    ["# art #${id}", "Title", "art #12"],
  ];
  for (const [source, title, expected] of rows) {
    it(`returns for ${source} and ${JSON.stringify(title)}: ${expected}`, () => {
      assert.equal(text(source, title), expected);
    });
  }

  it("supports patterns", () => {
    const grammar = { trackerNames: [], patterns: parseValidPatterns(["Ticket ${id}"]) };
    assert.equal(text("Ticket ${id} ${title}", "x", grammar), "Ticket 12 x");
    assert.equal(text("Ticket ${id} ${title}", "Ticket 5", grammar), "art #12");
  });

  it("validates the template", () => {
    const findProblem = (source: string): string | undefined =>
      findReferenceTemplateProblem(parseTestTemplate(source), builtInGrammar);
    assert.deepEqual(
      ["art #${id}", "${tracker} #${id}", "#${id}", "${title}", "# art #${id}", "Fixes art #${id}"].map(
        findProblem,
      ),
      [undefined, undefined, "noReference", "noReference", "comment", "closes"],
    );
  });

  it("refers to its artifact and no other for any template and artifact", () => {
    const grammar: ReferenceGrammar = { trackerNames: ["bug"], patterns: parseValidPatterns(["PROJ-${id}"]) };
    fc.assert(
      fc.property(arbitraryTemplate, arbitraryArtifact, (source, artifact) => {
        const formatted = formatReference(source, artifact, grammar);
        const found = findReferences(formatted, grammar);
        assert.deepEqual([...new Set(found.map(({ artifactId }) => artifactId))], [artifact.id], formatted);
        assert.doesNotMatch(formatted, /[\n\r\p{Cc}\u202a-\u202e]|^\s*#/u);
        const mayClose = findReferenceTemplateProblem(source, grammar) === "closes";
        assert.ok(mayClose || found.every(({ closing }) => closing === undefined), formatted);
      }),
      { numRuns: 4000 },
    );
  });
});

describe("createReferenceVariants", () => {
  it("returns a mention and a variant for each closing verb", () => {
    assert.deepEqual(
      createReferenceVariants(
        parseTestTemplate("Refs: art #${id}"),
        createTemplateArtifact(12, "x"),
        builtInGrammar,
      ),
      {
        mention: "Refs: art #12",
        closing: [
          { verb: "closes", text: "Refs: Closes art #12" },
          { verb: "fixes", text: "Refs: Fixes art #12" },
          { verb: "implements", text: "Refs: Implements art #12" },
          { verb: "resolves", text: "Refs: Resolves art #12" },
        ],
      },
    );
  });

  it("closes only with a closing verb for any template and artifact", () => {
    const grammar: ReferenceGrammar = {
      trackerNames: ["bug"],
      patterns: parseValidPatterns(["Ticket ${id}"]),
    };
    const sources = fc.oneof(arbitraryTemplate, fc.constant(parseTestTemplate("Ticket ${id}")));
    fc.assert(
      fc.property(sources, arbitraryArtifact, (source, artifact) => {
        const { mention, closing } = createReferenceVariants(source, artifact, grammar);
        assert.ok(findReferences(mention, grammar).every((each) => each.closing === undefined));
        for (const { verb, text: formatted } of closing) {
          const verbs = findReferences(formatted, grammar).map((each) => each.closing?.verb);
          assert.ok(verbs.includes(verb), formatted);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
