import assert from "node:assert/strict";
import fc from "fast-check";
import type * as z from "zod";
import {
  integer,
  optionalBoolean,
  optionalInteger,
  optionalText,
  resourceId,
  text,
} from "../../../src/api/format/wire.ts";
import {
  NotReadable,
  readId,
  readInteger,
  readOptionalBoolean,
  readOptionalInteger,
  readOptionalText,
  readText,
} from "../../../src/model/fields/reading.ts";

/** The model reads values without the library that the rest of an answer is read with. */
const pairs: readonly (readonly [string, z.ZodType, (value: unknown) => unknown])[] = [
  ["a text that may be missing", optionalText, readOptionalText],
  ["a text", text, readText],
  ["an integer", integer, readInteger],
  ["an integer that may be missing", optionalInteger, readOptionalInteger],
  ["a boolean that may be missing", optionalBoolean, readOptionalBoolean],
  ["an id", resourceId, readId],
];

const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true }),
  fc.constantFrom("", "0", "1", "true", "false", "-12", "12x", "1.5", "1e3", "9".repeat(15), "9".repeat(16)),
  fc.constantFrom(0, -0, 1.5, 2 ** 53, Number.NaN, Infinity, true, false, null, undefined),
);

describe("what stands in the answers of servers", () => {
  for (const [name, schema, read] of pairs) {
    it(`is read alike by schemas and by the model: ${name}`, () => {
      fc.assert(
        fc.property(anything, (value) => {
          const parsed = schema.safeParse(value);
          if (parsed.success) assert.deepEqual(read(value), parsed.data);
          else assert.throws(() => read(value), NotReadable);
        }),
        { numRuns: 2000 },
      );
    });
  }
});
