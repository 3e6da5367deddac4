import assert from "node:assert/strict";
import fc from "fast-check";
import { assertJsonWithinLimits, assertXmlWithinLimits } from "../../../src/api/format/xml.ts";

function isRejected(assertWithinLimits: (text: string) => void, text: string): boolean {
  try {
    assertWithinLimits(text);
    return false;
  } catch (error) {
    assert.ok(error instanceof RangeError);
    return true;
  }
}

describe("payload limits", () => {
  it("accept any usual response, whatever its texts contain", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assertJsonWithinLimits(JSON.stringify(value));
        assertJsonWithinLimits(JSON.stringify(value, null, 2));
      }),
    );
    const text = String.raw`[[[[{,,,"\"`.repeat(100_000);
    assertJsonWithinLimits(JSON.stringify({ text, backslashes: "\\".repeat(1000), [text]: [text, "\\"] }));
  });

  it("reject JSON that is too deep or has too many values", () => {
    const nest = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    assert.ok(!isRejected(assertJsonWithinLimits, nest(200)));
    assert.ok(isRejected(assertJsonWithinLimits, nest(201)));
    assert.ok(isRejected(assertJsonWithinLimits, '{"a":'.repeat(201)));
    assert.ok(!isRejected(assertJsonWithinLimits, `[1${",1".repeat(400_000)}]`));
    assert.ok(isRejected(assertJsonWithinLimits, `[1${",1".repeat(600_000)}]`));
    // A text doesn't hide brackets after it.
    assert.ok(isRejected(assertJsonWithinLimits, String.raw`["\\",` + nest(201)));
  });

  it("reject XML that is too deep or has too many elements", () => {
    const nest = (levels: number): string => "<a>".repeat(levels) + "</a>".repeat(levels);
    assert.ok(!isRejected(assertXmlWithinLimits, `<?xml version="1.0"?><!-- x -->${nest(200)}`));
    assert.ok(isRejected(assertXmlWithinLimits, nest(201)));
    assert.ok(!isRejected(assertXmlWithinLimits, `<r>${"<a/>".repeat(100_000)}</r>`));
    assert.ok(isRejected(assertXmlWithinLimits, `<r>${"<a/>".repeat(300_000)}</r>`));
    assert.ok(isRejected(assertXmlWithinLimits, "<a".repeat(300_000)));
    assert.ok(isRejected(assertXmlWithinLimits, `${"<".repeat(30_000_000)}/>`));
  });
});
