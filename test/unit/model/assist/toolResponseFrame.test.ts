import assert from "node:assert/strict";
import fc from "fast-check";
import { formatToolResponse, truncateText } from "../../../../src/model/assist/toolResponse.ts";

/** Returns boundaries that occur in the texts at first, and a unique one in the end. */
function createGuessableBoundaries(): () => string {
  let tries = 0;
  return () => (tries++ < 30 ? "ab"[tries % 2] + String(tries % 5) : `unguessed ${tries}`);
}

const message = "Ours.";
const truncationMark = "…cut";
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

/** The text inside the frame. */
function parseFrame(response: string): readonly [boundary: string, content: string, after: string] {
  const start = /\n\n<data (.*)>\n/.exec(response) ?? assert.fail(response);
  const [opening, boundary = ""] = start;
  const closing = `\n</data ${boundary}>`;
  const at = start.index + opening.length;
  const end = response.indexOf(closing, at - 1);
  return [boundary, response.slice(at, end), response.slice(end + closing.length)];
}

describe("formatToolResponse", () => {
  it("wraps server data in a frame that no text in it can close", () => {
    fc.assert(
      fc.property(anyText, (serverData) => {
        const response = formatToolResponse(
          { message, serverData },
          { maxLength: 10_000, truncationMark, createBoundary: createGuessableBoundaries() },
        );
        const [boundary, content, after] = parseFrame(response);
        assert.deepEqual([content, after], [serverData, ""]);
        assert.ok(!serverData.includes(boundary));
        assert.ok(response.startsWith(`${message}\n\n<data `));
      }),
      { numRuns: 2000 },
    );
  });

  it("never exceeds the maximum length and marks truncated text", () => {
    fc.assert(
      fc.property(anyText, fc.nat(300), (serverData, maxLength) => {
        const response = formatToolResponse(
          { message, serverData },
          { maxLength, truncationMark, createBoundary: createGuessableBoundaries() },
        );
        assert.ok(response.length <= maxLength, `${response.length} of ${maxLength}`);
        if (!response.includes("<data")) return;
        const [, content, after] = parseFrame(response);
        assert.equal(after, "");
        assert.ok(
          content === serverData ||
            content === truncationMark.slice(0, content.length) ||
            content.endsWith(truncationMark),
        );
      }),
      { numRuns: 5000 },
    );
  });

  it("adds no frame without server data", () => {
    const limits = { maxLength: 20, truncationMark, createBoundary: createGuessableBoundaries() };
    assert.equal(formatToolResponse({ message }, limits), message);
    assert.equal(formatToolResponse({ message: "x".repeat(30) }, limits), `${"x".repeat(16)}…cut`);
  });
});

/** A high surrogate without a low one. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])/;

describe("truncateText", () => {
  it("keeps the start of a text without splitting a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.nat(60), (text, maxLength) => {
        const truncated = truncateText(text, maxLength, "…");
        assert.ok(truncated.length <= maxLength);
        if (truncated === text || maxLength === 0) return;
        assert.ok(truncated.endsWith("…") && text.startsWith(truncated.slice(0, -1)));
        assert.ok(!loneSurrogate.test(truncated) || loneSurrogate.test(text));
      }),
      { numRuns: 2000 },
    );
  });
});
