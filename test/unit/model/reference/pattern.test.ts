import assert from "node:assert/strict";
import fc from "fast-check";
import { findReferences, parsePattern, usablePatterns } from "../../../../src/model/reference/find.ts";

function read(pattern: string, text: string): readonly string[] {
  const patterns = usablePatterns([pattern]);
  assert.equal(patterns.length, 1, "it can be used");
  return findReferences(text, { trackers: [], patterns }).map(
    ({ start, end, artifactId, project }) =>
      `${text.slice(start, end)} = ${project === undefined ? "" : `${project}:`}${artifactId}`,
  );
}

describe("a pattern of a setting", () => {
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
    it(`${pattern} in ${JSON.stringify(text)}: ${references.join(", ") || "none"}`, () => {
      assert.deepEqual(read(pattern, text), references);
    });
  }

  const problems: readonly (readonly [pattern: string, code: string, part?: string])[] = [
    ["", "noId"],
    ["PROJ-", "noId"],
    ["PROJ-${id", "noId"],
    ["PROJ-(\\d+)", "noId"],
    ["PROJ-${ID}", "unknownName", "ID"],
    ["PROJ-${}-${id}", "unknownName", ""],
    ["${id}", "nothingBeforeId"],
    ["^${id}", "nothingBeforeId"],
    ["${id}-x", "nothingBeforeId"],
    ["  ${id}", "nothingBeforeId"],
    ["${project} ${id}", "nothingBeforeId"],
    ["a-${id}-${id}", "twice", "id"],
    ["a${project}${id}", "openEnd", "${project}"],
    ["a-${id}${project}", "openEnd", "${id}"],
    ["v1${id}", "openEnd", "1"],
    ["a-${id}2", "openEnd", "${id}"],
    ["${project}-a-${id}", "openEnd", "${project}-"],
    ["a\n${id}", "badCharacter"],
    [`${"a".repeat(60)}\${id}`, "tooLong"],
  ];
  for (const [pattern, code, part] of problems) {
    it(`is refused: ${JSON.stringify(pattern)}, ${code}`, () => {
      assert.deepEqual(parsePattern(pattern), { kind: "patternProblem", code, pattern, part });
    });
  }

  it("is one or a problem, never an exception, and finds what it says", () => {
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
        const pattern = parsePattern(text);
        if (pattern.kind !== "pattern") return;
        usable += 1;
        const example = text.replace(/^\^/, "").replace("${id}", "77").replace("${project}", "qq");
        const found = findReferences(example, { trackers: [], patterns: [pattern] });
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

  it("is one of a few", () => {
    const many = Array.from({ length: 100 }, (_, index) => `P${"x".repeat(index % 9)}-\${id}`);
    assert.equal(usablePatterns(many).length, 8);
  });

  it("looks at so much of a text as can be looked at in no time", () => {
    const [pattern] = usablePatterns(["P-${id}"]);
    assert.ok(pattern !== undefined);
    const text = `P-1 ${" ".repeat(300_000)} P-2`;
    assert.deepEqual(
      findReferences(text, { trackers: [], patterns: [pattern] }).map(({ artifactId }) => artifactId),
      [1],
    );
  });
});
