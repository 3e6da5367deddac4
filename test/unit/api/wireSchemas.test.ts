import assert from "node:assert/strict";
import fc from "fast-check";
import type * as z from "zod";
import {
  integerSchema,
  optionalBooleanSchema,
  optionalIntegerSchema,
  optionalTextSchema,
  resourceIdSchema,
  textSchema,
} from "../../../src/api/format/wireSchemas.ts";
import {
  InvalidValueError,
  readChoiceId,
  readInteger,
  readOptionalBoolean,
  readOptionalInteger,
  readOptionalText,
  readText,
} from "../../../src/model/fields/readWireValue.ts";

/** The model parses values without zod. */
const pairs: readonly (readonly [string, z.ZodType, (value: unknown) => unknown])[] = [
  ["a text that may be missing", optionalTextSchema, readOptionalText],
  ["a text", textSchema, readText],
  ["an integer", integerSchema, readInteger],
  ["an integer that may be missing", optionalIntegerSchema, readOptionalInteger],
  ["a boolean that may be missing", optionalBooleanSchema, readOptionalBoolean],
  ["an id", resourceIdSchema, readChoiceId],
];

const anyValue = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true }),
  fc.constantFrom("", "0", "1", "true", "false", "-12", "12x", "1.5", "1e3", "9".repeat(15), "9".repeat(16)),
  fc.constantFrom(0, -0, 1.5, 2 ** 53, Number.NaN, Infinity, true, false, null, undefined),
);

describe("wire schemas", () => {
  for (const [name, schema, readValue] of pairs) {
    it(`parse the same values as the model: ${name}`, () => {
      fc.assert(
        fc.property(anyValue, (value) => {
          const parsed = schema.safeParse(value);
          if (parsed.success) assert.deepEqual(readValue(value), parsed.data);
          else assert.throws(() => readValue(value), InvalidValueError);
        }),
        { numRuns: 2000 },
      );
    });
  }
});
