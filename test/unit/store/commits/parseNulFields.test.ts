import assert from "node:assert/strict";
import fc from "fast-check";
import { NulFieldParser } from "../../../../src/store/commits/commitLog.ts";

describe("NulFieldParser", () => {
  it("returns the same fields for any chunks, truncated to the limit", () => {
    const bytes = fc
      .array(fc.constantFrom(0, 65, 200), { maxLength: 60 })
      .map((values) => Buffer.from(values));
    fc.assert(
      fc.property(fc.array(bytes), fc.integer({ min: 0, max: 20 }), (chunks, maxLength) => {
        const fields = new NulFieldParser(maxLength);
        const parsed = chunks.flatMap((chunk) => fields.push(chunk).map((field) => field.toString("latin1")));
        const expected = Buffer.concat(chunks).toString("latin1").split("\0").slice(0, -1);
        assert.deepEqual(
          parsed,
          expected.map((field) => field.slice(0, maxLength)),
        );
      }),
    );
  });
});
