import assert from "node:assert/strict";
import { faultNames } from "../../faults/namedFaults.ts";
import { scenarioNames } from "../../faults/scenarioNames.ts";
import { createPlan, faultFreeRuns } from "../../faults/plan.ts";
import { parseRunSpec, type RunSpec, formatRunSpec } from "../../faults/runSpec.ts";

const steps = 3;
const counts = new Map(faultFreeRuns.map((spec) => [formatRunSpec(spec), steps]));
const exhaustiveCount = faultFreeRuns.length * steps * faultNames.length * 2;

function listScenarioFaults(plan: readonly RunSpec[]): ReadonlySet<string> {
  return new Set(plan.flatMap(({ scenario, faults }) => faults.map(({ fault }) => `${scenario} ${fault}`)));
}

describe("createPlan", () => {
  it("creates every fault at every step of every scenario, once and permanently, and then combinations", () => {
    const plan = createPlan(counts, exhaustiveCount + 500, 1);
    const singles = new Set(plan.filter(({ faults }) => faults.length === 1).map(formatRunSpec));
    assert.equal(singles.size, exhaustiveCount);
    assert.equal(plan.filter(({ faults }) => faults.length > 1).length, 500);
  });

  it("includes every fault in every scenario if the number of runs is small", () => {
    for (const seed of [1, 2, 3]) {
      const plan = createPlan(counts, 600, seed);
      assert.deepEqual(
        [plan.length, listScenarioFaults(plan.slice(0, 297)).size],
        [600, scenarioNames.length * faultNames.length],
      );
    }
  });

  it("returns the same plan for the same seed and another plan for another seed", () => {
    const formatPlan = (seed: number): readonly string[] => createPlan(counts, 600, seed).map(formatRunSpec);
    assert.deepEqual(formatPlan(7), formatPlan(7));
    assert.notDeepEqual(formatPlan(7), formatPlan(8));
  });

  it("creates runs that can be formatted and parsed", () => {
    for (const spec of createPlan(counts, 600, 1)) assert.deepEqual(parseRunSpec(formatRunSpec(spec)), spec);
    assert.throws(() => parseRunSpec("save product 3:nothing"));
    assert.throws(() => parseRunSpec("wander product"));
  });
});
