// The runs of a fault test: every fault at every step of every scenario, then random combinations.
import { faultNames } from "./namedFaults.ts";
import { scenarioNames } from "./scenarioNames.ts";
import { type RandomSource, createRandomSource } from "./randomSource.ts";
import { dialects, type InjectedFault, type RunSpec, formatRunSpec } from "./runSpec.ts";

/** Number of requests of each scenario without faults, by run spec. */
export type RequestCounts = ReadonlyMap<string, number>;

/** Runs without faults, to count the requests of each scenario. */
export const faultFreeRuns: readonly RunSpec[] = scenarioNames.flatMap((scenario) =>
  dialects.map((dialect) => ({ scenario, dialect, faults: [] })),
);

/** Faults cause further requests, such as retries and checks of the outcome. */
const extraSteps = 6;

function getRequestCount(counts: RequestCounts, spec: RunSpec): number {
  return counts.get(formatRunSpec({ ...spec, faults: [] })) ?? 0;
}

/** Every fault at every step, once and permanently. */
function createExhaustiveRuns(counts: RequestCounts): readonly RunSpec[] {
  return faultFreeRuns.flatMap((run) =>
    Array.from({ length: getRequestCount(counts, run) }, (_, step) => step).flatMap((step) =>
      faultNames.flatMap((fault) =>
        (["once", "permanent"] as const).map((duration) => ({
          ...run,
          faults: [{ step, fault, duration }],
        })),
      ),
    ),
  );
}

function createRandomFault(random: RandomSource, steps: number): InjectedFault {
  return {
    step: random.integerBelow(steps),
    fault: random.pick(faultNames),
    duration: random.integerBelow(4) === 0 ? "permanent" : "once",
  };
}

/** Two or three random faults in one scenario. */
function createCombinedRun(random: RandomSource, counts: RequestCounts): RunSpec {
  const run = random.pick(faultFreeRuns);
  const steps = getRequestCount(counts, run) + extraSteps;
  const faults = Array.from({ length: 2 + random.integerBelow(2) }, () => createRandomFault(random, steps));
  return { ...run, faults: faults.toSorted((one, other) => one.step - other.step) };
}

/** One run for each pair of scenario and fault, with a random step and dialect. */
function sampleRuns(random: RandomSource, all: readonly RunSpec[]): readonly RunSpec[] {
  return scenarioNames.flatMap((scenario) =>
    faultNames.map((fault) =>
      random.pick(all.filter((spec) => spec.scenario === scenario && spec.faults[0]?.fault === fault)),
    ),
  );
}

/** `runs` runs: all single faults if they fit, else a sample of them; the rest are random combinations. */
export function createPlan(counts: RequestCounts, runs: number, seed: number): readonly RunSpec[] {
  const random = createRandomSource(seed);
  const all = createExhaustiveRuns(counts);
  const singles = runs >= all.length ? all : sampleRuns(random, all);
  const combined = Array.from({ length: Math.max(0, runs - singles.length) }, () =>
    createCombinedRun(random, counts),
  );
  return [...singles, ...combined];
}
