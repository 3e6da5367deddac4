import assert from "node:assert/strict";
import { toCodeBlock, toInlineCode } from "../../../src/model/markdownCode.ts";

describe("toInlineCode", () => {
  for (const [code, expected] of [
    ["src/tide.ts:12", "`src/tide.ts:12`"],
    ["src/a`b.ts:1", "``src/a`b.ts:1``"],
    ["a``b`c", "```a``b`c```"],
    ["`a", "`` `a ``"],
    ["a\r\n\nb", "`a b`"],
  ] as const) {
    it(`writes ${JSON.stringify(code)} as ${expected}`, () => assert.equal(toInlineCode(code), expected));
  }
});

describe("toCodeBlock", () => {
  it("ends with one line break", () => {
    assert.equal(toCodeBlock("a();\n", "go"), "```go\na();\n```\n");
    assert.equal(toCodeBlock("a();", ""), "```\na();\n```\n");
  });

  it("has a longer fence than the code", () => {
    assert.equal(toCodeBlock("````\na", "markdown"), "`````markdown\n````\na\n`````\n");
  });
});
