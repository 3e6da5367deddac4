import assert from "node:assert/strict";
import { stretchesOf } from "../../../src/webview/conflict/fresh.ts";

/** What is new, in brackets. */
function marked(before: string, after: string): string {
  return stretchesOf(before, after)
    .map(({ text, isFresh }) => (isFresh ? `[${text}]` : text))
    .join("");
}

describe("what is new in a text", () => {
  for (const [before, after, expected] of [
    ["", "", ""],
    ["same", "same", "same"],
    ["", "all new", "[all new]"],
    ["gone", "", ""],
    ["Refund fails in JPY.", "Refund fails in JPY and KRW.", "Refund fails in JPY [and KRW]."],
    [
      "Refund fails in JPY.",
      "Refund fails when the currency has no minor unit.",
      "Refund fails [when the currency has no minor unit].",
    ],
    ["one two three", "one three", "one three"],
    ["a b", "b a", "b [a]"],
    ["one\ntwo\n", "one\n  two\n", "one\n[  ]two\n"],
    ["version 4.2.0", "version 4.2.1", "version [4.2.1]"],
    ["退款失败", "退款成功", "退款[成功]"],
  ] as const) {
    it(`${JSON.stringify(before)} → ${JSON.stringify(expected)}`, () => {
      assert.equal(marked(before, after), expected);
    });
  }

  it("leaves nothing out, whatever the texts are", () => {
    const words = ["a", "b", " ", "\n", "–", "ש", "👍🏽", "\r\n"];
    let seed = 1;
    const any = (): string => {
      seed = (seed * 48_271) % 2_147_483_647;
      return words[seed % words.length] ?? "";
    };
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [
        Array.from({ length: 12 }, any).join(""),
        Array.from({ length: 12 }, any).join(""),
      ];
      assert.equal(
        stretchesOf(before, after)
          .map(({ text }) => text)
          .join(""),
        after,
      );
    }
  });
});
