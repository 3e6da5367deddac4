import assert from "node:assert/strict";
import fc from "fast-check";
import { diffForDisplay, type DiffSegment, diffWords } from "../../../../src/model/merge/wordDiff.ts";

const brackets = { same: ["", ""], added: ["[", "]"], removed: ["-[", "]"] } as const;

/** Added text in brackets, removed text in brackets with a minus. */
function formatSegments(segments: readonly DiffSegment[]): string {
  return segments.map(({ kind, text }) => `${brackets[kind][0]}${text}${brackets[kind][1]}`).join("");
}

function joinWithout(kind: DiffSegment["kind"], segments: readonly DiffSegment[]): string {
  return segments.flatMap((each) => (each.kind === kind ? [] : each.text)).join("");
}

/** Short texts of few words, so that they share many. */
const texts = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "rw",
      " ",
      "  ",
      "\t",
      "\n",
      "*",
      "=",
      "–",
      "ש",
      "👍🏽",
      "\u00a0",
      "\u200b",
      "\u202e",
      "\0",
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

describe("diffForDisplay", () => {
  for (const [before, after, expected] of [
    ["", "", ""],
    ["same", "same", "same"],
    ["", "all new", "[all new]"],
    ["gone", "", "-[gone]"],
    ["Refund fails in JPY.", "Refund fails in JPY and KRW.", "Refund fails in JPY[ and KRW]."],
    [
      "Refund fails in JPY.",
      "Refund fails when the currency has no minor unit.",
      "Refund fails -[in JPY][when the currency has no minor unit].",
    ],
    ["one two three", "one three", "one -[two ]three"],
    ["* = rw", "* =", "* =-[ rw]"],
    ["* =", "* = rw", "* =[ rw]"],
    ["one\ntwo\nthree\n", "one\nthree\n", "one\n-[two\n]three\n"],
    ["one\ntwo", "1\n2", "[1\n2]"],
    ["one\ntwo\n", "one\n  two\n", "one\n[··]two\n"],
    ["one two", "one\ntwo", "one-[·][↵\n]two"],
    ["one", "one\n", "one[↵\n]"],
    ["a\tb", "a\u00a0b", "a-[→][[U+00A0]]b"],
    ["pay", "pay\u200b", "pay[[U+200B]]"],
    ["pay", "\u202epay", "[[U+202E]]pay"],
    ["one\r\ntwo", "one\ntwo", "one\ntwo"],
    ["the one\nthe two", "the 1\nthe 2", "the -[one][1]\nthe -[two][2]"],
    ["alert(1)", "line 0\nline 1", "[line 0\nline 1]"],
    ["version 4.2.0", "version 4.2.1", "version -[4.2.0][4.2.1]"],
    ["退款失败", "退款成功", "退款-[失败][成功]"],
  ] as const) {
    it(`compares ${JSON.stringify(before)} with ${JSON.stringify(after)}`, () => {
      assert.equal(formatSegments(diffForDisplay(before, after)), expected);
    });
  }

  it("marks all differences and nothing else, for any texts", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const segments = diffWords(before, after);
        assert.deepEqual([joinWithout("removed", segments), joinWithout("added", segments)], [after, before]);
        assert.equal(
          segments.every(({ kind }) => kind === "same"),
          before === after,
        );
      }),
      { numRuns: 3000 },
    );
  });

  it("marks differences on at least one of two sides with the same base", () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        const isUnmarked = [mine, theirs].every((side) =>
          diffWords(base, side).every(({ kind }) => kind === "same"),
        );
        assert.ok(!isUnmarked || mine === theirs);
      }),
      { numRuns: 3000 },
    );
  });

  it("marks only visible text", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const shown = diffForDisplay(before, after);
        const differing = shown.filter(({ kind }) => kind !== "same");
        assert.equal(differing.length > 0, before !== after);
        for (const { text } of differing) assert.match(text, /[^\s\p{DI}\p{Cc}]/u);
        assert.doesNotMatch(shown.map(({ text }) => text).join(""), /[\u200b\u202e\0]/);
        // A replacement must look different.
        for (const [at, { kind, text }] of shown.entries()) {
          const earlier = shown[at - 1];
          if (kind === "added" && earlier?.kind === "removed") assert.notEqual(text, earlier.text);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
