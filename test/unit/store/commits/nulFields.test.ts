import assert from "node:assert/strict";
import fc from "fast-check";
import { NulFields } from "../../../../src/store/commits/commitLog.ts";

describe("fields between NULs", () => {
  it("are the same however their bytes come, up to their longest", () => {
    const bytes = fc.array(fc.constantFrom(0, 65, 200), { maxLength: 60 }).map((each) => Buffer.from(each));
    fc.assert(
      fc.property(fc.array(bytes), fc.integer({ min: 0, max: 20 }), (chunks, longest) => {
        const fields = new NulFields(longest);
        const taken = chunks.flatMap((chunk) => fields.take(chunk).map((field) => field.toString("latin1")));
        const whole = Buffer.concat(chunks).toString("latin1").split("\0").slice(0, -1);
        assert.deepEqual(
          taken,
          whole.map((field) => field.slice(0, longest)),
        );
      }),
    );
  });
});
