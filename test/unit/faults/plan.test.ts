import assert from "node:assert/strict";
import { faultNames } from "../../faults/faultList.ts";
import { journeyNames } from "../../faults/journeyNames.ts";
import { planOf, undisturbed } from "../../faults/plan.ts";
import { parseSpec, type Spec, specText } from "../../faults/spec.ts";

const steps = 3;
const counts = new Map(undisturbed.map((spec) => [specText(spec), steps]));
const everyOne = undisturbed.length * steps * faultNames.length * 2;

function kindsIn(plan: readonly Spec[]): ReadonlySet<string> {
  return new Set(plan.flatMap(({ journey, faults }) => faults.map(({ fault }) => `${journey} ${fault}`)));
}

describe("the plan of runs through faults", () => {
  it("has every fault at every step of every journey, once and for good, and then several at once", () => {
    const plan = planOf(counts, everyOne + 500, 1);
    const alone = new Set(plan.filter(({ faults }) => faults.length === 1).map(specText));
    assert.equal(alone.size, everyOne);
    assert.equal(plan.filter(({ faults }) => faults.length > 1).length, 500);
  });

  it("has every fault on every journey where it is short", () => {
    for (const seed of [1, 2, 3]) {
      const plan = planOf(counts, 600, seed);
      assert.deepEqual(
        [plan.length, kindsIn(plan.slice(0, 297)).size],
        [600, journeyNames.length * faultNames.length],
      );
    }
  });

  it("is the same for the same seed, and another one for another", () => {
    const texts = (seed: number): readonly string[] => planOf(counts, 600, seed).map(specText);
    assert.deepEqual(texts(7), texts(7));
    assert.notDeepEqual(texts(7), texts(8));
  });

  it("is made of runs that can be typed again", () => {
    for (const spec of planOf(counts, 600, 1)) assert.deepEqual(parseSpec(specText(spec)), spec);
    assert.throws(() => parseSpec("save product 3:nothing"));
    assert.throws(() => parseSpec("wander product"));
  });
});
