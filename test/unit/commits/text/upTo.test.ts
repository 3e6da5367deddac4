import assert from "node:assert/strict";
import { upTo } from "../../../../src/features/commits/references/mayRefer.ts";

describe("a text that is too long", () => {
  it("is cut between words", () => {
    assert.equal(upTo("art #12", 7), "art #12");
    assert.equal(upTo("art #123", 7), "art ");
    assert.equal(upTo("art #12 x", 7), "art #12 ");
    assert.equal(upTo("art\n#12", 4), "art\n");
    assert.equal(upTo("abcdef", 3), "");
  });

  it("is cut in no time where it has no blanks", () => {
    const text = "x".repeat(400_000);
    const start = performance.now();
    assert.equal(upTo(`art #12 ${text}`, 200_000), "art #12 ");
    const took = performance.now() - start;
    assert.ok(took < 1_000, `${Math.round(took)} ms`);
  });
});
