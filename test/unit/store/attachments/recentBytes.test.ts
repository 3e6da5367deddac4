import assert from "node:assert/strict";
import fc from "fast-check";
import { RecentBytes } from "../../../../src/store/attachments/contents.ts";

const most = 100;

type Step =
  | { readonly kind: "keep"; readonly key: string; readonly length: number }
  | { readonly kind: "get" | "drop"; readonly key: string };

const key = fc.constantFrom("a", "b", "c", "d", "e", "f");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("keep" as const), key, length: fc.nat(most + 10) }),
  fc.record({ kind: fc.constantFrom("get" as const, "drop" as const), key }),
);

/** The same, written as plainly as can be: a list, the most recent at its end. */
function expected(steps: readonly Step[]): readonly (readonly [string, number])[] {
  let list: (readonly [string, number])[] = [];
  for (const each of steps) {
    const found = list.find(([name]) => name === each.key);
    const others = list.filter((entry) => entry !== found);
    if (each.kind === "get" && found !== undefined) list = [...others, found];
    if (each.kind === "drop") list = others;
    if (each.kind !== "keep") continue;
    list = each.length <= most / 2 ? [...others, [each.key, each.length]] : others;
    while (list.reduce((sum, [, length]) => sum + length, 0) > most) list = list.slice(1);
  }
  return list;
}

describe("bytes at hand", () => {
  it("are never more than they may be, and those that were not asked for the longest go first", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const recent = new RecentBytes(most);
        for (const each of steps) {
          if (each.kind === "keep") recent.keep(each.key, new Uint8Array(each.length));
          else if (each.kind === "get") recent.get(each.key);
          else recent.drop(each.key);
          assert.ok(recent.size <= most);
        }
        const left = expected(steps);
        assert.equal(
          recent.size,
          left.reduce((sum, [, length]) => sum + length, 0),
        );
        for (const name of ["a", "b", "c", "d", "e", "f"]) {
          const length = left.find(([each]) => each === name)?.[1];
          assert.equal(recent.get(name)?.length, length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
