import assert from "node:assert/strict";
import {
  mayContainReference,
  truncateAtWhitespace,
} from "../../../../src/features/commits/references/mayContainReference.ts";

describe("mayContainReference", () => {
  it("is true for references, and for comments that can become artifacts", () => {
    for (const text of ["see art #12", "art\n#12", "TULEAP-12", "// TODO: mend"]) {
      assert.ok(mayContainReference(text), text);
    }
    for (const text of ["", "# Heading", "color: #fff;", "tuleap"]) {
      assert.ok(!mayContainReference(text), text);
    }
  });
});

describe("truncateAtWhitespace", () => {
  it("cuts between words", () => {
    assert.equal(truncateAtWhitespace("art #12", 7), "art #12");
    assert.equal(truncateAtWhitespace("art #123", 7), "art ");
    assert.equal(truncateAtWhitespace("art #12 x", 7), "art #12 ");
    assert.equal(truncateAtWhitespace("art\n#12", 4), "art\n");
    assert.equal(truncateAtWhitespace("abcdef", 3), "");
  });

  it("is fast on long text without whitespace", () => {
    const text = "x".repeat(400_000);
    const start = performance.now();
    assert.equal(truncateAtWhitespace(`art #12 ${text}`, 200_000), "art #12 ");
    const duration = performance.now() - start;
    assert.ok(duration < 1_000, `${Math.round(duration)} ms`);
  });
});
