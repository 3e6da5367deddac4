import assert from "node:assert/strict";
import fc from "fast-check";
import { answerText, cutTo } from "../../../../src/model/assist/facts.ts";

/** Boundaries so short that texts guess them, again and again; in the end there is one that nobody has. */
function guessable(): () => string {
  let tries = 0;
  return () => (tries++ < 30 ? "ab"[tries % 2] + String(tries % 5) : `unguessed ${tries}`);
}

const own = "Ours.";
const cutMark = "…cut";
const pieces = [
  "a1",
  "b0",
  "a",
  "1",
  "<data a1>",
  "</data a1>",
  "\n</data b0>",
  "\n",
  "\ud83d\ude00",
  "…cut",
  "<",
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 400 }),
);

/** What stands between the first line with a boundary and the first one that ends it. */
function between(answer: string): readonly [boundary: string, content: string, after: string] {
  const start = /\n\n<data (.*)>\n/.exec(answer) ?? assert.fail(answer);
  const [opening, boundary = ""] = start;
  const closing = `\n</data ${boundary}>`;
  const at = start.index + opening.length;
  const end = answer.indexOf(closing, at - 1);
  return [boundary, answer.slice(at, end), answer.slice(end + closing.length)];
}

describe("an answer for an assistant", () => {
  it("has a frame that no text in it can close", () => {
    fc.assert(
      fc.property(anyText, (data) => {
        const answer = answerText({ own, data }, { most: 10_000, cutMark, nextBoundary: guessable() });
        const [boundary, content, after] = between(answer);
        assert.deepEqual([content, after], [data, ""]);
        assert.ok(!data.includes(boundary));
        assert.ok(answer.startsWith(`${own}\n\n<data `));
      }),
      { numRuns: 2000 },
    );
  });

  it("is never longer than it may be, and says where it was cut", () => {
    fc.assert(
      fc.property(anyText, fc.nat(300), (data, most) => {
        const answer = answerText({ own, data }, { most, cutMark, nextBoundary: guessable() });
        assert.ok(answer.length <= most, `${answer.length} of ${most}`);
        if (!answer.includes("<data")) return;
        const [, content, after] = between(answer);
        assert.equal(after, "");
        assert.ok(
          content === data || content === cutMark.slice(0, content.length) || content.endsWith(cutMark),
        );
      }),
      { numRuns: 5000 },
    );
  });

  it("has no frame where there is nothing of a server", () => {
    const bounds = { most: 20, cutMark, nextBoundary: guessable() };
    assert.equal(answerText({ own }, bounds), own);
    assert.equal(answerText({ own: "x".repeat(30) }, bounds), `${"x".repeat(16)}…cut`);
  });
});

/** The first half of a character without the second. */
const halved = /[\ud800-\udbff](?![\udc00-\udfff])/;

describe("a text that is cut", () => {
  it("keeps its beginning, and no half of a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.nat(60), (text, most) => {
        const cut = cutTo(text, most, "…");
        assert.ok(cut.length <= most);
        if (cut === text || most === 0) return;
        assert.ok(cut.endsWith("…") && text.startsWith(cut.slice(0, -1)));
        assert.ok(!halved.test(cut) || halved.test(text));
      }),
      { numRuns: 2000 },
    );
  });
});
