import assert from "node:assert/strict";
import fc from "fast-check";
import { refuseImmodestJson, refuseImmodestXml } from "../../../src/api/format/xml.ts";

function isRefused(refuse: (text: string) => void, text: string): boolean {
  try {
    refuse(text);
    return false;
  } catch (error) {
    assert.ok(error instanceof RangeError);
    return true;
  }
}

describe("how much structure an answer may have", () => {
  it("is more than any answer has, whatever its texts look like", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        refuseImmodestJson(JSON.stringify(value));
        refuseImmodestJson(JSON.stringify(value, null, 2));
      }),
    );
    const text = String.raw`[[[[{,,,"\"`.repeat(100_000);
    refuseImmodestJson(JSON.stringify({ text, backslashes: "\\".repeat(1000), [text]: [text, "\\"] }));
  });

  it("is no more than can be read in JSON", () => {
    const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    assert.ok(!isRefused(refuseImmodestJson, deep(200)));
    assert.ok(isRefused(refuseImmodestJson, deep(201)));
    assert.ok(isRefused(refuseImmodestJson, '{"a":'.repeat(201)));
    assert.ok(!isRefused(refuseImmodestJson, `[1${",1".repeat(400_000)}]`));
    assert.ok(isRefused(refuseImmodestJson, `[1${",1".repeat(600_000)}]`));
    // A text hides no brackets that come after it.
    assert.ok(isRefused(refuseImmodestJson, String.raw`["\\",` + deep(201)));
  });

  it("is no more than can be read in XML", () => {
    const deep = (levels: number): string => "<a>".repeat(levels) + "</a>".repeat(levels);
    assert.ok(!isRefused(refuseImmodestXml, `<?xml version="1.0"?><!-- x -->${deep(200)}`));
    assert.ok(isRefused(refuseImmodestXml, deep(201)));
    assert.ok(!isRefused(refuseImmodestXml, `<r>${"<a/>".repeat(100_000)}</r>`));
    assert.ok(isRefused(refuseImmodestXml, `<r>${"<a/>".repeat(300_000)}</r>`));
    assert.ok(isRefused(refuseImmodestXml, "<a".repeat(300_000)));
    assert.ok(isRefused(refuseImmodestXml, `${"<".repeat(30_000_000)}/>`));
  });
});
