import assert from "node:assert/strict";
import fc from "fast-check";
import { ByteCache } from "../../../../src/store/attachments/attachmentContentCache.ts";

const maxBytes = 100;

type Step =
  | { readonly kind: "keep"; readonly key: string; readonly length: number }
  | { readonly kind: "get" | "drop"; readonly key: string };

const key = fc.constantFrom("a", "b", "c", "d", "e", "f");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("keep" as const), key, length: fc.nat(maxBytes + 10) }),
  fc.record({ kind: fc.constantFrom("get" as const, "drop" as const), key }),
);

/** Reference implementation: a list with the most recent entry at the end. */
function getExpectedEntries(steps: readonly Step[]): readonly (readonly [string, number])[] {
  let list: (readonly [string, number])[] = [];
  for (const current of steps) {
    const found = list.find(([name]) => name === current.key);
    const otherEntries = list.filter((entry) => entry !== found);
    if (current.kind === "get" && found !== undefined) list = [...otherEntries, found];
    if (current.kind === "drop") list = otherEntries;
    if (current.kind !== "keep") continue;
    list = current.length <= maxBytes / 2 ? [...otherEntries, [current.key, current.length]] : otherEntries;
    while (list.reduce((sum, [, length]) => sum + length, 0) > maxBytes) list = list.slice(1);
  }
  return list;
}

describe("ByteCache", () => {
  it("never exceeds its limit and evicts the least recently used entries first", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = new ByteCache(maxBytes);
        for (const current of steps) {
          if (current.kind === "keep") cache.set(current.key, new Uint8Array(current.length));
          else if (current.kind === "get") cache.get(current.key);
          else cache.delete(current.key);
          assert.ok(cache.size <= maxBytes);
        }
        const expectedEntries = getExpectedEntries(steps);
        assert.equal(
          cache.size,
          expectedEntries.reduce((sum, [, length]) => sum + length, 0),
        );
        for (const name of ["a", "b", "c", "d", "e", "f"]) {
          const length = expectedEntries.find(([current]) => current === name)?.[1];
          assert.equal(cache.get(name)?.length, length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
