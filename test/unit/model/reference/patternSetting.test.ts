import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findReferences,
  parseReferencePattern,
  parseValidPatterns,
} from "../../../../src/model/reference/findReferences.ts";

function read(pattern: string, text: string): readonly string[] {
  const patterns = parseValidPatterns([pattern]);
  assert.equal(patterns.length, 1, "it can be used");
  return findReferences(text, { trackerNames: [], patterns }).map(
    ({ start, end, artifactId, project }) =>
      `${text.slice(start, end)} = ${project === undefined ? "" : `${project}:`}${artifactId}`,
  );
}

describe("a reference pattern", () => {
  const rows: readonly (readonly [pattern: string, text: string, ...string[]])[] = [
    ["PROJ-${id}", "PROJ-12 and proj-13", "PROJ-12 = 12", "proj-13 = 13"],
    ["PROJ-${id}", "xPROJ-12 éPROJ-13 PROJ-14x PROJ-15é"],
    ["PROJ-${id}", "(PROJ-12), PROJ-13.", "PROJ-12 = 12", "PROJ-13 = 13"],
    ["PROJ-${id}", "PROJ-2026-11-15 PROJ-17.4 PROJ-20261115 PROJ-12345678901"],
    ["PROJ-${id}", "İİ PROJ-12", "PROJ-12 = 12"],
    ["#${id}", "#12 art #13 a#14", "#12 = 12", "art #13 = 13", "#14 = 14"],
    ["${project}/issues/${id}", "see my-p/issues/12!", "my-p/issues/12 = my-p:12"],
    ["^${id}-", "12-title", "12- = 12"],
    ["^${id}-", "x12-title 13-x"],
    ["^${id}-", "2026-11-15"],
    ["[${id}]", "[12] [x]", "[12] = 12"],
    ["a.b*c+(${id})?", "a.b*c+(12)? aab", "a.b*c+(12)? = 12"],
    ["$ ${id}", "costs $ 12", "$ 12 = 12"],
  ];
  for (const [pattern, text, ...references] of rows) {
    it(`${pattern} finds in ${JSON.stringify(text)}: ${references.join(", ") || "none"}`, () => {
      assert.deepEqual(read(pattern, text), references);
    });
  }

  const problems: readonly (readonly [pattern: string, code: string, part?: string])[] = [
    ["", "missingId"],
    ["PROJ-", "missingId"],
    ["PROJ-${id", "missingId"],
    ["PROJ-(\\d+)", "missingId"],
    ["PROJ-${ID}", "unknownPlaceholder", "ID"],
    ["PROJ-${}-${id}", "unknownPlaceholder", ""],
    ["${id}", "missingPrefix"],
    ["^${id}", "missingPrefix"],
    ["${id}-x", "missingPrefix"],
    ["  ${id}", "missingPrefix"],
    ["${project} ${id}", "missingPrefix"],
    ["a-${id}-${id}", "duplicatePlaceholder", "id"],
    ["a${project}${id}", "ambiguousEnd", "${project}"],
    ["a-${id}${project}", "ambiguousEnd", "${id}"],
    ["v1${id}", "ambiguousEnd", "1"],
    ["a-${id}2", "ambiguousEnd", "${id}"],
    ["${project}-a-${id}", "ambiguousEnd", "${project}-"],
    ["a\n${id}", "invalidCharacter"],
    [`${"a".repeat(60)}\${id}`, "tooLong"],
  ];
  for (const [pattern, code, part] of problems) {
    it(`is rejected: ${JSON.stringify(pattern)}, ${code}`, () => {
      assert.deepEqual(parseReferencePattern(pattern), { kind: "patternProblem", code, pattern, part });
    });
  }

  it("is parsed or a problem for any text, and finds its own references", () => {
    const piece = fc.constantFrom(
      "${id}",
      "${project}",
      "^",
      "$",
      "{",
      "}",
      "(",
      "a+",
      "\\",
      "[",
      "-",
      "é",
      "1",
    );
    const source = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((all) => all.join("")),
      fc.string(),
    );
    let usable = 0;
    fc.assert(
      fc.property(source, (text) => {
        const pattern = parseReferencePattern(text);
        if (pattern.kind !== "pattern") return;
        usable += 1;
        const example = text.replace(/^\^/, "").replace("${id}", "77").replace("${project}", "qq");
        const found = findReferences(example, { trackerNames: [], patterns: [pattern] });
        assert.deepEqual(
          found.map(({ artifactId }) => artifactId),
          [77],
          example,
        );
      }),
      { numRuns: 5000 },
    );
    assert.ok(usable > 50, `enough of them to say something: ${usable}`);
  });

  it("is one of a limited number", () => {
    const many = Array.from({ length: 100 }, (_, index) => `P${"x".repeat(index % 9)}-\${id}`);
    assert.equal(parseValidPatterns(many).length, 8);
  });

  it("reads a limited part of a text", () => {
    const [pattern] = parseValidPatterns(["P-${id}"]);
    assert.ok(pattern !== undefined);
    const text = `P-1 ${" ".repeat(300_000)} P-2`;
    assert.deepEqual(
      findReferences(text, { trackerNames: [], patterns: [pattern] }).map(({ artifactId }) => artifactId),
      [1],
    );
  });
});
